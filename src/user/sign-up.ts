import { attempt, fromNetwork } from '../attempts/attempts.ts'
import { record } from '../audit/audit.ts'
import { Refused, SignInRefused } from '../errors.ts'
import type { Language } from '../platform/i18n.ts'
import type { Credentials, From, Known } from './credentials.ts'

/**
 * Signs somebody up. Nothing tells whether the address has an account: a letter is on its way in any case. There is
 * no account before the link in it is followed, and the password given again there: so nobody takes an address
 * that is not theirs, nor prepares an account for somebody else.
 * @throws {Refused} validation_failed, keyed `email`, `password`, `full_name`
 * @throws {SignInRefused} too_many
 */
export async function signUp(
  credentials: Credentials,
  given: {
    readonly email: string
    readonly password: string
    readonly fullName: string | null
    readonly language: Language
    readonly from: From
  },
): Promise<void> {
  throw new Error('to come')
}

/**
 * Makes the account of a sign-up, whose link was followed, for whoever knows its password.
 * @throws {SignInRefused} wrong (the password), ended (the link), too_many
 */
export async function confirmEmail(
  credentials: Credentials,
  given: { readonly token: string; readonly password: string; readonly from: From },
): Promise<Known> {
  throw new Error('to come')
}
