import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
  VerifiedRegistrationResponse,
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
  addInTransaction,
  emailFactorChange,
  endWithoutFactor,
  type InSession,
  lockBeforeChange,
} from './factor-changes.ts'
import { ensureRecoveryCodes } from './recovery-codes.ts'
import {
  findFactorKinds,
  type Passkey,
  passkeyOf,
  type SecondFactorDeps,
} from './second-factors.ts'
import * as store from './store.ts'
import { assertWayIn } from './ways.ts'

/** The URL of the script file that creates and uses passkeys in pages. */
export const passkeyScript = new URL('passkey-page.js', import.meta.url)

/** The library is large, and few requests need it. The first of them loads it. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** The most passkeys that a user may have. */
export const maxPasskeysPerUser = 20
const maxPasskeyNameLength = 64
/** How long a challenge is valid. */
const challengeTtlMs = 5 * 60_000
/** EdDSA, ES256 and RS256 (RFC 9053): the algorithms of common authenticators. */
const algorithms = [-8, -7, -257]

/**
 * Makes the options for `navigator.credentials.create`, as JSON. Their challenges are counted, and
 * each registration needs one.
 * @param given.purpose `upgrade` if the browser adds the passkey by itself
 * @throws {Refused} limit_reached, too_many_attempts
 */
export async function registrationOptions(
  factors: SecondFactorDeps,
  {
    userId,
    from,
    purpose = 'register',
  }: {
    readonly userId: number
    readonly from: RequestSource
    readonly purpose?: RegistrationPurpose
  },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { db, host, serviceName } = factors
  return countUse(factors.counts, challengesFrom(from.address), async () => {
    const { email, fullName } = await findActiveUser(db, userId)
    const present = await store.listPasskeys(db, userId)
    assertRoom(present)
    const { generateRegistrationOptions } = await library()
    return generateRegistrationOptions({
      rpName: serviceName,
      rpID: host,
      userID: handleOf(userId),
      userName: email,
      userDisplayName: fullName ?? email,
      challenge: await makeChallenge(factors, purpose, userId),
      timeout: challengeTtlMs,
      attestationType: 'none',
      excludeCredentials: present.map(descriptorOf),
      authenticatorSelection: {
        residentKey: purpose === 'upgrade' ? 'required' : 'preferred',
        userVerification: 'preferred',
      },
      supportedAlgorithmIDs: algorithms,
    })
  })
}

/**
 * How a passkey is added: by the user, or by the browser after a sign-in with the password (WebAuthn
 * 3, 5.1.3, conditional create).
 */
export type RegistrationPurpose = 'register' | 'upgrade'

/**
 * Adds a passkey with the response of `navigator.credentials.create` (`toJSON()`). A passkey that the
 * browser adds by itself is no second factor, because its user has no recovery codes, and would need
 * a second step on every other device. Only users without a second factor get one.
 * @returns the passkey, and new recovery codes to show once; no codes if the user already has some
 * @throws {Refused} wrong_credentials (the response does not verify), challenge_expired
 * @throws {Refused} sign_in_expired (the session)
 * @throws {Refused} validation_failed, keyed `name`; limit_reached
 * @throws {Refused} forbidden, if the browser adds it and the user has a second factor
 */
