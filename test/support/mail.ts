import {
  type Email,
  type EmailKind,
  emailQueue,
  type FactorChange,
} from '../../src/support/mail/mailer.ts'
import { secretKey } from './foyer.ts'
import { type Language, type OpenDatabase, sql } from './inside.ts'

/*
 * Emails that were queued in a test. `onEveryDatabase` does not deliver them: they stay in the
 * queue, sealed, and are read from there after the transaction that queued them has committed:
 *
 *   const [letter] = await emailsTo(foyer.db, user.email)
 *   const link = await linkTo(foyer.db, user.email, 'reset_password')
 */

/**
 * The emails to an address, exactly as written, the oldest first. Those about sign-ins are left out,
 * because nearly every test signs in: see `signInEmailsTo`.
 */
export const emailsTo = async (db: OpenDatabase, email: string): Promise<Email[]> =>
  (await allEmailsTo(db, email)).filter(({ kind }) => kind !== 'new_sign_in')

/** The emails to an address about sign-ins from new browsers, the oldest first. */
export const signInEmailsTo = async (db: OpenDatabase, email: string): Promise<Email[]> =>
  (await allEmailsTo(db, email)).filter(({ kind }) => kind === 'new_sign_in')

async function allEmailsTo(db: OpenDatabase, email: string): Promise<Email[]> {
  const queue = emailQueue(secretKey)
  const rows = await db.query<{ id: string; sealed: Buffer }>(
    sql`select id, sealed from jobs where queue = ${queue.name} order by created_at`,
  )
  return rows.map(({ id, sealed }) => queue.read({ id, sealed })).filter(({ to }) => to === email)
}

/** The link of the last email of a kind to an address. @throws if there is none */
export async function linkTo(db: OpenDatabase, email: string, kind: EmailKind): Promise<string> {
  const letter = (await emailsTo(db, email)).findLast((letter) => letter.kind === kind)
  if (letter?.link === undefined) throw new Error(`There is no ${kind} with a link.`)
  return letter.link
}

/** Makes all emails due that wait for a retry, or that an instance has claimed. */
export const makeEmailsDue = (db: OpenDatabase): Promise<unknown> =>
  db.query(sql`update jobs set due_at = now() where queue = 'mail'`)

/** The number of emails that are queued or being sent. */
export async function emailsLeft(db: OpenDatabase): Promise<number> {
  const [row] = await db.query<{ left: number }>(
    sql`select count(*)::int as left from jobs where queue = 'mail'`,
  )
  return row?.left ?? 0
}

export const someLink = 'https://id.example.com/new-password?token=s3cr3t&x=%22%3E'

const kinds = [
  'confirm_email',
  'account_exists',
  'reset_password',
  'password_changed',
  'address_confirmed',
  'confirm_new_email',
  'email_changed',
  'account_recovered',
  'address_taken_back',
  'second_factor_changed',
  'new_sign_in',
  'sign_in_link',
  'sign_in_code',
  'erasure_requested',
  'erasure_cancelled',
  'account_erased',
  'data_exported',
  'application_secret_changed',
  'application_uris_changed',
  'support_factors_reset',
  'support_password_set',
  'support_email_set',
  'support_email_removed',
  'support_disabled',
  'support_enabled',
  'developer_admitted',
  'webhook_disabled',
  'confirm_payout',
  'confirm_bank_account',
  'payout_changed',
  'payout_cleared',
  'payout_deleted',
  'payout_undone',
  'payout_details',
] as const satisfies readonly EmailKind[]

const withLink: readonly EmailKind[] = [
  'confirm_email',
  'account_exists',
  'reset_password',
  'confirm_new_email',
  'email_changed',
  'account_recovered',
  'support_factors_reset',
  'support_email_set',
  'sign_in_link',
  'sign_in_code',
  'webhook_disabled',
  'application_secret_changed',
  'application_uris_changed',
  'confirm_payout',
  'confirm_bank_account',
  'payout_changed',
  'payout_cleared',
  'new_sign_in',
]

const changes = [
  'totp_added',
  'totp_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_renewed',
  'identity_added',
  'identity_removed',
] as const satisfies readonly FactorChange[]

/** Emails of every kind. Those queued by older versions of Foyer do not name the change. */
export const emailsOfEveryKind = (language: Language): readonly Email[] =>
  [
    ...kinds.map((kind) => ({ kind })),
    ...changes.map((change) => ({ kind: 'second_factor_changed' as const, change })),
  ].map((letter) => ({
    ...letter,
    to: `${'change' in letter ? letter.change : letter.kind}@${language}.example`,
    language,
    ...((withLink.includes(letter.kind) || 'change' in letter) && { link: someLink }),
    ...(letter.kind === 'new_sign_in' && { amr: ['pwd', 'otp', 'mfa'], place: 'Cologne' }),
    ...(letter.kind === 'sign_in_link' && { code: '7k3m-q9x2-0dhv-w4et' }),
    ...('change' in letter && { provider: 'Example' }),
    ...(letter.kind === 'sign_in_code' && { code: '1234 5678' }),
    ...(letter.kind === 'erasure_requested' && { date: Date.UTC(2030, 0, 31, 12) }),
    ...(/payout|bank_account/.test(letter.kind) && { method: 'PayPal a***@example.com' }),
    ...(letter.kind === 'payout_changed' && { date: Date.UTC(2030, 0, 31, 12) }),
    ...(letter.kind !== 'confirm_email' && { browser: 'Firefox · Linux' }),
  }))
