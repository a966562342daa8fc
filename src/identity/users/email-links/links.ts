import { removeInBatches } from '../../../platform/database/batches.ts'
import type { Queryable } from '../../../platform/database/db.ts'
import type { Key } from '../../../platform/secrets/keys.ts'
import { open, seal } from '../../../platform/secrets/seal.ts'
import type { SealedColumn } from '../../../platform/secrets/sealed-column.ts'
import { hashSecret, keyedHash, keyedHashes, newSecret } from '../../../platform/secrets/secrets.ts'
import { emailKey, emailKeys } from '../../../platform/text/email.ts'
import { makeReadableCode, parseReadableCode } from '../../../platform/text/readable-code.ts'
import { linkHours } from '../../../support/mail/mailer.ts'
import type { CredentialDeps, IdentifiedUser } from '../credentials/credentials.ts'
import type { LinkedPayout, LinkKind } from './link.ts'
import * as store from './store.ts'
import type { WayBack } from './way-back.ts'

export type { LinkedPayout, LinkKind } from './link.ts'
export { endLinks } from './store.ts'

/** Why a link no longer works. */
export type LinkEnd = 'used' | 'replaced' | 'expired'

/** A link that was sent. */
export interface Link {
  readonly kind: LinkKind
  /** The address that it was sent to. */
  readonly email: string
  /** Null for a sign-up. */
  readonly userId: number | null
  /** Where the user was going when they requested the link. */
  readonly wayBack?: WayBack | undefined
}

/** The contents of a sign-up, which become an account when the user confirms it. */
export interface SignUp {
  readonly passwordHash: string
  readonly fullName: string | null
  readonly language: string
  /**
   * A keyed hash of the network or site that the sign-up came from. Older sign-ups do not have it.
   */
  readonly origin?: string
}

/** A user who followed a link. */
export interface LinkUser extends IdentifiedUser {
  /** Where the user was going when they requested the link. */
  readonly wayBack: WayBack | undefined
}

/** A sign-up that nobody has confirmed. */
export interface PendingSignUp {
  /** The address as the user typed it. */
  readonly email: string
  readonly signUp: SignUp
}

/** A short code that works in place of a link, for some time and in one browser. */
export interface EmailCode {
  readonly digits: string
  /** The hash of the browser's id. */
  readonly browser: string
  /** Milliseconds since the epoch. */
  readonly until: number
}

/** A link that works, with the hash of its token. */
export interface FoundLink extends Link {
  readonly hash: Buffer
  readonly signUp?: SignUp
  readonly code?: EmailCode | undefined
  readonly payout?: LinkedPayout | undefined
  readonly former?: FormerSignIn | undefined
}

/** How a user signed in before a change, which a link brings back. */
export interface FormerSignIn {
  /** When the change was made, in milliseconds since the epoch. */
  readonly at: number
  /** Whether the address was confirmed. */
  readonly isConfirmed: boolean
  readonly methods: SignInMethods
  /** Whether this was no change, but a sign-in from a new browser. */
  readonly isSignIn?: true | undefined
}

/**
 * The methods to sign in, besides the password and emails. Bytes are in base64url, times in
 * milliseconds since the epoch.
 */
export interface SignInMethods {
  /** The authenticator app that the user has confirmed. */
  readonly totp:
    | { readonly secret: string; readonly confirmedAt: number; readonly lastStep: number }
    | undefined
  readonly passkeys: readonly {
    readonly name: string
    readonly credentialId: string
    readonly publicKey: string
    readonly counter: number
    readonly transports: readonly string[]
    readonly backedUp: boolean
    /** Undefined in older links: all passkeys were second factors. */
    readonly isSecondFactor?: boolean
    readonly createdAt: number
    readonly usedAt: number | null
  }[]
  /** The hashes of the recovery codes that are left. */
  readonly recoveryCodes: readonly string[]
  /** The accounts at providers. */
  readonly identities: readonly {
    readonly issuer: string
    readonly subjectKey: string
    readonly email: string
    readonly linkedAt: number
    readonly usedAt: number | null
  }[]
}

/**
 * A link that no longer works. The link of a sign-up that was never confirmed still has the
 * sign-up.
 */
export interface EndedLink extends Link {
  readonly end: LinkEnd
  readonly signUp?: SignUp
}

interface Content {
  readonly email: string
  readonly signUp?: SignUp
  readonly code?: EmailCode | undefined
  readonly wayBack?: WayBack | undefined
  readonly payout?: LinkedPayout | undefined
  readonly former?: FormerSignIn | undefined
}

const pathByKind = {
  sign_up: '/confirm-email',
  reset_password: '/new-password',
  new_email: '/confirm-email',
  sign_in: '/sign-in/email',
  email_sign_in: '/sign-in/link',
  payout_proof: '/payouts/confirm',
  payout_undo: '/payouts/undo',
  sign_in_undo: '/sign-in/undo',
} as const satisfies Record<LinkKind, string>

