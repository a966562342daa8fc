import type { Credentials, From, Known } from './credentials.ts'

/**
 * Has a link for a new password sent. Nothing tells whether there is an account.
 * @throws {Refused} validation_failed, keyed `email`
 * @throws {SignInRefused} too_many
 */
export async function requestReset(
  credentials: Credentials,
  given: { readonly email: string; readonly from: From },
): Promise<void> {
  throw new Error('to come')
}

/**
 * Gives the user a new password by the link of a letter. It ends all sessions and tokens, and is told by mail.
 * @throws {Refused} validation_failed, keyed `password`: the link stays good
 * @throws {SignInRefused} ended, too_many
 */
export async function resetPassword(
  credentials: Credentials,
  given: { readonly token: string; readonly password: string; readonly from: From },
): Promise<Known> {
  throw new Error('to come')
}

/**
 * Gives a user who is signed in a new password. It ends all other sessions and all tokens, and is told by mail.
 * @param given.sessionUid the session that stays
 * @throws {Refused} validation_failed, keyed `password`
 * @throws {SignInRefused} wrong (the current password), too_many
 */
export async function changePassword(
  credentials: Credentials,
  given: {
    readonly userId: number
    readonly current: string
    readonly password: string
    readonly sessionUid?: string
    readonly from: From
  },
): Promise<void> {
  throw new Error('to come')
}
