/** The types of account with a US routing number. */
export const accountTypes = ['checking', 'savings'] as const
export type AccountType = (typeof accountTypes)[number]

/** A bank account for the vault. The number stays in memory, and Foyer never stores it. */
export interface Account {
  /** The country of the bank. ISO 3166-1 alpha-2. */
  readonly country: string
  /** The country in which the seller lives. ISO 3166-1 alpha-2. */
  readonly residence: string
  /** An IBAN or a US account number, without separators. */
  readonly number: string
  /** Null with an IBAN. */
  readonly routingNumber: string | null
  readonly accountType: AccountType | null
  readonly holder: string
}

/** A card or a bank account that a customer of the vault has. */
export interface AttachedCard {
  /** The vault's id of it. */
  readonly token: string
  /**
   * The references under which we gave it to the customer: its own, and those of its setups. Empty
   * if somebody else did. Then it is not ours to remove.
   */
  readonly references: readonly string[]
}

/** The information about a bank account that a vault keeps. */
export interface KeptAccount extends AttachedCard {
  /** Equal for the same account. It must be hashed with a key before it is stored. */
  readonly identity: string
  /** In the words of the processor. Null if no processor has it. */
  readonly status: string | null
}

/** What a processor says of a seller, whom it pays by bank accounts. */
export interface Seller {
  /** Whether money can be transferred to the seller. */
  readonly transfersEnabled: boolean
  /** Whether what was transferred can be paid out to a bank account. */
  readonly payoutsEnabled: boolean
  /** What the processor requires of the seller now, in its words. */
  readonly requirements: readonly string[]
  /** Why the processor does not pay the seller, in its words. Null if it does. */
  readonly disabledReason: string | null
}

/** A bank account that a vault has. */
export interface VaultAccount {
  readonly token: string
  /** The reference under which it was kept. Undefined if somebody else gave it to the seller. */
  readonly reference: string | undefined
  /** In the words of the processor. `errored` means that a payout has failed. */
  readonly status: string
}
