import type { Queryable } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Precondition } from '../../../platform/http/api/hal.ts'
import { type Draft, requireValid } from '../../../platform/text/draft.ts'
import type { Account, KeptAccount } from '../../../processor/account-vault.ts'
import { bankRefusals } from '../../../processor/refusals.ts'
import { VaultUnavailable } from '../../../processor/vault.ts'
import type { Writer } from '../../../support/idempotency/writer.ts'
import { type Address, findAddresses } from '../../addresses/addresses.ts'
import { maxPaymentMethodsPerUser } from '../payment-methods.ts'
import { putChoice } from '../payouts/choice.ts'
import { type PayoutSource, tellDetails } from '../payouts/payouts.ts'
import { changeSeller, type SellerChange, settled } from '../payouts/seller-default.ts'
import { reserveId, type StoredAccount } from '../store.ts'
import {
  changeDetails,
  completeChange,
  undoneMeanwhile,
  type VaultChange,
} from '../vault/work/details.ts'
import { endKeeping } from '../vault/work/keep.ts'
import { removeNow, retireReplaced } from '../vault/work/removal.ts'
import { defaultsAfter } from '../wallet/defaults.ts'
import { fingerprintOf, fingerprintsOf } from '../wallet/fingerprints.ts'
import type { WalletDeps } from '../wallet/open-wallet.ts'
import {
  billingOf,
  type Changed,
  type Created,
  changedMethod,
  lockWallet,
  recordChange,
  refuse,
  type WalletState,
  withBilling,
} from '../wallet/state.ts'
import { type BankAccountInput, checkAccount, namesAnother, shownEnd } from './accounts.ts'
import { type AccountsWallet, keepAccount, type PendingAccount } from './keep-account.ts'
import { type CountedProof, countProof, proveIfNeeded } from './prove.ts'
import * as store from './store.ts'

/**
 * Creates a bank account. If the user already has this account, updates its payment method.
 * @throws {Refused} validation_failed, limit_reached, bank_accounts_not_supported,
 *   too_many_attempts
 * @throws {VaultUnavailable}
 */
export async function createBankAccount(
  deps: WalletDeps,
  userId: number,
  draft: Draft<BankAccountInput>,
  source: PayoutSource | undefined,
  writer: Writer<Created> = deps.db,
): Promise<Created> {
  const wallet = withAccounts(deps)
  const { db, clock, payouts } = wallet
  const addresses = await findAddresses(db, userId)
  const residence = residenceIn(addresses, draft.given.billing_address_id)
  const validated = withBilling(draft, addresses)
  const { account } = await checkAccount(validated, { mayKeep: false, residence })
  if (account === undefined) throw new Refused(refusals.validation_failed)
  const write = (pending: PendingAccount, proof: CountedProof | undefined) =>
    writer.transactionFor(userId, async (tx) => {
      const [state, newId] = await Promise.all([
        lockWallet(tx, userId, clock.now()),
        reserveId(tx, userId, maxPaymentMethodsPerUser),
        endKeeping(tx, userId, pending.workId),
      ])
      requireValid(withBilling(draft, state.addresses))
      const existing = accountIn(state, fingerprintsOf(wallet, userId, pending.kept))
      const id = existing?.id ?? newId
      if (id === null) throw new Refused(refusals.limit_reached)
      const wanted = defaultsAfter(
        state.defaults,
        { id, ...roles },
        draft,
        existing === undefined ? state.methods : undefined,
      )
      const { row, change } = choose(state, wanted, {
        ...(existing ?? unproved),
        ...fieldsOf(wallet, userId, account, pending.kept),
        billing_address_id: billingOf(draft, existing),
        id,
        type: 'BankAccount',
        version: (existing?.version ?? 0) + 1,
        created_at: existing?.created_at ?? '',
      })
      const [created_at, retired] = await tx.commitWith(
        Promise.all([
          existing
            ? store.updateAccount(tx, userId, id, row).then(() => existing.created_at)
            : store.insertAccount(tx, userId, id, row),
          existing && retireReplaced(wallet, tx, userId, existing, row),
          existing && tellIfChanged(wallet, tx, userId, state, { before: existing, row, source }),
          putChoice(tx, payouts, userId, state, change, { written: row, source }),
          proveIfNeeded(tx, payouts, userId, state, row, proof),
          recordChange(tx, userId, existing ? 'refreshed' : 'created', id, 'BankAccount'),
        ]),
      )
      const method = changedMethod(state, { ...row, created_at }, change.defaults)
      return { method, isNew: existing === undefined, retired }
    })
  const { retired, ...created } = await countProof(wallet, userId, source, (proof) =>
    keepAccount(wallet, userId, account, (pending) => write(pending, proof), writer.attempt),
  )
  if (retired) await removeNow(wallet, userId, retired)
  return created
}