const lifetimeHours = {
  sign_up: linkHours.confirm_email,
  reset_password: linkHours.reset_password,
  new_email: linkHours.confirm_new_email,
  sign_in: linkHours.sign_in_link,
  email_sign_in: linkHours.sign_in_code,
  payout_proof: linkHours.confirm_payout,
  payout_undo: linkHours.payout_changed,
  sign_in_undo: linkHours.email_changed,
} as const satisfies Record<LinkKind, number>

/**
 * Makes a link that works once. Call this in a transaction.
 * @param link.isDecoy makes a link that never works and is not sent, only to do the same work
 * @param link.hours how long it works, if not as long as its kind
 * @returns the URL of the link
 */
export async function makeLink(
  tx: Queryable,
  deps: Pick<CredentialDeps, 'clock' | 'linkKey' | 'authUrl'>,
  link: NewLink,
): Promise<string> {
  const { url, save } = prepareLink(deps, link)
  await save(tx)
  return url
}

interface NewLink {
  readonly kind: LinkKind
  readonly userId: number | null
  readonly content: Content
  readonly isDecoy?: boolean
  readonly hours?: number | undefined
}

/** Makes a link that `save` stores, for a transaction that sends its last statements together. */
export function prepareLink(
  { clock, linkKey, authUrl }: Pick<CredentialDeps, 'clock' | 'linkKey' | 'authUrl'>,
  link: NewLink,
): { readonly url: string; save(tx: Queryable): Promise<void> } {
  const token = link.kind === 'sign_in' ? parseReadableCode(makeReadableCode()) : newSecret()
  const hash = hashSecret(token)
  const lifetimeMs =
    link.isDecoy === true
      ? -endedLinkRetentionMs
      : (link.hours ?? lifetimeHours[link.kind]) * 3_600_000
  const row = {
    hash,
    kind: link.kind,
    userId: link.userId,
    address: link.kind === 'sign_up' ? keyedHash(linkKey, emailKey(link.content.email)) : null,
    sealed: seal(linkKey, labelOf(link.kind, hash), Buffer.from(JSON.stringify(link.content))),
    expiresAt: new Date(clock.now() + lifetimeMs),
  }
  const url = `${authUrl}${pathByKind[link.kind]}?token=${token}`
  return { url, save: (tx) => store.insertLink(tx, row) }
}

/**
 * Whether a link works. A link that has ended may still have a later `expires_at`, because the
 * clock of the instance that ended it may be ahead. So `ended` is checked, too.
 */
const isLive = ({ ended, expires_at }: store.LinkRow, clock: CredentialDeps['clock']): boolean =>
  ended === null && expires_at > clock.now()

/** Finds a link that works, without using it. Undefined if it has ended or never existed. */
export const findLink = (
  deps: Pick<CredentialDeps, 'db' | 'clock' | 'linkKey'>,
  token: string,
): Promise<FoundLink | undefined> => findLinkByHash(deps, hashSecret(token))

/** Finds a link that works by the hash of its token. */
export async function findLinkByHash(
  { db, clock, linkKey }: Pick<CredentialDeps, 'db' | 'clock' | 'linkKey'>,
  hash: Buffer,
): Promise<FoundLink | undefined> {
  const row = await store.findLink(db, hash)
  if (row === undefined || !isLive(row, clock)) return undefined
  return { kind: row.kind, userId: row.user_id, hash, ...openContent(linkKey, row) }
}

/**
 * Finds a link that no longer works, and why. Undefined if it works, never existed, or ended over a
 * week ago.
 */
export async function findEndedLink(
  { db, clock, linkKey }: Pick<CredentialDeps, 'db' | 'clock' | 'linkKey'>,
  token: string,
): Promise<EndedLink | undefined> {
  const row = await store.findLink(db, hashSecret(token))
  if (row === undefined || isLive(row, clock)) return undefined
  const { kind, user_id: userId, ended } = row
  return { kind, userId, end: ended ?? 'expired', ...openContent(linkKey, row) }
}

