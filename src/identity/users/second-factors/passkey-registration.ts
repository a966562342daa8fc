import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { record } from '../../../support/audit/audit.ts'
import { challengesFrom } from '../../../support/limits/subjects.ts'
import { countUse } from '../../../support/limits/table-counts.ts'
import { findActiveUser, type RequestSource } from '../credentials/credentials.ts'
import { identityRefusals } from '../refusals.ts'
import {
  addInTransaction,
  emailFactorChange,
  type InSession,
  lockBeforeChange,
} from './factor-changes.ts'
import {
  challengeOf,
  challengeTtlMs,
  checkedName,
  consumeChallenge,
  descriptorOf,
  handleOf,
  library,
  makeChallenge,
} from './passkeys.ts'
import { ensureRecoveryCodes } from './recovery-codes.ts'
import {
  findFactorKinds,
  type Passkey,
  passkeyOf,
  type SecondFactorDeps,
} from './second-factors.ts'
import * as store from './store.ts'

/* How a passkey is added: by its user, or by the browser. */

/** The most passkeys that a user may have. */
export const maxPasskeysPerUser = 20
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

/** Hints of the browser. They are stored to give them back to it. */
const transportsOf = (given: readonly string[] = []): string[] =>
  given.filter((one) => typeof one === 'string' && /^[a-z-]{1,20}$/.test(one)).slice(0, 8)

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
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import(
    '@simplewebauthn/server/helpers'
  )
  const given = isoBase64URL.toBuffer(response.response.attestationObject)
  const none = new Map<string, string | Map<string, never> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, never>()],
    ['authData', decodeAttestationObject(given).get('authData')],
  ])
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(none))
  return { ...response, response: { ...response.response, attestationObject } }
}
