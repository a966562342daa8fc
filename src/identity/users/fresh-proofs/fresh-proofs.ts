import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Clock } from '../../../platform/clock.ts'
import { removeInBatches } from '../../../platform/database/batches.ts'
import type { Database, Queryable } from '../../../platform/database/db.ts'
import { isRefused, Refused } from '../../../platform/errors/refusals.ts'
import { record } from '../../../support/audit/audit.ts'
import {
  type CredentialDeps,
  checkOwnPassword,
  type RequestSource,
} from '../credentials/credentials.ts'
import { identityRefusals } from '../refusals.ts'
import { checkCode } from '../second-factors/check-code.ts'
import { verifyPasskey } from '../second-factors/passkeys.ts'
import { findFactorKinds, type SecondFactorDeps } from '../second-factors/second-factors.ts'
import * as store from './store.ts'

/*
 * Somebody may have stolen a session or found it left open. So a session is not enough to change
 * how its user signs in, or where money goes. Each group of changes needs a fresh proof: the
 * password or a passkey, and the second factor if there is one. The sign-in itself does not count
 * as a fresh proof.
 */

/** The groups of changes. Each group needs a separate proof. */
export const proofPurposes = [
  'email',
  'password',
  'totp',
  'recovery_codes',
  'passkeys',
  'providers',
  'export',
  'erasure',
  'operator',
  'applications',
  'payouts',
] as const
export type ProofPurpose = (typeof proofPurposes)[number]

/** How long a proof is valid, and how long its second step may take. */
const proofTtlMs = 5 * 60_000

export interface FreshProofDeps {
  readonly db: Database
  readonly clock: Clock
  readonly credentials: CredentialDeps
  readonly secondFactors: SecondFactorDeps
}

/** The user and the session of a proof, and its purpose. */
export interface ProofTarget {
  readonly userId: number
  readonly sessionUid: string
  readonly purpose: ProofPurpose
}

/** `password` means that the password was right and the second factor is still missing. */
export type ProofState = 'none' | 'password' | 'complete'

export async function proofState(
  { db, clock }: Pick<FreshProofDeps, 'clock'> & { readonly db: Queryable },
  target: ProofTarget,
): Promise<ProofState> {
  const found = await store.find(db, target.userId, target, new Date(clock.now()))
  if (found?.complete) return 'complete'
  return found?.amr.includes('pwd') ? 'password' : 'none'
}

/**
 * Checks the password again.
 * @throws {Refused} wrong_credentials
 * @throws {Refused} too_many_attempts
 */
export async function provePassword(
  proofs: FreshProofDeps,
  given: ProofTarget & { readonly password: string },
): Promise<void> {
  await checkOwnPassword(proofs.credentials, given)
  const { required } = await findFactorKinds(proofs.db, given.userId)
  await save(proofs, given, ['pwd'], !required)
}

/**
 * Checks a code of the authenticator app, or a recovery code, after the password.
 * @throws {Refused} wrong_credentials, expired (the password was too long ago)
 * @throws {Refused} too_many_attempts
 */
export async function proveCode(
  proofs: FreshProofDeps,
  given: ProofTarget & { readonly code: string; readonly from: RequestSource },
): Promise<void> {
  if ((await proofState(proofs, given)) !== 'password') throw new Refused(identityRefusals.expired)
  const { userId } = given
  await checkCode(proofs.secondFactors, given, (take) =>
    proofs.db.transactionFor(userId, async (tx) => {
      try {
        await take(tx)
      } catch (error) {
        // The same form, sent twice, has taken the code and saved the proof.
        if (!isRefused(error, identityRefusals.wrong_credentials)) throw error
        if ((await proofState({ ...proofs, db: tx }, given)) === 'complete') return
        throw error
      }
      await saveIn(tx, proofs, given, ['pwd', 'otp', 'mfa'], true)
    }),
  )
}

/**
 * Checks a passkey. With user verification, the passkey is a complete proof. Without it, the
 * passkey is the second factor after the password.
 * @throws {Refused} wrong_credentials, challenge_expired
 */
export async function provePasskey(
  proofs: FreshProofDeps,
  given: ProofTarget & { readonly response: AuthenticationResponseJSON },
): Promise<void> {
  const state = await proofState(proofs, given)
  const { userId, response } = given
  const { amr } = await verifyPasskey(proofs.secondFactors, {
    response,
    userId,
    purpose: 'confirm',
  })
  const first = state === 'password' ? ['pwd'] : []
  if (first.length === 0 && !amr.includes('user'))
    throw new Refused(identityRefusals.wrong_credentials)
  await save(proofs, given, [...new Set([...first, ...amr, 'mfa'])], true)
}

const save = (
  proofs: FreshProofDeps,
  target: ProofTarget,
  amr: readonly string[],
  complete: boolean,
): Promise<void> =>
  proofs.db.transactionFor(target.userId, (tx) => saveIn(tx, proofs, target, amr, complete))

async function saveIn(
  tx: Queryable,
  { clock }: Pick<FreshProofDeps, 'clock'>,
  { userId, sessionUid, purpose }: ProofTarget,
  amr: readonly string[],
  complete: boolean,
): Promise<void> {
  const expiresAt = new Date(clock.now() + proofTtlMs)
  await store.save(tx, userId, { sessionUid, purpose, amr, complete, expiresAt })
  if (!complete) return
  const details = { session: sessionUid, purpose, amr: amr.join(' ') }
  await record(tx, { userId, action: 'identity.confirmed', details })
}

/** Saves fields of a form that was sent without a proof. Never a password. */
export const saveFields = (
  { db, clock }: FreshProofDeps,
  { userId, sessionUid, purpose }: ProofTarget,
  fields: Readonly<Record<string, string>>,
): Promise<void> =>
  store.saveFields(db, userId, {
    sessionUid,
    purpose,
    fields,
    expiresAt: new Date(clock.now() + proofTtlMs),
  })

/** The saved fields of a form that was sent without a proof. */
export const findSavedFields = async (
  { db, clock }: FreshProofDeps,
  target: ProofTarget,
): Promise<Readonly<Record<string, string>>> =>
  (await store.find(db, target.userId, target, new Date(clock.now())))?.kept ?? {}

/** Deletes expired proofs. Call this every few minutes. */
export const removeExpiredProofs = (db: Database): Promise<number> =>
  removeInBatches((limit) => store.removeExpired(db, limit))
