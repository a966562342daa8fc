import assert from 'node:assert/strict'
import { signUp } from '../../src/identity/users/accounts/sign-up.ts'
import {
  type CredentialDeps,
  openCredentials,
  type RequestSource,
} from '../../src/identity/users/credentials/credentials.ts'
import { identityRefusals } from '../../src/identity/users/refusals.ts'
import {
  openSecondFactors,
  type SecondFactorDeps,
} from '../../src/identity/users/second-factors/second-factors.ts'
import { isRefused, Refused, refusals } from '../../src/platform/errors/refusals.ts'
import { openUndoPayout } from '../../src/resources/payment-methods/payouts/undo.ts'
import { openPayouts } from '../../src/resources/payment-methods/wallet/payout-emails.ts'
import { type RecordRefusal, recordRefusals } from '../../src/support/audit/refusals/refusals.ts'
import { limits } from '../../src/support/limits/limits.ts'
import { limitRefusals } from '../../src/support/limits/refusals.ts'
import { openMailer } from '../../src/support/mail/mailer.ts'
import { type Foyer, secretKey, TestClock } from './foyer.ts'
import { type OpenDatabase, sql } from './inside.ts'
import { newAddress } from './networks.ts'
import { retryBusy } from './retry-busy.ts'
import { repetitions } from './soak.ts'

export const anotherPassword = 'battery staple'

/** The origin of links and passkeys. */
export const authUrl = 'https://accounts.example'

/**
 * The operations of sign-in on a service's database, with their own clock. Tests call them without
 * HTTP.
 */
export interface Desk {
  readonly clock: TestClock
  readonly credentials: CredentialDeps
  readonly factors: SecondFactorDeps
  /** A new network, so that tests do not use up each other's attempts. */
  readonly from: RequestSource
}

export function openDesk({ db }: Foyer, clock = new TestClock()): Desk {
  const mailer = openMailer({ secretKey })
  const write = recordRefusals(db, clock)
  // A wrong guess is counted before its record is written, so only the record is repeated.
  const recordRefusal: RecordRefusal = (entry) => retryBusy(() => write(entry))
  const parts = { db, clock, mailer, authUrl, serviceName: 'Grand Hall', secretKey, recordRefusal }
  return {
    clock,
    credentials: openCredentials({ ...parts, undoPayout: openUndoPayout(openPayouts(parts)) }),
    factors: openSecondFactors(parts),
    from: someNetwork(),
  }
}

/** An address in a network that no other test uses. */
export const someNetwork = (): RequestSource => ({ address: newAddress() })

/** Strangers sign up with an address until no stranger can have another email sent to it. */
export async function floodWithSignUps(foyer: Foyer, email: string): Promise<void> {
  const { credentials } = openDesk(foyer)
  const theirs = { email, password: 'a password of strangers', fullName: null } as const
  const strangers = Array.from({ length: limits.email.max + 1 }, () =>
    retryBusy(() => signUp(credentials, { ...theirs, language: 'en', from: someNetwork() })),
  )
  await Promise.all(strangers)
}

/** The names that tests use for refused sign-ins. */
const reasons = {
  wrong: identityRefusals.wrong_credentials,
  ended: identityRefusals.expired,
  challenge: identityRefusals.challenge_expired,
  signed_out: identityRefusals.sign_in_expired,
  too_many: limitRefusals.too_many_attempts,
  changed: refusals.precondition_failed,
} as const

/** Asserts that an action is refused for a reason. @returns the seconds until the next attempt */
export async function refused(
  action: Promise<unknown>,
  reason: keyof typeof reasons,
): Promise<number> {
  const error = await action.then(
    () => assert.fail(`not refused: ${reason}`),
    (error: unknown) => error,
  )
  assert.ok(error instanceof Refused, String(error))
  assert.equal(error.code, reasons[reason].code)
  return error.details.retryAfterSeconds ?? 0
}

/** Counts attempts by outcome: `done`, or the reason of the refusal. */
export async function outcomes(
  attempts: readonly Promise<unknown>[],
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const result of await Promise.allSettled(attempts)) {
    const name = result.status === 'fulfilled' ? 'done' : reasonOf(result.reason)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/**
 * How many attempts `outcomesOf` makes at once. Beside other work, the last answers to hundreds of
 * attempts would be too late, although these attempts count. The soak runs without other work.
 */
const atOnce = repetitions({ short: 40, soak: Number.POSITIVE_INFINITY })

/** Makes attempts, many at once, and counts them as `outcomes` does. */
export async function outcomesOf(
  count: number,
  attempt: (index: number) => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (let made = 0; made < count; made += atOnce) {
    const length = Math.min(atOnce, count - made)
    const wave = await outcomes(Array.from({ length }, (_, index) => attempt(made + index)))
    for (const [name, times] of Object.entries(wave)) counts[name] = (counts[name] ?? 0) + times
  }
  return counts
}

const reasonOf = (error: unknown): string =>
  Object.entries(reasons).find(([, refusal]) => isRefused(error, refusal))?.[0] ?? String(error)

/** The records of a user in the audit trail, in order. For null, the records without a user. */
export async function trailOf(db: OpenDatabase, userId: number | null): Promise<string[]> {
  const rows = await db.query<{ action: string }>(
    sql`select action from audit_records where user_id = ${userId ?? 0} order by seq`,
  )
  return rows.map(({ action }) => action)
}

/** A whole table as text, as a dump would have it. */
export async function dumpOf(
  db: OpenDatabase,
  table: 'links' | 'attempts' | 'totp_secrets' | 'recovery_codes' | 'passkey_challenges',
): Promise<string> {
  const rows = {
    links: sql`select to_jsonb(t) as row from links t`,
    attempts: sql`select to_jsonb(t) as row from attempts t`,
    totp_secrets: sql`select to_jsonb(t) as row from totp_secrets t`,
    recovery_codes: sql`select to_jsonb(t) as row from recovery_codes t`,
    passkey_challenges: sql`select to_jsonb(t) as row from passkey_challenges t`,
  }
  const text = JSON.stringify(await db.query(rows[table]))
  const bytes = [...text.matchAll(/\\\\x([0-9a-f]+)/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').toString('latin1'),
  )
  return [text, ...bytes].join('\n')
}

/** The token in a link. */
export const tokenIn = (link: string): string => new URL(link).searchParams.get('token') ?? ''
