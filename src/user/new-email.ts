import type { Credentials, From } from './credentials.ts'

/**
 * Has a link sent to a user's new address, which becomes theirs when it is followed. Whether the address is another's is
 * told to that one alone.
 * @throws {Refused} validation_failed, keyed `email`
 * @throws {SignInRefused} wrong (the password), too_many
 */
export async function requestNewEmail(
  credentials: Credentials,
  given: {
    readonly userId: number
    readonly password: string
    readonly email: string
    readonly from: From
  },
): Promise<void> {
  throw new Error('to come')
}

/**
 * Makes the new address the user's, who must be signed in: who gets a letter by mistake takes no account. The old
 * address is told.
 * @throws {SignInRefused} ended (the link, or the address is another's by now, or the link is another user's)
 */
export async function confirmNewEmail(
  credentials: Credentials,
  given: { readonly userId: number; readonly token: string; readonly from: From },
): Promise<void> {
  throw new Error('to come')
}
