import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { readId } from '../../platform/http/api/query.ts'
import { hashSecret, mintSecret } from '../../platform/secrets/secrets.ts'
import { hasForbiddenCharacter, isBlank, normalise } from '../../platform/text/text.ts'
import { record } from '../../support/audit/audit.ts'
import { challengesFrom } from '../../support/throttle/limits.ts'
import { use } from '../../support/throttle/throttle.ts'
import { type From, findPerson, type Known, lockPerson } from '../credentials/credentials.ts'
import { identityRefusals } from '../refusals.ts'
import { ensureRecoveryCodes } from './recovery-codes.ts'
import {
  dropUselessCodes,
  type Passkey,
  passkeyOf,
  type SecondFactorDeps,
  tellChange,
} from './second-factors.ts'
import * as store from './store.ts'

/** Large, and wanted by few requests: loaded with the first of them. */
const library = () => import('@simplewebauthn/server')

const mostPasskeys = 20
const longestName = 64
/** How long a challenge may be answered, in milliseconds. */
const challengeTtlMs = 5 * 60_000
/** EdDSA, ES256 and RS256 (RFC 9053): what authenticators in use have. */
const algorithms = [-8, -7, -257]

/** What `navigator.credentials.create` is to be given, as JSON. */
export async function registrationOptions(
  factors: SecondFactorDeps,
  userId: number,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { db, host, serviceName } = factors
  const { email, fullName } = await findPerson(db, userId)
  const present = await store.listPasskeys(db, userId)
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: serviceName,
    rpID: host,
    userID: handleOf(userId),
    userName: email,
    userDisplayName: fullName ?? email,
    challenge: await makeChallenge(factors, 'register', userId),
    timeout: challengeTtlMs,
    attestationType: 'none',
    excludeCredentials: present.map(descriptorOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: algorithms,
  })
}

/**
 * Adds a passkey by the answer of `navigator.credentials.create` (`toJSON()`).
 * @returns the passkey, and recovery codes, shown this once; none where the user has some already
 * @throws {Refused} wrong_credentials (the answer does not verify), expired (the challenge)
 * @throws {Refused} validation_failed, keyed `name`; limit_reached
 */
export async function registerPasskey(
  factors: SecondFactorDeps,
  given: {
    readonly userId: number
    readonly response: RegistrationResponseJSON
    readonly name: string
    readonly from: From
  },
): Promise<{ readonly passkey: Passkey; readonly recoveryCodes: readonly string[] }> {
  const { db, mailer } = factors
  const { userId, response } = given
  const name = checkedName(given.name)
  await takeChallenge(factors, response, 'register', userId)
  const { credential, credentialBackedUp } = await verifiedRegistration(factors, response)
  return db.transactionFor(userId, async (tx) => {
    const person = await lockPerson(tx, userId)
    const present = await store.listPasskeys(tx, userId)
    if (present.length >= mostPasskeys) throw new Refused(refusals.limit_reached)
    const row = await store.insertPasskey(tx, userId, {
      name,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: transportsOf(credential.transports),
      backed_up: credentialBackedUp,
    })
    if (row === undefined) throw new Refused(identityRefusals.wrong_credentials)
    const recoveryCodes = await ensureRecoveryCodes(tx, userId)
    await tellChange(tx, mailer, { person, change: 'passkey_added', from: given.from })
    await record(tx, { userId, action: 'passkey.added', details: { passkey: row.id } })
    return { passkey: passkeyOf(row), recoveryCodes }
  })
}

/**
 * What `navigator.credentials.get` is to be given: for a sign-in without a password, or, with a user, for the second step.
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
    readonly from: From
    readonly purpose?: 'second_factor' | 'confirm'
    readonly userVerification?: 'required' | 'preferred'
  },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return use(factors.throttle, challengesFrom(from.address), async () => {
    const { generateAuthenticationOptions } = await library()
    const common = { rpID: factors.host, timeout: challengeTtlMs }
    if (userId === undefined) {
      const challenge = await makeChallenge(factors, 'sign_in', null)
      return generateAuthenticationOptions({ ...common, challenge, userVerification: 'required' })
    }
    return generateAuthenticationOptions({
      ...common,
      challenge: await makeChallenge(factors, purpose, userId),
      allowCredentials: (await store.listPasskeys(factors.db, userId)).map(descriptorOf),
      userVerification,
    })
  })
}

/**
 * Checks the answer of `navigator.credentials.get` (`toJSON()`): of anybody, or of the user whose second step it is. In
 * place of a password it must have verified its user, for example by a fingerprint. Nobody can guess a signature, so
 * attempts are not counted. Challenges are, and each attempt needs one.
 * @returns who it is, and how that was proved (RFC 8176)
 * @throws {Refused} wrong_credentials, expired (the challenge)
 */