/**
 * Replaces the details of a bank account. Without a number, the account in the vault stays the
 * same. The number of a proved account cannot be replaced: every number is refused, so that nobody
 * can guess the stored one. If the number and the holder stay the same, no vault is needed.
 * @throws {Refused} forbidden, validation_failed, precondition_failed, bank_accounts_not_supported,
 *   too_many_attempts
 * @throws {VaultUnavailable}
 */
export async function replaceBankAccount(
  deps: WalletDeps,
  userId: number,
  id: number,
  draft: Draft<BankAccountInput>,
  precondition: Precondition,
  source: PayoutSource | undefined,
  writer: Writer<Changed> = deps.db,
): Promise<Changed> {
  const { db, clock, payouts } = deps
  const [before, addresses] = await Promise.all([
    store.findAccount(db, userId, id),
    findAddresses(db, userId),
  ])
  if (before === undefined) throw new Refused(refusals.forbidden)
  const isSame = !namesAnother(draft) && draft.given.full_name === before.full_name
  const wallet = isSame ? undefined : withAccounts(deps)
  const mayKeep = wallet === undefined || before.vault === wallet.vault.name
  const residence = residenceIn(addresses, billingOf(draft, before))
  const validated = withBilling(draft, addresses)
  const { account, holder } = await checkAccount(validated, { mayKeep, residence })
  const property = account?.routingNumber == null ? 'iban' : 'account_number'
  const refuseProved = ({ verified_at }: Pick<StoredAccount, 'verified_at'>): void => {
    if (account !== undefined && verified_at !== null) refuse(property, ['bankaccount.confirmed'])
  }
  refuseProved(before)
  if (precondition?.has(before.version) === false) throw new Refused(refusals.precondition_failed)
  /** Checks the request under the lock. */
  const check = (state: WalletState) => {
    const method = state.methods.find((known) => known.id === id)
    if (method?.type !== 'BankAccount') throw new Refused(refusals.forbidden)
    requireValid(withBilling(draft, state.addresses))
    refuseProved(method)
    const wanted = defaultsAfter(state.defaults, method, draft, undefined)
    if (precondition?.has(method.version) === false) throw new Refused(refusals.precondition_failed)
    return { method, wanted }
  }
  const write = (pending?: PendingAccount, proof?: CountedProof, renamed?: Renamed) =>
    writer.transactionFor(userId, async (tx) => {
      const [state, , isRenamed] = await Promise.all([
        lockWallet(tx, userId, clock.now()),
        pending && endKeeping(tx, userId, pending.workId),
        renamed?.change && completeChange(tx, userId, renamed.change),
      ])
      const { method, wanted } = check(state)
      // If the account was replaced meanwhile, the vault has renamed a different one.
      if (renamed && renamed.token !== method.vault_token) throw replacedMeanwhile()
      // If it was renamed meanwhile, the vault must be asked.
      if (wallet === undefined && holder !== method.full_name) throw replacedMeanwhile()
      if (isRenamed === false) throw undoneMeanwhile()
      const kept = account && pending && wallet && { account, kept: pending.kept, wallet }
      const existing = kept && accountIn(state, fingerprintsOf(deps, userId, kept.kept))
      if (existing !== undefined && existing.id !== id)
        refuse(property, ['paymentmethod.duplicate'])
      const { row, change } = choose(state, wanted, {
        ...method,
        ...(kept && fieldsOf(kept.wallet, userId, kept.account, kept.kept)),
        full_name: holder,
        billing_address_id: billingOf(draft, method),
        version: method.version + 1,
      })
      const [retired] = await tx.commitWith(
        Promise.all([
          wallet && retireReplaced(wallet, tx, userId, method, row),
          store.updateAccount(tx, userId, id, row),
          tellIfChanged(deps, tx, userId, state, { before: method, row, source }),
          putChoice(tx, payouts, userId, state, change, { written: row, source }),
          proveIfNeeded(tx, payouts, userId, state, row, proof),
          recordChange(tx, userId, 'replaced', id, 'BankAccount'),
        ]),
      )
      return { method: changedMethod(state, row, change.defaults), retired }
    })
  if (wallet === undefined) return write()
  const rename = async () => {
    await writer.attempt?.assertFirst()
    // The vault must not have a name that the transaction would refuse.
    const method = await db.transactionFor(userId, async (tx) => {
      const state = await lockWallet(tx, userId, clock.now())
      return check(state).method
    })
    const details = { fullName: holder, expiryMonth: 0, expiryYear: 0 }
    return changeDetails(
      wallet,
      userId,
      method,
      details,
      (change) => write(undefined, undefined, { change, token: method.vault_token }),
      replacedMeanwhile,
    )
  }
  const { method, retired } = await (account === undefined
    ? rename()
    : countProof(wallet, userId, source, (proof) =>
        keepAccount(wallet, userId, account, (pending) => write(pending, proof), writer.attempt),
      ))
  if (retired) await removeNow(wallet, userId, retired)
  return { method }
}

