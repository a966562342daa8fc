import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { From, Known } from '../user/credentials.ts'
import type { Passkey, SecondFactors } from './second-factors.ts'

/** What `navigator.credentials.create` is to be given, as JSON. */
export async function registrationOptions(
  factors: SecondFactors,
  userId: number,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  throw new Error('to come')
}

/**
 * Adds a passkey by the answer of `navigator.credentials.create` (`toJSON()`).
 * @returns the passkey, and recovery codes, shown this once; none where the user has some already
 * @throws {SignInRefused} wrong (the answer does not verify), ended (the challenge)
 * @throws {Refused} validation_failed, keyed `name`; limit_reached
 */
export async function registerPasskey(
  factors: SecondFactors,
  given: {
    readonly userId: number
    readonly response: RegistrationResponseJSON
    readonly name: string
  },
): Promise<{ readonly passkey: Passkey; readonly recoveryCodes: readonly string[] }> {
  throw new Error('to come')
}

/**
 * What `navigator.credentials.get` is to be given: for a sign-in without a password, or, with a user, for the second step.
 * @throws {SignInRefused} too_many
 */
export async function signInOptions(
  factors: SecondFactors,
  given: { readonly userId?: number; readonly from: From },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  throw new Error('to come')
}

/**
 * Checks the answer of `navigator.credentials.get` (`toJSON()`): of anybody, or of the user whose second step it is.
 * @returns who it is, and how that was proved (RFC 8176)
 * @throws {SignInRefused} wrong, ended (the challenge), too_many
 */
export async function verifyPasskey(
  factors: SecondFactors,
  given: {
    readonly response: AuthenticationResponseJSON
    readonly userId?: number
    readonly from: From
  },
): Promise<Known & { readonly amr: readonly string[] }> {
  throw new Error('to come')
}

/** @returns false where the user has no such passkey @throws {Refused} validation_failed, keyed `name` */
export async function renamePasskey(
  factors: SecondFactors,
  given: { readonly userId: number; readonly id: number; readonly name: string },
): Promise<boolean> {
  throw new Error('to come')
}

/** @returns false where the user has no such passkey */
export async function removePasskey(
  factors: SecondFactors,
  given: { readonly userId: number; readonly id: number },
): Promise<boolean> {
  throw new Error('to come')
}
