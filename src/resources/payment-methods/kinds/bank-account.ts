import { isRefused, Refused, refusals } from '../../../platform/errors/refusals.ts'
import { newId } from '../../../platform/secrets/secrets.ts'
import type { Account, KeptAccount } from '../../../processor/account-vault.ts'
import { bankDeclines, bankRefusals } from '../../../processor/refusals.ts'
import { type AccountVault, VaultUnavailable } from '../../../processor/vault.ts'
import { emailsToSelf } from '../../../support/limits/subjects.ts'
import { type Address, findAddresses } from '../../addresses/addresses.ts'
import { type Item, use, useChange } from '../custody/custody.ts'
import { change, keep, mayHaveLeft, type Pending } from '../custody/keep.ts'
import { unproved } from '../seller-default.ts'
import * as store from '../store.ts'
import { fingerprintOf, fingerprintsOf } from '../wallet/fingerprints.ts'
import type { WalletDeps } from '../wallet/open-wallet.ts'
import { type CountedProof, countProof, tellDetails } from '../wallet/payout-emails.ts'
import { type Kind, type Known, requireVersion, type Step } from '../wallet/put.ts'
import { billingOf, refuse, type WalletState, withBilling } from '../wallet/state.ts'
import { type BankAccountInput, checkAccount, namesAnother, shownEnd } from './accounts.ts'

/**
 * Bank accounts. Without a number, the account in the vault stays the same. The number of a proved
 * account cannot be replaced: every number is refused, so that nobody can guess the stored one. If
 * the number and the holder stay the same, no vault is needed.
 */
export const bankAccount: Kind<'BankAccount', BankAccountInput> = {
  type: 'BankAccount',
  roles: { buyer_method: false, seller_method: true },
  async prepare(deps, userId, { draft, id, precondition, source, writer }, write) {
    const { db, payouts } = deps
    const [found, addresses] = await Promise.all([
      id === undefined ? undefined : store.findMethod(db, userId, id),
      findAddresses(db, userId),
    ])
    if (id !== undefined && found?.type !== 'BankAccount') throw new Refused(refusals.forbidden)
    const before = found?.type === 'BankAccount' ? found : undefined
    const isSame =
      before !== undefined && !namesAnother(draft) && draft.given.full_name === before.full_name
    const wallet = isSame ? undefined : withAccounts(deps)
    const mayKeep = before !== undefined && (!wallet || before.vault === wallet.vault.name)
    const residence = residenceIn(addresses, billingOf(draft, before))
    const validated = withBilling(draft, addresses)
    const { account, holder } = await checkAccount(validated, { mayKeep, residence })
    const property = account?.routingNumber == null ? 'iban' : 'account_number'
    const refuseProved = (replaced: Pick<store.StoredAccount, 'verified_at'> | undefined): void => {
      if (account !== undefined && replaced !== undefined && replaced.verified_at !== null)
        refuse(property, ['bankaccount.confirmed'])
    }
    refuseProved(before)
    requireVersion(precondition, before?.version)
    const common: Pick<Step<'BankAccount'>, 'property' | 'tell'> = {
      property,
      async tell(tx, { owner }, before, row) {
        const isSame =
          before.full_name === row.full_name && before.account_type === row.account_type
        if (before.verified_at === null || isSame) return
        await tellDetails(tx, payouts, userId, owner, row, { browser: source?.browser ?? '' })
      },
    }
    if (wallet === undefined)
      return write({
        ...common,
        same: () => [],
        rowOf(_state, before) {
          // If it was renamed meanwhile, the vault must be asked.
          if (before?.full_name !== holder) throw replacedMeanwhile()
          return { fields: before }
        },
      })
    if (account !== undefined) {
      const keepAccount = async (proof: CountedProof | undefined) => {
        const wanted = {
          reference: newId(),
          attempt: writer?.attempt,
          tried: await deps.beginAttempt?.(),
          // It may have made the account of a seller.
          leavesNothing: false,
          ask: (reference: string) => wallet.vault.keep(userId, reference, account),
          explain: (error: unknown, item: Item) => explain(wallet, error, item),
        }
        return keep(wallet, userId, wanted, ({ item, kept }: Pending<KeptAccount>) =>
          write({
            ...common,
            proof,
            claim: (tx) => use(tx, userId, item),
            same(state, replaced) {
              refuseProved(replaced)
              return accountsIn(state, fingerprintsOf(deps, userId, kept))
            },
            rowOf: (_state, before) => ({
              fields: { ...(before ?? unproved), ...fieldsOf(wallet, userId, account, kept) },
            }),
          }),
        )
      }
      return countProof(payouts, source, emailsToSelf(userId), keepAccount)
    }
    if (before === undefined) throw new Refused(refusals.validation_failed)
    await writer?.attempt?.assertFirst()
    const details = { fullName: holder, expiryMonth: 0, expiryYear: 0 }
    return change(
      wallet,
      userId,
      before,
      details,
      (item) =>
        write({
          ...common,
          claim: async (tx) => item && useChange(tx, userId, item, before.version),
          same: () => [],
          rowOf(_state, now) {
            // If the account was replaced meanwhile, the vault has renamed a different one.
            if (now?.vault_token !== before.vault_token) throw replacedMeanwhile()
            return { fields: { ...now, full_name: holder } }
          },
        }),
      replacedMeanwhile,
    )
  },
}

/**
 * Returns what the caller is told instead of an error. The cause of a refusal may be left over from
 * an earlier request of ours: the same bank account, or a connected account in another country. The
 * sweep removes that.
 */
async function explain(wallet: AccountsWallet, error: unknown, item: Item): Promise<unknown> {
  const isDuplicate =
    isRefused(error, refusals.validation_failed) &&
    [...(error.details.faults?.values() ?? [])]
      .flat()
      .some(([reason]) => reason === 'paymentmethod.duplicate')
  const mayBeOurs = isDuplicate || isRefused(error, bankDeclines.bank_currency_not_supported)
  if (!mayBeOurs || !(await mayHaveLeft(wallet, item))) return error
  const cause = new Error('An earlier request is not finished.')
  return new VaultUnavailable(cause, { concernsOne: true })
}

const replacedMeanwhile = () =>
  new VaultUnavailable(new Error('The account was replaced during the request.'))

/** A wallet whose vault keeps bank accounts. */
type AccountsWallet = Omit<WalletDeps, 'vault'> & { readonly vault: AccountVault }

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
const residenceIn = (addresses: readonly Address[], billingId: number | null): string | undefined =>
  (addresses.find(({ id }) => id === billingId) ?? addresses.find((address) => address.default))
    ?.country_code

/** Returns the bank account with one of these fingerprints. */
const accountsIn = (
  { methods }: WalletState,
  fingerprints: readonly Buffer[],
): readonly Known<'BankAccount'>[] =>
  methods
    .filter((method) => method.type === 'BankAccount')
    .filter((account) => fingerprints.some((one) => account.fingerprint.equals(one)))

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
