import { removeInBatches } from '../../platform/database/batches.ts'
import type { Queryable } from '../../platform/database/db.ts'
import { open, seal } from '../../platform/secrets/seal.ts'
import { hashSecret, keyedHash, newSecret } from '../../platform/secrets/secrets.ts'
import { emailKey } from '../../platform/text/email.ts'
import { makeReadableCode, parseReadableCode } from '../../platform/text/readable-code.ts'
import { linkHours } from '../../support/mail/mailer.ts'
import type { CredentialDeps, Known } from '../credentials/credentials.ts'
import type { LinkKind } from './link.ts'
import * as store from './store.ts'
import type { WayBack } from './way-back.ts'

export type { LinkKind } from './link.ts'
export { endLinks } from './store.ts'

/** Why a link no longer works. */
export type LinkEnd = 'used' | 'replaced' | 'expired'

/** A link that was sent. */
export interface Link {
  readonly kind: LinkKind
  /** The address that it was sent to. */
  readonly email: string
  /** Null of a sign-up. */
  readonly userId: number | null
  /** Where the user was going who asked for it. */
  readonly wayBack?: WayBack | undefined
}

/** What becomes an account when a link is followed. */
export interface SignUp {
  readonly passwordHash: string
  readonly fullName: string | null
  readonly language: string
}

/** A user who followed a link. */
export interface Arrived extends Known {
  /** Where they were going when they asked for it. */
  readonly wayBack: WayBack | undefined
}

/** A sign-up that nobody has confirmed. */
export interface PendingSignUp {
  /** As it was written. */
  readonly email: string
  readonly signUp: SignUp
}

/** A link that was found, with the hash to take it by. */
export interface FoundLink extends Link {
  readonly hash: Buffer
  readonly signUp?: SignUp
}

/** A link that no longer works. Of a sign-up that was never confirmed it still holds what was given. */
export interface EndedLink extends Link {
  readonly end: LinkEnd
  readonly signUp?: SignUp
}

interface Content {
  readonly email: string
  readonly signUp?: SignUp
  readonly wayBack?: WayBack | undefined
}

const pathOf = {
  sign_up: '/confirm-email',
  reset_password: '/new-password',
  new_email: '/confirm-email',
  sign_in: '/sign-in/email',
} as const satisfies Record<LinkKind, string>

const hoursOf = {
  sign_up: linkHours.confirm_email,
  reset_password: linkHours.reset_password,
  new_email: linkHours.confirm_new_email,
  sign_in: linkHours.sign_in_link,
} as const satisfies Record<LinkKind, number>

/**
 * Makes a link, in the caller's transaction, that does once.
 * @param link.void nobody is sent this link, and it leads nowhere: only the work is the same
 * @returns where it leads
 */
export async function makeLink(
  tx: Queryable,
  { clock, linkKey, authUrl }: CredentialDeps,
  link: {
    readonly kind: LinkKind
    readonly userId: number | null
    readonly content: Content
    readonly void?: boolean
  },
): Promise<string> {
  const token = link.kind === 'sign_in' ? parseReadableCode(makeReadableCode()) : newSecret()
  const named = hashSecret(token)
  const lives = link.void === true ? -keptMs : hoursOf[link.kind] * 3_600_000
  await store.insertLink(tx, {
    hash: named,
    kind: link.kind,
    userId: link.userId,
    address: link.kind === 'sign_up' ? addressOf(linkKey, link.content.email) : null,
    sealed: seal(linkKey, labelOf(link.kind, named), Buffer.from(JSON.stringify(link.content))),
    expiresAt: new Date(clock.now() + lives),
  })
  return `${authUrl}${pathOf[link.kind]}?token=${token}`
}

/** What a link is about, without using it: for the page that it leads to. Undefined where it has ended. */
export async function findLink(
  { db, clock, linkKey }: Pick<CredentialDeps, 'db' | 'clock' | 'linkKey'>,
  token: string,
): Promise<FoundLink | undefined> {
  const named = hashSecret(token)
  const row = await store.findLink(db, named)
  if (row === undefined || row.expires_at <= clock.now()) return undefined
  return { kind: row.kind, userId: row.user_id, hash: named, ...contentOf(linkKey, row) }
}

/** Finds a link that no longer works, and why. Undefined if it works, never existed, or ended over a week ago. */
export async function findEndedLink(
  { db, clock, linkKey }: Pick<CredentialDeps, 'db' | 'clock' | 'linkKey'>,
  token: string,
): Promise<EndedLink | undefined> {
  const row = await store.findLink(db, hashSecret(token))
  if (row === undefined || row.expires_at > clock.now()) return undefined
  const { kind, user_id: userId, ended } = row
  return { kind, userId, end: ended ?? 'expired', ...contentOf(linkKey, row) }
}

/** Finds the last unconfirmed sign-up with an address, whether or not its link still works. */
export async function findPendingSignUp(
  tx: Queryable,
  { clock, linkKey }: Pick<CredentialDeps, 'clock' | 'linkKey'>,
  address: string,
): Promise<PendingSignUp | undefined> {
  const since = new Date(clock.now() - keptMs)
  const row = await store.findPendingLink(tx, addressOf(linkKey, address), since)
  if (row === undefined) return undefined
  const { email, signUp } = contentOf(linkKey, row)
  return signUp && { email, signUp }
}

/** The most sign-ups with one address that a password is compared with. */
const mostCompared = 20

/** The sign-ups with an address that can still be confirmed, the newest first. */
export async function findLiveSignUps(
  { db, clock, linkKey }: Pick<CredentialDeps, 'db' | 'clock' | 'linkKey'>,
  address: string,
): Promise<SignUp[]> {
  const range = { now: new Date(clock.now()), limit: mostCompared }
  const rows = await store.findLiveSignUps(db, addressOf(linkKey, address), range)
  return rows.flatMap((row) => contentOf(linkKey, row).signUp ?? [])
}

/**
 * Uses a link up, if nobody has before. Only its address stays, for the page that says so.
 * @returns whether this call did it
 */
export function takeLink(
  tx: Queryable,
  { clock, linkKey }: Pick<CredentialDeps, 'clock' | 'linkKey'>,
  { kind, hash, email, wayBack }: FoundLink,
): Promise<boolean> {
  const content = { email, wayBack } satisfies Content
  const sealed = seal(linkKey, labelOf(kind, hash), Buffer.from(JSON.stringify(content)))
  return store.takeLink(tx, { hash, sealed, now: new Date(clock.now()) })
}

function contentOf(linkKey: Buffer, { hash, kind, sealed }: store.LinkRow): Content {
  return JSON.parse(open(linkKey, labelOf(kind, hash), sealed).toString())
}

/** A keyed hash of an address, to find sign-ups by. */
const addressOf = (linkKey: Buffer, email: string): Buffer => keyedHash(linkKey, emailKey(email))

const labelOf = (kind: LinkKind, named: Buffer): string => `${kind} ${named.toString('base64url')}`

/** How long a link is kept after its end, for a page that says why it no longer works. */
const keptMs = 7 * 86_400_000

/** The most sign-ups that are kept, about 70 MB, because strangers can begin any number. The oldest go first. */
const mostSignUps = 100_000

/**
 * Deletes links that ended over a week ago or were never sent, and the oldest sign-ups if there are too many. Call this
 * every few minutes.
 */
export async function removeExpiredLinks(db: Queryable, most = mostSignUps): Promise<void> {
  await removeInBatches((limit) => store.removeExpiredLinks(db, { keptMs, limit }))
  await removeInBatches((limit) => store.removeOldestSignUps(db, most, limit))
}