/** A link that still works, as support sees it: without its token. */
export interface OpenLink extends Pick<Link, 'kind' | 'email'> {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** Lists the links of a user that still work, the latest first. */
export async function listOpenLinks(
  { db, clock, linkKey }: Pick<CredentialDeps, 'clock' | 'linkKey'> & { readonly db: Queryable },
  userId: number,
): Promise<OpenLink[]> {
  const rows = await store.listOfUser(db, userId)
  return rows
    .filter((row) => isLive(row, clock))
    .map((row) => ({
      kind: row.kind,
      email: openContent(linkKey, row).email,
      expiresAt: row.expires_at,
    }))
}

/** A link that undoes a change, and was neither used nor ended. It may have expired. */
export interface UndoLink extends Pick<FoundLink, 'hash' | 'kind' | 'email' | 'payout' | 'former'> {
  readonly isExpired: boolean
  /** When it was made, if it undoes a change of where money goes; milliseconds since the epoch. */
  readonly madeAt: number
}

/** Lists the links of a user that undo a change. Expired ones still say what was changed. */
export async function listUndoLinks(
  tx: Queryable,
  { clock, linkKey }: Pick<CredentialDeps, 'clock' | 'linkKey'>,
  userId: number,
): Promise<readonly UndoLink[]> {
  const rows = await store.listUndoLinks(tx, userId)
  return rows.map((row) => ({
    hash: row.hash,
    kind: row.kind,
    isExpired: !isLive(row, clock),
    madeAt: row.expires_at - lifetimeHours.payout_undo * 3_600_000,
    ...openContent(linkKey, row),
  }))
}

/** Ends links of a user that undo a change. */
export async function endUndoLinks(
  tx: Queryable,
  { clock }: Pick<CredentialDeps, 'clock'>,
  userId: number,
  links: readonly UndoLink[],
): Promise<void> {
  const hashes = links.map(({ hash }) => hash)
  if (hashes.length > 0) await store.endUndoLinks(tx, userId, hashes, new Date(clock.now()))
}

/** Finds the last unconfirmed sign-up with an address, whether or not its link still works. */
export async function findPendingSignUp(
  tx: Queryable,
  { clock, linkKey }: Pick<CredentialDeps, 'clock' | 'linkKey'>,
  address: string,
): Promise<PendingSignUp | undefined> {
  const since = new Date(clock.now() - endedLinkRetentionMs)
  const row = await store.findPendingLink(tx, addressHashes(linkKey, address), since)
  if (row === undefined) return undefined
  const { email, signUp } = openContent(linkKey, row)
  return signUp && { email, signUp }
}

/** A password is compared with this many sign-ups of one address at most. */
const maxSignUpsCompared = 20
/** They are selected from this many, the newest. */
const maxSignUpsRead = 1_000

/**
 * Finds sign-ups with an address that can still be confirmed: first the newest one of each network
 * or site, then the second newest of each, and so on. So strangers in one network cannot displace
 * the sign-up of the owner with newer ones.
 */
export async function findLiveSignUps(
  { db, clock, linkKey }: Pick<CredentialDeps, 'db' | 'clock' | 'linkKey'>,
  address: string,
): Promise<SignUp[]> {
  const range = { now: new Date(clock.now()), limit: maxSignUpsRead }
  const rows = await store.findLiveSignUps(db, addressHashes(linkKey, address), range)
  const newer = new Map<string, number>()
  const ranked = rows.flatMap((row) => {
    const { signUp } = openContent(linkKey, row)
    if (signUp === undefined) return []
    const { origin = '' } = signUp
    const rank = newer.get(origin) ?? 0
    newer.set(origin, rank + 1)
    return [{ signUp, rank }]
  })
  const first = ranked.toSorted((a, b) => a.rank - b.rank).slice(0, maxSignUpsCompared)
  return first.map(({ signUp }) => signUp)
}

/**
 * Uses a link up. It deletes the contents except the address and the way back, which the page for a
 * used link needs.
 * @returns false if the link was used before
 */
export function consumeLink(
  tx: Queryable,
  { clock, linkKey }: Pick<CredentialDeps, 'clock' | 'linkKey'>,
  { kind, hash, email, wayBack }: FoundLink,
): Promise<boolean> {
  const content = { email, wayBack } satisfies Content
  const sealed = seal(linkKey, labelOf(kind, hash), Buffer.from(JSON.stringify(content)))
  return store.consumeLink(tx, { hash, sealed, now: new Date(clock.now()) })
}

/** The contents of links are sealed, and sign-ups are found by a hash of the address in them. */
export const sealedLinks: SealedColumn = {
  table: 'links',
  column: 'sealed',
  key: ['hash'],
  reads: ['kind'],
  purposeOf: () => 'links',
  labelOf: ({ kind, hash }) => labelOf(kind as LinkKind, hash as Buffer),
  hash: {
    column: 'address',
    textOf: ({ kind }, content) =>
      kind === 'sign_up' ? emailKey((JSON.parse(content.toString()) as Content).email) : undefined,
  },
}

/** Opens the sealed content of a link. */
export function openContent(linkKey: Key, { hash, kind, sealed }: store.LinkRow): Content {
  return JSON.parse(open(linkKey, labelOf(kind, hash), sealed).toString())
}

/** The keyed hashes of an address. Sign-ups are found by one of them. */
export const addressHashes = (linkKey: Key, email: string): readonly Buffer[] =>
  emailKeys(email).flatMap((key) => keyedHashes(linkKey, key))

const labelOf = (kind: LinkKind, hash: Buffer): string => `${kind} ${hash.toString('base64url')}`

/** How long a link is stored after its end. The page of an ended link needs it. */
const endedLinkRetentionMs = 7 * 86_400_000

/**
 * The most sign-ups that are stored, about 70 MB, because strangers can start any number. The
 * oldest are deleted first.
 */
const maxStoredSignUps = 100_000

/**
 * Deletes links that ended over a week ago or were never sent, and the oldest sign-ups if there are
 * too many. Call this every few minutes.
 */
export async function removeExpiredLinks(
  db: Queryable,
  maxSignUps = maxStoredSignUps,
): Promise<void> {
  await removeInBatches((limit) =>
    store.removeExpiredLinks(db, { retentionMs: endedLinkRetentionMs, limit }),
  )
  await removeInBatches((limit) => store.removeOldestSignUps(db, maxSignUps, limit))
}