/** An account with another name of its holder, which the vault has already. */
interface Renamed {
  readonly change: VaultChange | undefined
  readonly token: string
}

const replacedMeanwhile = () =>
  new VaultUnavailable(new Error('The account was replaced during the request.'))

/** What a bank account can be used for. */
const roles = { buyer_method: false, seller_method: true }

/** @throws {Refused} bank_accounts_not_supported */
function withAccounts(wallet: WalletDeps): AccountsWallet {
  const { accounts: vault } = wallet.vault
  if (!vault?.takesNew) throw new Refused(bankRefusals.bank_accounts_not_supported)
  return { ...wallet, vault }
}

/**
 * The country in which a seller lives: that of the billing address, or else of the default address.
 * Undefined if the user has no address.
 */
const residenceIn = (
  addresses: readonly Address[],
  billingId: number | null | undefined,
): string | undefined =>
  (addresses.find(({ id }) => id === billingId) ?? addresses.find((address) => address.default))
    ?.country_code

const unproved = { verified_at: null, usable_from: null, paid_email: null }

/** Returns the row and the defaults after a request. */
function choose(
  { methods, defaults, now }: WalletState,
  wanted: WalletState['defaults'],
  row: StoredAccount,
): { row: StoredAccount; change: SellerChange } {
  const after = [...methods.filter(({ id }) => id !== row.id), row]
  const change = changeSeller(after, defaults, wanted, now)
  return { row: settled(row, change), change }
}

/** Tells the owner if the holder or the type of a proved account has changed. */
async function tellIfChanged(
  { payouts }: Pick<WalletDeps, 'payouts'>,
  tx: Queryable,
  userId: number,
  { owner }: WalletState,
  {
    before,
    row,
    source,
  }: Readonly<Record<'before' | 'row', StoredAccount>> & {
    readonly source: PayoutSource | undefined
  },
): Promise<void> {
  const isSame = before.full_name === row.full_name && before.account_type === row.account_type
  if (before.verified_at === null || isSame) return
  await tellDetails(tx, payouts, userId, owner, row, { browser: source?.browser ?? '' })
}

/** Returns the bank account with one of these fingerprints. */
const accountIn = ({ methods }: WalletState, fingerprints: readonly Buffer[]) =>
  methods
    .filter((method) => method.type === 'BankAccount')
    .find((account) => fingerprints.some((one) => account.fingerprint.equals(one)))

const fieldsOf = (
  wallet: AccountsWallet,
  userId: number,
  { country, number, accountType, holder }: Account,
  kept: KeptAccount,
) => ({
  full_name: holder,
  bank_country: country,
  last4: shownEnd(number),
  account_type: accountType,
  vault: wallet.vault.name,
  vault_token: kept.token,
  vault_status: kept.status,
  fingerprint: fingerprintOf(wallet, userId, kept),
})
