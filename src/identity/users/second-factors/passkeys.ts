import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
} from '@simplewebauthn/server'
import type { Queryable } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { readId } from '../../../platform/http/api/query.ts'
import { hashSecret, mintSecret } from '../../../platform/secrets/secrets.ts'
import { hasForbiddenCharacter, isBlank, normalise } from '../../../platform/text/text.ts'
import { record } from '../../../support/audit/audit.ts'
import { challengesFrom } from '../../../support/limits/subjects.ts'
import { countUse } from '../../../support/limits/table-counts.ts'
import {
  findActiveUser,
  type IdentifiedUser,
  type RequestSource,
} from '../credentials/credentials.ts'
import { identityRefusals } from '../refusals.ts'
import {
  emailFactorChange,
  endWithoutFactor,
  type InSession,
  lockBeforeChange,
} from './factor-changes.ts'
import type { SecondFactorDeps } from './second-factors.ts'
import * as store from './store.ts'
import { assertWayIn } from './ways.ts'

/** The library is large, and few requests need it. The first of them loads it. */
export const library = () => import('@simplewebauthn/server')

const maxPasskeyNameLength = 64
/** How long a challenge is valid. */
export const challengeTtlMs = 5 * 60_000
/**
 * Makes the options for `navigator.credentials.get`. With a user, they are for the second step or
 * for a fresh proof. Without a user, they are for a sign-in without a password.
 * @throws {Refused} too_many_attempts
 */
export async function signInOptions(
  factors: SecondFactorDeps,
  {
    userId,
    from,
    purpose = 'second_factor',
    userVerification = 'preferred',
  }: {
    readonly userId?: number | undefined
    readonly from: RequestSource
    readonly purpose?: 'second_factor' | 'confirm'
    readonly userVerification?: 'required' | 'preferred'
  },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return countUse(factors.counts, challengesFrom(from.address), async () => {
    const { generateAuthenticationOptions } = await library()
    const common = { rpID: factors.host, timeout: challengeTtlMs }
    if (userId === undefined) {
      const challenge = await makeChallenge(factors, 'sign_in', null)
      return generateAuthenticationOptions({ ...common, challenge, userVerification: 'required' })
    }
    const present = await store.listPasskeys(factors.db, userId)
    const usable = purpose === 'confirm' ? present.filter(isProof) : present
    return generateAuthenticationOptions({
      ...common,
      challenge: await makeChallenge(factors, purpose, userId),
      allowCredentials: usable.map(descriptorOf),
      userVerification,
    })
  })
}

/**
 * Whether a passkey can be a fresh proof. One that the browser added by itself cannot: it needed only
 * the session, so whoever has taken over the session may have added it.
 */
const isProof = (row: store.PasskeyRow): boolean => row.second_factor

/** A user who has proved to have a passkey. */
export interface PasskeyProof extends IdentifiedUser {
  /** The methods of the proof (RFC 8176). */
  readonly amr: readonly string[]
  /** The version of the password at that time. */
  readonly passwordVersion: number
  /**
   * Checks that the user still has the passkey. Call this in the transaction of the sign-in, after
   * it has locked the user's row.
   * @throws {Refused} wrong_credentials
   */
  readonly assertLasts: (tx: Queryable) => Promise<void>
}

/**
 * Checks the response of `navigator.credentials.get` (`toJSON()`). If `given.userId` is set, the
 * passkey must belong to that user. Otherwise it replaces the password, and it must have verified
 * its user, for example by a fingerprint. Attempts are not counted, because nobody can guess a
 * signature. Challenges are counted, and each attempt needs one.
 * @throws {Refused} wrong_credentials, challenge_expired
 */
export async function verifyPasskey(
  factors: SecondFactorDeps,
  given: {
    readonly response: AuthenticationResponseJSON
    readonly userId?: number | undefined
    readonly purpose?: 'second_factor' | 'confirm'
  },
): Promise<PasskeyProof> {
  const { db } = factors
  const { response, purpose = 'second_factor' } = given
  const replacesPassword = given.userId === undefined
  await consumeChallenge(
    factors,
    response,
    replacesPassword ? 'sign_in' : purpose,
    given.userId ?? null,
  )
  const userId = given.userId ?? userOf(response)
  const known = await store.findPasskey(db, userId, String(response.id))
  const row = known !== undefined && purpose === 'confirm' && !isProof(known) ? undefined : known
  const refusedUserId = row === undefined ? null : userId
  const found =
    row && (await verifyAssertion(factors, response, row, replacesPassword).catch(() => undefined))
  const user = await findActiveUser(db, userId).catch(undefinedIfRefused)
  if (row === undefined || found === undefined || user === undefined)
    return refuse(factors, refusedUserId, replacesPassword)
  const used = await store.usePasskey(db, userId, {
    id: row.id,
    counter: found.newCounter,
    backedUp: found.credentialBackedUp,
  })
  if (!used) return refuse(factors, refusedUserId, replacesPassword)
  const key = found.credentialDeviceType === 'multiDevice' ? 'swk' : 'hwk'
  const amr = found.userVerified ? [key, 'user', 'mfa'] : [key]
  const { language, passwordVersion } = user
  const assertLasts = async (tx: Queryable): Promise<void> => {
    const present = await store.findPasskey(tx, userId, row.credential_id)
    if (present?.id !== row.id) throw new Refused(identityRefusals.wrong_credentials)
  }
  return { userId, language, amr, passwordVersion, assertLasts }
}

