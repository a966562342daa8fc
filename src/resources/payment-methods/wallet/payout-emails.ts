import type {
  CredentialDeps,
  RequestSource,
} from '../../../identity/users/credentials/credentials.ts'
import { prepareLink } from '../../../identity/users/email-links/links.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queryable } from '../../../platform/database/db.ts'
import { type Language, languages, say } from '../../../platform/i18n/catalogue.ts'
import { deriveKey, type SecretKey } from '../../../platform/secrets/keys.ts'
import { obfuscatedAccount, obfuscatedEmail } from '../../../platform/text/obfuscate.ts'
import type { Subject } from '../../../support/limits/subjects.ts'
import {
  type AllowedUse,
  countUseIfAllowed,
  openTableCounts,
} from '../../../support/limits/table-counts.ts'
import { type Mailer, openMailer } from '../../../support/mail/mailer.ts'
import type { BankAccountRow, Payable, PayPalRow } from '../payment-method.ts'
import type { SellerChange } from '../seller-default.ts'

/** The dependencies of emails about where money goes. */
export type PayoutDeps = Pick<CredentialDeps, 'linkKey' | 'authUrl' | 'counts' | 'clock'> & {
  readonly mailer: Mailer
}

export const openPayouts = ({
  db,
  clock,
  secretKey,
  authUrl,
}: {
  readonly db: Database
  readonly clock: Clock
  readonly secretKey: SecretKey
  readonly authUrl: string
}): PayoutDeps => ({
  authUrl,
  clock,
  linkKey: deriveKey(secretKey, 'links'),
  mailer: openMailer({ secretKey }),
  counts: openTableCounts({ db, clock, secretKey }),
})

/** Where a request that changes where money goes comes from. */
export interface PayoutSource extends Pick<RequestSource, 'address' | 'browser'> {
  /** Whether the user has given a fresh proof for it. */
  readonly isProved?: boolean
}

/** Where a request of an application comes from. Applications do not name the browser. */
export const sourceOf = ({ ip }: { readonly ip: string }): PayoutSource => ({
  address: ip,
  browser: '',
})

/** The user whose money it is. */
export interface PayoutOwner {
  readonly email: string
  readonly language: string
  /** The version of the password. */
  readonly passwordVersion: number
}

const languageOf = ({ language }: Pick<PayoutOwner, 'language'>): Language =>
  languages.find((known) => known === language) ?? 'en'

/** The name of a method for its owner and for the reader of a proof, partly hidden. */
export function payoutName(method: Named, language: Language): string {
  const details =
    method.type === 'PayPal'
      ? obfuscatedEmail(method.email)
      : obfuscatedAccount(method.bank_country, method.last4)
  return `${say(language, `paymentmethod.type.${method.type}`)} ${details}`
}

/** What the name of a method needs. */
export type Named =
  | Pick<PayPalRow, 'type' | 'email'>
  | Pick<BankAccountRow, 'type' | 'bank_country' | 'last4'>

/** A method that can be paid, as much as emails need. */
export type NamedMethod = Named & { readonly id: number }

/** A method whose owner has to prove it. */
export type Provable =
  | (NamedMethod & Pick<PayPalRow, 'type' | 'email'>)
  | (NamedMethod & { readonly type: 'BankAccount'; readonly vault_token: string })

/**
 * Emails the link that proves a method: to the address of a PayPal account, and for a bank account
 * to its owner. Call it in the transaction that writes the method.
 */
export async function sendProof(
  tx: Queryable,
  payouts: PayoutDeps,
  userId: number,
  owner: PayoutOwner,
  method: Provable,
  { browser = '' }: PayoutSource,
): Promise<void> {
  const language = languageOf(owner)
  const to = method.type === 'PayPal' ? method.email : owner.email
  const account = method.type === 'PayPal' ? undefined : method.vault_token
  const content = { email: to, payout: { method: method.id, account } }
  const { url: link, save } = prepareLink(payouts, { kind: 'payout_proof', userId, content })
  const name = payoutName(method, language)
  const kind = method.type === 'PayPal' ? 'confirm_payout' : 'confirm_bank_account'
  const email = { to, language, kind, link, method: name, browser } as const
  await Promise.all([save(tx), payouts.mailer.send(tx, userId, email)])
}

/** A proof that may be sent once. */
export interface CountedProof {
  readonly source: PayoutSource
  /** Make it when the proof is sent. Undefined if too many were sent. */
  readonly use: AllowedUse | undefined
}

