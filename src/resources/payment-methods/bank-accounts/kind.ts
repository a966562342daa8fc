import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Account, KeptAccount } from '../../../processor/account-vault.ts'
import { bankRefusals } from '../../../processor/refusals.ts'
import { VaultUnavailable } from '../../../processor/vault.ts'
import { emailsToSelf } from '../../../support/throttle/limits.ts'
import { type Address, findAddresses } from '../../addresses/addresses.ts'
import { countProof, tellDetails } from '../payouts/payouts.ts'
import { unproved } from '../payouts/seller-default.ts'
import * as store from '../store.ts'
import { changeDetails, completeChange } from '../vault/work/details.ts'
import { endKeeping } from '../vault/work/keep.ts'
import { fingerprintOf, fingerprintsOf } from '../wallet/fingerprints.ts'
import type { WalletDeps } from '../wallet/open-wallet.ts'
import { type Kind, type Known, requireVersion, type Step } from '../wallet/put.ts'
import { billingOf, refuse, type WalletState, withBilling } from '../wallet/state.ts'
import { type BankAccountInput, checkAccount, namesAnother, shownEnd } from './accounts.ts'
import { type AccountsWallet, keepAccount } from './keep-account.ts'

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
    if (account !== undefined)
      return countProof(payouts, source, emailsToSelf(userId), (proof) =>
        keepAccount(
          wallet,
          userId,
          account,
          ({ workId, kept }) =>
            write({
              ...common,
              proof,
              claim: (tx) => endKeeping(tx, userId, workId),
              same(state, replaced) {
                refuseProved(replaced)
                return accountsIn(state, fingerprintsOf(deps, userId, kept))
              },
              rowOf: (_state, before) => ({
                fields: { ...(before ?? unproved), ...fieldsOf(wallet, userId, account, kept) },
              }),
            }),
          writer?.attempt,
        ),
      )
    if (before === undefined) throw new Refused(refusals.validation_failed)
    await writer?.attempt?.assertFirst()
    const details = { fullName: holder, expiryMonth: 0, expiryYear: 0 }
    return changeDetails(
      wallet,
      userId,
      before,
      details,
      (change) =>
        write({
          ...common,
          claim: async (tx) => change && completeChange(tx, userId, change),
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

const replacedMeanwhile = () =>
  new VaultUnavailable(new Error('The account was replaced during the request.'))

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