/**
 * Renames a passkey.
 * @returns false if the user has no such passkey
 * @throws {Refused} validation_failed, keyed `name`
 */
export async function renamePasskey(
  { db }: SecondFactorDeps,
  given: { readonly userId: number; readonly id: number; readonly name: string },
): Promise<boolean> {
  const { userId, id } = given
  const name = checkedName(given.name)
  return db.transactionFor(userId, async (tx) => {
    if (!(await store.renamePasskey(tx, userId, { id, name }))) return false
    await record(tx, { userId, action: 'passkey.renamed', details: { passkey: id } })
    return true
  })
}

/**
 * Removes a passkey, and emails the user.
 * @param given.issuers the issuers that users can sign in with
 * @returns false if the user has no such passkey
 * @throws {Refused} last_way_in, if the user could not sign in any more
 * @throws {Refused} sign_in_expired, if the session has ended
 */
export async function removePasskey(
  factors: SecondFactorDeps,
  given: InSession & {
    readonly id: number
    readonly from: RequestSource
    readonly issuers: readonly string[]
  },
): Promise<boolean> {
  const { userId, id, from, issuers } = given
  return factors.db.transactionFor(userId, async (tx) => {
    const before = await lockBeforeChange(tx, factors, given)
    if (!(await store.removePasskey(tx, userId, id))) return false
    await assertWayIn(tx, userId, issuers)
    await endWithoutFactor(tx, userId)
    await emailFactorChange(tx, factors, { before, change: 'passkey_removed', from })
    await record(tx, { userId, action: 'passkey.removed', details: { passkey: id } })
    return true
  })
}

/**
 * The user handle that a passkey stores and gives back to this service only. It is the user's id,
 * as in `sub`.
 */
export const handleOf = (userId: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(String(userId)))

/**
 * The id of the user in a response's user handle. 0, which no user has, if the handle is missing or
 * not an id.
 */
export function userOf({ response }: AuthenticationResponseJSON): number {
  const handle = Buffer.from(String(response.userHandle ?? ''), 'base64url').toString()
  return readId(handle)
}

export const descriptorOf = ({ credential_id, transports }: store.PasskeyRow) => ({
  id: credential_id,
  transports,
})

export async function makeChallenge(
  { db, clock }: SecondFactorDeps,
  purpose: store.Purpose,
  userId: number | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const { secret, hash } = mintSecret()
  const expiresAt = new Date(clock.now() + challengeTtlMs)
  await store.insertChallenge(db, { hash, purpose, userId, expiresAt })
  return Uint8Array.from(Buffer.from(secret, 'base64url'))
}

/**
 * Uses up the challenge of a response, even if the response is refused later.
 * @throws {Refused} challenge_expired
 */
export async function consumeChallenge(
  { db, clock }: SecondFactorDeps,
  answer: RegistrationResponseJSON | AuthenticationResponseJSON,
  purpose: store.Purpose,
  userId: number | null,
): Promise<void> {
  const now = new Date(clock.now())
  const challenge = { hash: hashSecret(challengeOf(answer)), purpose, userId, now }
  if (!(await store.consumeChallenge(db, challenge)))
    throw new Refused(identityRefusals.challenge_expired)
}

/**
 * The challenge that a response contains. After `consumeChallenge` has found it, the response is
 * verified against it.
 * @throws {Refused} wrong_credentials, if the response has no readable client data
 */
export function challengeOf(answer: RegistrationResponseJSON | AuthenticationResponseJSON): string {
  try {
    const clientData = Buffer.from(answer.response.clientDataJSON, 'base64url').toString()
    return String((JSON.parse(clientData) as { challenge?: unknown }).challenge)
  } catch {
    throw new Refused(identityRefusals.wrong_credentials)
  }
}

async function verifyAssertion(
  { origins, host }: SecondFactorDeps,
  response: AuthenticationResponseJSON,
  row: store.PasskeyRow,
  replacesPassword: boolean,
): Promise<VerifiedAuthenticationResponse['authenticationInfo'] | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challengeOf(response),
    expectedOrigin: [...origins],
    expectedRPID: host,
    credential: {
      id: row.credential_id,
      publicKey: Uint8Array.from(row.public_key),
      counter: row.counter,
    },
    requireUserVerification: replacesPassword,
  })
  return verified ? authenticationInfo : undefined
}

/** @throws {Refused} wrong_credentials */
async function refuse(
  { recordRefusal }: SecondFactorDeps,
  userId: number | null,
  replacesPassword: boolean,
): Promise<never> {
  await recordRefusal(
    replacesPassword
      ? { userId, action: 'sign_in.refused', details: { by: 'passkey' } }
      : { userId, action: 'second_factor.refused', details: { kind: 'passkey' } },
  )
  throw new Refused(identityRefusals.wrong_credentials)
}

function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof Refused)) throw error
}

export function checkedName(given: string): string {
  const name = normalise(given)
  if (isBlank(name) || hasForbiddenCharacter(name) || [...name].length > maxPasskeyNameLength)
    throw new Refused(refusals.validation_failed, {
      faults: new Map([['name', [['page.error.passkey_name']]]]),
    })
  return name
}
