import type { Transaction } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Precondition } from '../../../platform/http/api/hal.ts'
import { type Draft, requireValid } from '../../../platform/text/draft.ts'
import type { Writer } from '../../../support/idempotency/writer.ts'
import { advanceSoon } from '../custody/advance.ts'
import { type Item, release } from '../custody/custody.ts'
import { maxPaymentMethodsPerUser, type PaymentMethodType } from '../payment-methods.ts'
import { type Choosable, changeSeller, settled } from '../seller-default.ts'
import * as store from '../store.ts'
import { putChoice } from './choice.ts'
import { type DefaultsInput, defaultsAfter } from './defaults.ts'
import type { WalletDeps } from './open-wallet.ts'
import {
  type CountedProof,
  type PayoutSource,
  type ProofResult,
  proveIfNeeded,
} from './payout-emails.ts'
import {
  billingOf,
  type Changed,
  changedMethod,
  lockWallet,
  recordChange,
  refuse,
  type WalletMethod,
  type WalletState,
  withBilling,
} from './state.ts'

/*
 * Creating and replacing a payment method is one operation for all kinds. A kind checks the input,
 * lets the vault keep what a row may refer to, and says what the row contains. The rest stands here
 * once: the lock, the search for the same method, the limit, the defaults, the precondition, the row,
 * the emails and the audit record.
 */

/** What every input has. */
export interface PutInput extends DefaultsInput {
  billing_address_id: number | null
}

/** A request to create a payment method, or to replace one. */
export interface Put<Input> {
  readonly draft: Draft<Input>
  /** The method to replace. If undefined, the same method is updated, or a new one is created. */
  readonly id?: number | undefined
  readonly precondition?: Precondition
  /** Where the request comes from. Undefined for commands, which send no proofs. */
  readonly source?: PayoutSource | undefined
  /** Runs the transaction. The default is the database. */
  readonly writer?: Writer<Created>
}

type RowOf<T extends PaymentMethodType> = Extract<store.StoredMethod, { type: T }>

/** A method of a type in the locked wallet. */
export type Known<T extends PaymentMethodType> = Extract<WalletMethod, { type: T }>

/** What a kind writes of its row. */
type Fields<T extends PaymentMethodType> = Omit<
  RowOf<T>,
  'id' | 'type' | 'version' | 'created_at' | 'billing_address_id'
>

/** What a kind adds to the transaction that writes its row. */
export interface Step<T extends PaymentMethodType> {
  /** The property that is refused if the user has the same method already. */
  readonly property: string
  /** Ends the item that was recorded before the vault was asked. It is sent with the lock. */
  claim?(tx: Transaction): Promise<unknown>
  /**
   * Checks the request under the lock, and returns the methods of the user that are the same.
   * @param replaced the method that is replaced
   * @throws {Refused}
   */
  same(state: WalletState, replaced: Known<T> | undefined): readonly Known<T>[]
  /**
   * Returns what the row contains, and the wallet from which the user chooses who is paid.
   * @param before the method that is replaced or updated
   */
  rowOf(
    state: WalletState,
    before: Known<T> | undefined,
    same: readonly Known<T>[],
  ): { readonly fields: Fields<T>; readonly from?: Choosable }
  /** Tells the owner about a change of the row. */
  tell?(tx: Transaction, state: WalletState, before: Known<T>, row: RowOf<T>): Promise<void>
  /** Set if a proof may be sent to the owner. */
  readonly proof?: CountedProof | undefined
}

/** A kind of payment method. */
export interface Kind<T extends PaymentMethodType, Input extends PutInput> {
  readonly type: T
  /** What methods of this kind can be used for. */
  readonly roles: Pick<WalletMethod, 'buyer_method' | 'seller_method'>
  /**
   * Checks a request and lets the vault keep what the row may refer to. Then calls `write`.
   * @throws {Refused | VaultUnavailable}
   */
  prepare(
    wallet: WalletDeps,
    userId: number,
    request: Put<Input>,
    write: (step: Step<T>) => Promise<Written>,
  ): Promise<Written>
}

/**
 * A method, and whether it is new. Adding the same card or account again updates the existing
 * method.
 */
export interface Created extends Changed {
  readonly isNew: boolean
  readonly proof: ProofResult
}