export async function verifyPasskey(
  factors: SecondFactorDeps,
  given: {
    readonly response: AuthenticationResponseJSON
    readonly userId?: number | undefined
    readonly purpose?: 'second_factor' | 'confirm'
  },
): Promise<Known & { readonly amr: readonly string[] }> {
  const { db } = factors
  const { response, purpose = 'second_factor' } = given
  const alone = given.userId === undefined
  await takeChallenge(factors, response, alone ? 'sign_in' : purpose, given.userId ?? null)
  const userId = given.userId ?? userOf(response)
  const row = await store.findPasskey(db, userId, String(response.id))
  const refused = row === undefined ? null : userId
  const found = row && (await verifiedUse(factors, response, row, alone).catch(() => undefined))
  const person = await findPerson(db, userId).catch(noneIfEnded)
  if (row === undefined || found === undefined || person === undefined)
    return refuse(factors, refused, alone)
  const used = await store.usePasskey(db, userId, {
    id: row.id,
    counter: found.newCounter,
    backedUp: found.credentialBackedUp,
  })
  if (!used) return refuse(factors, refused, alone)
  const key = found.credentialDeviceType === 'multiDevice' ? 'swk' : 'hwk'
  const amr = found.userVerified ? [key, 'user', 'mfa'] : [key]
  return { userId, language: person.language, amr }
}

/** @returns false where the user has no such passkey @throws {Refused} validation_failed, keyed `name` */
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

/** @returns false where the user has no such passkey */
export async function removePasskey(
  { db, mailer }: SecondFactorDeps,
  given: { readonly userId: number; readonly id: number; readonly from: From },
): Promise<boolean> {
  const { userId, id, from } = given
  return db.transactionFor(userId, async (tx) => {
    const person = await lockPerson(tx, userId)
    if (!(await store.removePasskey(tx, userId, id))) return false
    await dropUselessCodes(tx, userId)
    await tellChange(tx, mailer, { person, change: 'passkey_removed', from })
    await record(tx, { userId, action: 'passkey.removed', details: { passkey: id } })
    return true
  })
}

/** Who a passkey says it is, to its relying party alone: the number that applications see as `sub`. */
const handleOf = (userId: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(String(userId)))

/** The user whom an answer names; 0, which nobody has, where it names none. */
function userOf({ response }: AuthenticationResponseJSON): number {
  const handle = Buffer.from(String(response.userHandle ?? ''), 'base64url').toString()
  return readId(handle)
}

const descriptorOf = ({ credential_id, transports }: store.PasskeyRow) => ({
  id: credential_id,
  transports,
})

/** Hints of the browser, kept to be given back to it. */
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

/** Takes the challenge that an answer is to, whatever becomes of the answer. @throws {Refused} expired */
async function takeChallenge(
  { db, clock }: SecondFactorDeps,
  answer: RegistrationResponseJSON | AuthenticationResponseJSON,
  purpose: store.Purpose,
  userId: number | null,
): Promise<void> {
  const now = new Date(clock.now())
  const challenge = { hash: hashSecret(challengeOf(answer)), purpose, userId, now }
  if (!(await store.takeChallenge(db, challenge))) throw new Refused(identityRefusals.expired)
}

/** The challenge that an answer says it is to; what it is verified against, once that is known to be ours. */
function challengeOf(answer: RegistrationResponseJSON | AuthenticationResponseJSON): string {
  try {
    const said = Buffer.from(answer.response.clientDataJSON, 'base64url').toString()
    return String((JSON.parse(said) as { challenge?: unknown }).challenge)
  } catch {
    throw new Refused(identityRefusals.wrong_credentials)
  }
}

async function verifiedRegistration(
  { origin, host }: SecondFactorDeps,
  response: RegistrationResponseJSON,
): Promise<NonNullable<VerifiedRegistrationResponse['registrationInfo']>> {
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challengeOf(response),
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined)
  if (verified?.registrationInfo === undefined)
    throw new Refused(identityRefusals.wrong_credentials)
  return verified.registrationInfo
}

async function verifiedUse(
  { origin, host }: SecondFactorDeps,
  response: AuthenticationResponseJSON,
  row: store.PasskeyRow,
  alone: boolean,
): Promise<VerifiedAuthenticationResponse['authenticationInfo'] | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challengeOf(response),
    expectedOrigin: origin,
    expectedRPID: host,
    credential: {
      id: row.credential_id,
      publicKey: Uint8Array.from(row.public_key),
      counter: row.counter,
    },
    requireUserVerification: alone,
  })
  return verified ? authenticationInfo : undefined
}

/** @throws {Refused} wrong_credentials */
async function refuse(
  { recordRefusal }: SecondFactorDeps,
  userId: number | null,
  alone: boolean,
): Promise<never> {
  await recordRefusal(
    alone
      ? { userId, action: 'sign_in.refused', details: { by: 'passkey' } }
      : { userId, action: 'second_factor.refused', details: { kind: 'passkey' } },
  )
  throw new Refused(identityRefusals.wrong_credentials)
}

function noneIfEnded(error: unknown): undefined {
  if (!(error instanceof Refused)) throw error
}

function checkedName(given: string): string {
  const name = normalise(given)
  if (isBlank(name) || hasForbiddenCharacter(name) || [...name].length > longestName)
    throw new Refused(refusals.validation_failed, {
      faults: new Map([['name', [['page.error.passkey_name']]]]),
    })
  return name
}
