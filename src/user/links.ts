import { hash, randomBytes } from 'node:crypto'
import { linkHours } from '../mail/mail.ts'
import type { Queryable } from '../platform/db.ts'
import { open, seal } from '../platform/seal.ts'
import type { Credentials } from './credentials.ts'
import * as store from './store.ts'

/** Links lead to `{auth_url}/confirm-email?token=` (sign_up, new_email) and `{auth_url}/new-password?token=`. */
export type LinkKind = 'sign_up' | 'reset_password' | 'new_email'

/** A link that can be followed. */
export interface Link {
  readonly kind: LinkKind
  /** The address that it was sent to. */
  readonly email: string
  /** Null of a sign-up. */
  readonly userId: number | null
}

/** What becomes an account when a link is followed. */
export interface SignUp {
  readonly passwordHash: string
  readonly fullName: string | null
  readonly language: string
}

/** A link that was found, with the hash to take it by. */
export interface FoundLink extends Link {
  readonly hash: Buffer
  readonly signUp?: SignUp
}

interface Content {
  readonly email: string
  readonly signUp?: SignUp
}

const pathOf = {
  sign_up: '/confirm-email',
  reset_password: '/new-password',
  new_email: '/confirm-email',
} as const satisfies Record<LinkKind, string>

const hoursOf = {
  sign_up: linkHours.confirm_email,
  reset_password: linkHours.reset_password,
  new_email: linkHours.confirm_new_email,
} as const satisfies Record<LinkKind, number>

/**
 * Makes a link, in the caller's transaction, that does once.
 * @param link.void nobody is sent this link, and it leads nowhere: only the work is the same
 * @returns where it leads
 */
export async function makeLink(
  tx: Queryable,
  { clock, linkKey, authUrl }: Credentials,
  link: {
    readonly kind: LinkKind
    readonly userId: number | null
    readonly content: Content
    readonly void?: boolean
  },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const named = hashOf(token)
  const lives = link.void === true ? 0 : hoursOf[link.kind] * 3_600_000
  await store.insertLink(tx, {
    hash: named,
    kind: link.kind,
    userId: link.userId,
    sealed: seal(linkKey, labelOf(link.kind, named), Buffer.from(JSON.stringify(link.content))),
    expiresAt: new Date(clock.now() + lives),
  })
  return `${authUrl}${pathOf[link.kind]}?token=${token}`
}

/** What a link is about, without using it: for the page that it leads to. Undefined where it has ended. */
export async function findLink(
  { db, clock, linkKey }: Pick<Credentials, 'db' | 'clock' | 'linkKey'>,
  token: string,
): Promise<FoundLink | undefined> {
  const named = hashOf(token)
  const row = await store.findLink(db, named, new Date(clock.now()))
  if (row === undefined) return undefined
  const opened = open(linkKey, labelOf(row.kind, named), row.sealed)
  const content = JSON.parse(opened.toString()) as Content
  return { kind: row.kind, userId: row.user_id, hash: named, ...content }
}

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')
const labelOf = (kind: LinkKind, named: Buffer): string => `${kind} ${named.toString('base64url')}`

const batch = 5_000

/** Deletes links that have ended: to be called every few minutes. */
export async function removeExpiredLinks(db: Queryable): Promise<void> {
  while ((await store.removeExpiredLinks(db, batch)) === batch);
}