/** A method that was written, and what the vault need not keep any more. */
export interface Written extends Created {
  readonly unwanted: Item | undefined
}

/**
 * Creates or replaces a payment method. If the user adds the same method again, updates it.
 * @throws {Refused} validation_failed, limit_reached, forbidden, precondition_failed, invalid_token if
 *   the user was erased meanwhile, and what the kind refuses
 * @throws {VaultUnavailable}
 */
export async function put<T extends PaymentMethodType, Input extends PutInput>(
  wallet: WalletDeps,
  kind: Kind<T, Input>,
  userId: number,
  request: Put<Input>,
): Promise<Created> {
  const { unwanted, ...written } = await kind.prepare(wallet, userId, request, (step) =>
    write(wallet, kind, userId, request, step),
  )
  if (unwanted) await advanceSoon(wallet, unwanted)
  return written
}

function write<T extends PaymentMethodType, Input extends PutInput>(
  wallet: WalletDeps,
  { type, roles }: Kind<T, Input>,
  userId: number,
  { draft, id: replacedId, precondition, source, writer = wallet.db }: Put<Input>,
  step: Step<T>,
): Promise<Written> {
  const { clock, payouts, vault } = wallet
  return writer.transactionFor(userId, async (tx) => {
    const [state] = await Promise.all([
      lockWallet(tx, userId, clock.now(), vault.name, { reserves: replacedId === undefined }),
      step.claim?.(tx),
    ])
    const replaced = state.methods.find(({ id }) => id === replacedId)
    if (replacedId !== undefined && replaced?.type !== type) throw new Refused(refusals.forbidden)
    const same = step.same(state, replaced as Known<T> | undefined)
    requireValid(withBilling(draft, state.addresses))
    const isDuplicate = replaced !== undefined && same.some(({ id }) => id !== replacedId)
    if (isDuplicate) refuse(step.property, ['paymentmethod.duplicate'])
    const before = (replaced ?? same[0]) as Known<T> | undefined
    if (before === undefined && state.methods.length >= maxPaymentMethodsPerUser)
      throw new Refused(refusals.limit_reached)
    const id = before?.id ?? state.owner.newId
    // The user was erased during the request.
    if (id === null) throw new Refused(refusals.invalid_token)
    const { fields, from = state } = step.rowOf(state, before, same)
    const others = before === undefined ? state.methods : undefined
    const wanted = defaultsAfter(from.defaults, { id, ...roles }, draft, others)
    requireVersion(precondition, before?.version)
    // TypeScript does not see that these properties complete the row of the kind.
    const written = {
      ...fields,
      id,
      type,
      version: (before?.version ?? 0) + 1,
      created_at: before?.created_at ?? '',
      billing_address_id: billingOf(draft, before),
    } as unknown as store.StoredMethod
    const after = [...from.methods.filter((one) => one.id !== id), written]
    const change = changeSeller(after, from.defaults, wanted, state.now)
    const row = settled(written, change)
    const [created_at, proof, unwanted] = await tx.commitWith(
      Promise.all([
        before === undefined
          ? store.insertMethod(tx, userId, row)
          : store.updateMethod(tx, userId, row).then(() => before.created_at),
        row.type === 'CreditCard'
          ? undefined
          : proveIfNeeded(tx, payouts, userId, state.owner, row, step.proof),
        before && release(wallet, tx, userId, before as store.StoredMethod, row),
        before && step.tell?.(tx, state, before, row as RowOf<T>),
        putChoice(tx, payouts, userId, state, change, { written: row, source }),
        recordChange(tx, userId, actionOf(replaced, before), id, type),
      ]),
    )
    return {
      method: changedMethod(state, { ...row, created_at }, change.defaults),
      isNew: before === undefined,
      proof,
      unwanted,
    }
  })
}

const actionOf = (replaced: object | undefined, before: object | undefined) =>
  replaced !== undefined ? 'replaced' : before !== undefined ? 'refreshed' : 'created'

/** @throws {Refused} precondition_failed, if a version is given and the method has another one */
export function requireVersion(precondition: Precondition, version: number | undefined): void {
  if (version !== undefined && precondition?.has(version) === false)
    throw new Refused(refusals.precondition_failed)
}
