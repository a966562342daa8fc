import type { AccountType } from '../payment-method.ts'

/** A bank account for the vault. The number stays in memory, and Foyer never stores it. */
export interface Account {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** An IBAN or a US account number, without separators. */
  readonly number: string
  /** Null with an IBAN. */
  readonly routingNumber: string | null
  readonly accountType: AccountType | null
  readonly holder: string
}

/** The information about a bank account that a vault keeps. */
export interface KeptAccount {
  /** The vault's id of the account. */
  readonly token: string
  /** Equal for the same account. It must be hashed with a key before it is stored. */
  readonly identity: string
}

/**
 * The part of a vault that keeps bank accounts. Every call may be repeated. `CardVault.find` finds
 * the accounts of a reference, and `CardVault.remove` removes one.
 */
export interface AccountVault {
  /**
   * Keeps an account of a user under a reference. A repeated call with the same reference keeps it
   * once.
   * @throws {Refused | VaultUnavailable} validation_failed, if the vault does not accept the account
   */
  keep(userId: number, reference: string, account: Account): Promise<KeptAccount>
  /**
   * Changes the name of the holder.
   * @throws {VaultUnavailable}
   */
  rename(token: string, holder: string): Promise<void>
}