/** Whether the link that proves a method was sent. Undefined if the request needs none. */
export type ProofResult = 'sent' | 'too_many' | undefined

/**
 * Runs `work` with a proof for an owner. Runs it without one if a command makes the request. A proof
 * counts before it is sent, so that simultaneous requests cannot pass
 * the limit, and no longer counts if the request is refused or needs none.
 */
export const countProof = <T>(
  { counts }: PayoutDeps,
  source: PayoutSource | undefined,
  subjects: readonly Subject[],
  work: (proof: CountedProof | undefined) => Promise<T>,
): Promise<T> =>
  source === undefined
    ? work(undefined)
    : countUseIfAllowed(counts, subjects, (use) => work({ source, use }))

/** Sends the proof of a method that is not proved, if there is one and the limit allows it. */
export async function proveIfNeeded(
  tx: Queryable,
  payouts: PayoutDeps,
  userId: number,
  owner: PayoutOwner,
  method: Provable & Pick<Payable, 'verified_at'>,
  proof: CountedProof | undefined,
): Promise<ProofResult> {
  if (method.verified_at !== null || proof === undefined) return undefined
  if (proof.use === undefined) return 'too_many'
  proof.use.make()
  await sendProof(tx, payouts, userId, owner, method, proof.source)
  return 'sent'
}

/** A change that the owner is told about. */
export interface ToldChange extends Pick<SellerChange, 'told' | 'usableFrom' | 'paid'> {
  /** The method that will be paid, or that no longer is. */
  readonly method: NamedMethod
  /** The earlier address of a PayPal account, which an undo restores. */
  readonly paidEmail?: string | undefined
  /** The fingerprint of the earlier bank account. An undo restores only this account. */
  readonly fingerprint?: string | undefined
  /** Whether the method was deleted. */
  readonly isDeleted?: boolean
}

/**
 * Tells the owner by email that money will go elsewhere, or that none is paid. The email has a link
 * that undoes the change without a sign-in, unless the method was deleted. Call it in the
 * transaction of the change.
 */
export async function tellOwner(
  tx: Queryable,
  payouts: PayoutDeps,
  userId: number,
  owner: PayoutOwner,
  change: ToldChange,
  { browser = '' }: PayoutSource,
): Promise<void> {
  const { told, method, paid, usableFrom, paidEmail, fingerprint, isDeleted = false } = change
  if (told === undefined) return
  const language = languageOf(owner)
  const common = { to: owner.email, language, method: payoutName(method, language), browser }
  if (isDeleted) return payouts.mailer.send(tx, userId, { ...common, kind: 'payout_deleted' })
  const chosen = told === 'changed' ? method.id : null
  const content = {
    email: owner.email,
    payout: {
      method: chosen,
      restore: paid,
      email: paidEmail,
      fingerprint,
      passwordVersion: owner.passwordVersion,
    },
  }
  const { url: link, save } = prepareLink(payouts, { kind: 'payout_undo', userId, content })
  const email =
    told === 'changed'
      ? ({ ...common, kind: 'payout_changed', link, date: usableFrom ?? 0 } as const)
      : ({ ...common, kind: 'payout_cleared', link } as const)
  await Promise.all([save(tx), payouts.mailer.send(tx, userId, email)])
}

/** Tells the owner by email that a change was undone with the link of an email. */
export const tellUndone = (
  tx: Queryable,
  { mailer }: PayoutDeps,
  userId: number,
  owner: PayoutOwner,
  { browser = '' }: PayoutSource,
): Promise<void> =>
  mailer.send(tx, userId, {
    to: owner.email,
    language: languageOf(owner),
    kind: 'payout_undone',
    browser,
  })

/**
 * Tells the owner by email that the holder or the type of a proved bank account was changed. A bank
 * may refuse the money if they are wrong. Call it in the transaction of the change.
 */
export function tellDetails(
  tx: Queryable,
  payouts: PayoutDeps,
  userId: number,
  owner: PayoutOwner,
  account: NamedMethod,
  { browser }: Pick<PayoutSource, 'browser'>,
): Promise<void> {
  const language = languageOf(owner)
  const method = payoutName(account, language)
  return payouts.mailer.send(tx, userId, {
    to: owner.email,
    language,
    kind: 'payout_details',
    method,
    browser,
  })
}