export async function registerPasskey(
  factors: SecondFactorDeps,
  given: InSession & {
    readonly response: RegistrationResponseJSON
    readonly name: string
    readonly from: RequestSource
    readonly purpose?: RegistrationPurpose
  },
): Promise<{ readonly passkey: Passkey; readonly recoveryCodes: readonly string[] }> {
  const { userId, response, purpose = 'register' } = given
  const isUpgrade = purpose === 'upgrade'
  const name = checkedName(given.name)
  await consumeChallenge(factors, response, purpose, userId)
  const { credential, credentialBackedUp } = await verifyRegistration(factors, response, purpose)
  return addInTransaction(factors, userId, async (tx) => {
    const before = await lockBeforeChange(tx, factors, given)
    assertRoom(await store.listPasskeys(tx, userId))
    if (isUpgrade && (await findFactorKinds(tx, userId)).required)
      throw new Refused(refusals.forbidden)
    const row = await store.insertPasskey(tx, userId, {
      name,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: transportsOf(credential.transports),
      backed_up: credentialBackedUp,
      second_factor: !isUpgrade,
    })
    if (row === undefined) throw new Refused(identityRefusals.wrong_credentials)
    const recoveryCodes = isUpgrade ? [] : await ensureRecoveryCodes(tx, userId)
    await emailFactorChange(tx, factors, { before, change: 'passkey_added', from: given.from })
    const details = { passkey: row.id, ...(isUpgrade && { by: 'browser' }) }
    await record(tx, { userId, action: 'passkey.added', details })
    return { passkey: passkeyOf(row), recoveryCodes }
  })
}

/** @throws {Refused} limit_reached, if the user can have no other passkey */
function assertRoom({ length }: readonly store.PasskeyRow[]): void {
  if (length >= maxPasskeysPerUser)
    throw new Refused(refusals.limit_reached, {
      message: ['page.text.passkeys_full', { max: maxPasskeysPerUser }],
    })
}

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

const descriptorOf = ({ credential_id, transports }: store.PasskeyRow) => ({
  id: credential_id,
  transports,
})

/** Hints of the browser. They are stored to give them back to it. */
const transportsOf = (given: readonly string[] = []): string[] =>
  given.filter((one) => typeof one === 'string' && /^[a-z-]{1,20}$/.test(one)).slice(0, 8)

async function makeChallenge(
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
async function consumeChallenge(
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
function challengeOf(answer: RegistrationResponseJSON | AuthenticationResponseJSON): string {
  try {
    const clientData = Buffer.from(answer.response.clientDataJSON, 'base64url').toString()
    return String((JSON.parse(clientData) as { challenge?: unknown }).challenge)
  } catch {
    throw new Refused(identityRefusals.wrong_credentials)
  }
}

async function verifyRegistration(
  { origins, host }: SecondFactorDeps,
  response: RegistrationResponseJSON,
  purpose: RegistrationPurpose,
): Promise<NonNullable<VerifiedRegistrationResponse['registrationInfo']>> {
  const { verifyRegistrationResponse } = await library()
  const expectedChallenge = challengeOf(response)
  const verified = await withoutAttestation(response)
    .then((bare) =>
      verifyRegistrationResponse({
        response: bare,
        expectedChallenge,
        expectedOrigin: [...origins],
        expectedRPID: host,
        // The browser adds it without a gesture (WebAuthn 3, 7.1, step 15).
        requireUserPresence: purpose === 'register',
        requireUserVerification: false,
        supportedAlgorithmIDs: algorithms,
      }),
    )
    .catch(() => undefined)
  if (verified?.registrationInfo === undefined)
    throw new Refused(identityRefusals.wrong_credentials)
  return verified.registrationInfo
}

/**
 * Replaces the attestation of a response by that of the format "none" (WebAuthn, 8.7). A client can
 * send any attestation, although none was requested. The library would check its certificates, and
 * would request any URL that they contain.
 */
async function withoutAttestation(
  response: RegistrationResponseJSON,
): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await helpers()
  const given = isoBase64URL.toBuffer(response.response.attestationObject)
  const none = new Map<string, string | Map<string, never> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, never>()],
    ['authData', decodeAttestationObject(given).get('authData')],
  ])
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(none))
  return { ...response, response: { ...response.response, attestationObject } }
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

function checkedName(given: string): string {
  const name = normalise(given)
  if (isBlank(name) || hasForbiddenCharacter(name) || [...name].length > maxPasskeyNameLength)
    throw new Refused(refusals.validation_failed, {
      faults: new Map([['name', [['page.error.passkey_name']]]]),
    })
  return name
}
