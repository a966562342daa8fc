/** A list of passwords that were stolen, from other services too. */
export interface BreachedPasswords {
  /**
   * Whether a password is in the list. It never fails: if the list cannot be asked, no password is in
   * it, because users must still be able to sign in.
   */
  includes(password: string): Promise<boolean>
}

/** Finds the SHA-1 of a password: 20 bytes. It may fail. */
export type FindHash = (sha1: Buffer) => Promise<boolean>

/** Where the list is. */
export interface BreachedPasswordSettings {
  /** A service with the range protocol of Pwned Passwords, without the prefix. */
  readonly url: string | undefined
  /** A file of `foyer passwords build`. */
  readonly file: string | undefined
}

/** No list. */
export const noBreachedPasswords: BreachedPasswords = { includes: async () => false }
