import { lockGrantForShare } from '../../identity/oauth/grants/grants.ts'
import { lockUser } from '../../identity/users/accounts/accounts.ts'
import type { Clock } from '../../platform/clock.ts'
import { removeLarge } from '../../platform/database/batches.ts'
import type { Database, Queryable } from '../../platform/database/db.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import type { Precondition } from '../../platform/http/api/hal.ts'
import { type OutgoingRules, targetFault } from '../../platform/http/outgoing/target.ts'
import type { Message } from '../../platform/i18n/catalogue.ts'
import { addFault, type Draft } from '../../platform/text/draft.ts'
import { type AuditEntry, record } from '../../support/audit/audit.ts'
import type { Writer } from '../../support/idempotency/writer.ts'
import {
  disableForRemoval,
  maxDeliveries,
  removeDeliveries,
  restartWebhook,
  type Topic,
  topics,
} from '../../support/outbox/outbox.ts'
import { type Credentials, newSigningSecret } from '../../support/outbox/signature.ts'
import type { WebhookSeal } from './seal.ts'
import type { Owner } from './store.ts'
import * as store from './store.ts'
import type { Webhook } from './webhook.ts'

export { findConnectedWebhooks, findWebhooks, type Owner } from './store.ts'
export type { ConnectedWebhook, Webhook } from './webhook.ts'

/** The most webhooks that an application may have for one user. */
export const maxWebhooks = 10

/** How long the former secret signs after a rotation, in milliseconds. */
export const formerSecretMs = 24 * 60 * 60 * 1_000

export interface WebhookDeps {
  readonly clock: Clock
  readonly seal: WebhookSeal
  readonly rules: OutgoingRules
}

/** The input of a create or update. Null counts as omitted for `topics` and `enabled`. */
export interface WebhookInput {
  readonly name: string | null
  readonly url: string | null
  readonly topics: readonly Topic[] | null
  readonly authorization_header: string | null
  readonly enabled: boolean | null
}

/** Who changes a webhook: the application with a token of its owner, a developer or an operator. */
export interface Requester extends Owner {
  /** The grant of the token. Omitted for a developer and an operator. */
  readonly grantId?: string | null
}

/** A webhook with its secret, which no later response shows. */
export interface WithSecret {
  readonly webhook: Webhook
  readonly secret: string
}

/** @throws {Refused} not_found, also for a webhook of another user or application */
export async function findWebhook(db: Queryable, owner: Owner, id: number): Promise<Webhook> {
  const webhook = await store.findWebhook(db, owner, id)
  if (webhook === undefined) throw new Refused(refusals.not_found)
  return webhook
}

/**
 * Creates a webhook with a new secret. Without topics it subscribes to all.
 * @throws {Refused} validation_failed, limit_reached, invalid_token
 */
export async function createWebhook(
  { seal, rules }: WebhookDeps,
  writer: Writer<WithSecret>,
  owner: Requester,
  draft: Draft<WebhookInput>,
): Promise<WithSecret> {
  const input = checkedInput({ name: null, topics, enabled: true }, draft, rules)
  const secret = newSigningSecret()
  const { userId } = owner
  const sealed = seal.seal(userId, { secret, ...authorizationOf(draft.given) })
  return writer.transactionFor(userId, async (tx) => {
    await lockOwner(tx, owner)
    const others = await store.findWebhooks(tx, owner)
    if (others.length >= maxWebhooks) throw new Refused(refusals.limit_reached)
    const created = await store.insert(tx, owner, { ...input, sealed })
    const webhook = input.enabled
      ? created
      : await store.update(tx, userId, created.id, { ...input, sealed }, 'owner')
    await tx.commitWith(recordChange(tx, owner, 'webhook.created', webhook.id))
    return { webhook, secret }
  })
}

/**
 * Updates a webhook by a merge patch (RFC 7396). Enabling it sends what waits. Without a difference
 * nothing changes, and nothing is sent earlier.
 * @throws {Refused} not_found, validation_failed, precondition_failed, invalid_token
 */
export async function updateWebhook(
  { seal, rules }: WebhookDeps,
  writer: Writer<Webhook>,
  owner: Requester,
  id: number,
  draft: Draft<WebhookInput>,
  precondition: Precondition,
): Promise<Webhook> {
  const { userId } = owner
  return writer.transactionFor(userId, async (tx) => {
    const [before, sealed] = await lockWebhook(tx, owner, id)
    const isEnabled = before.disabledReason === null
    const input = checkedInput({ ...before, enabled: isEnabled }, draft, rules)
    requireMatch(before, precondition)
    const { authorization, ...secrets } = seal.open({ userId, sealed })
    const credentials: Credentials =
      draft.given.authorization_header === undefined
        ? { ...secrets, ...(authorization !== undefined && { authorization }) }
        : { ...secrets, ...authorizationOf(draft.given) }
    const isSame =
      input.enabled === isEnabled &&
      input.name === before.name &&
      input.url === before.url &&
      input.topics.join() === before.topics.join() &&
      credentials.authorization === authorization
    if (isSame) return before
    const reason = input.enabled ? null : (before.disabledReason ?? 'owner')
    const fields = { ...input, sealed: seal.seal(userId, credentials) }
    const webhook = await store.update(tx, userId, id, fields, reason)
    await restartWebhook(tx, userId, id)
    await tx.commitWith(recordChange(tx, owner, 'webhook.updated', id))
    return webhook
  })
}

/**
 * Deletes a webhook with its log. Deleting it again changes nothing. If it has very many
 * deliveries, it is disabled first, and they are deleted in batches. If the request ends before,
 * the webhook stays disabled, and a repeat of the request deletes it.
 * @throws {Refused} not_found, precondition_failed
 */
export async function deleteWebhook(
  db: Database,
  writer: Writer<void>,
  owner: Owner,
  id: number,
  precondition: Precondition,
): Promise<void> {
  const { userId } = owner
  let hasBegun = false
  /** @returns undefined if the webhook was deleted before */
  const find = async (tx: Queryable) => {
    await lockUser(tx, userId)
    const webhook = await store.findForRemoval(tx, owner, id, maxDeliveries)
    if (webhook === undefined && !(await store.wasRemoved(tx, owner, id)))
      throw new Refused(refusals.not_found)
    if (webhook === undefined || hasBegun || isMatch(webhook, precondition)) return webhook
    // An earlier request may have begun, and changed the version by disabling the webhook.
    const isOwners = webhook.disabledReason === 'owner'
    if (!isOwners || !(await store.wasRemoved(tx, owner, id)))
      throw new Refused(refusals.precondition_failed)
    return webhook
  }
  await removeLarge(
    (tooMany) =>
      writer.transactionFor(userId, async (tx) => {
        const webhook = await find(tx)
        if (webhook === undefined) return
        if (webhook.isLarge) tooMany()
        const removed = store.remove(tx, owner, id)
        await tx.commitWith(Promise.all([removed, recordChange(tx, owner, 'webhook.deleted', id)]))
      }),
    async () => {
      await db.transactionFor(userId, async (tx) => {
        const webhook = await find(tx)
        if (webhook === undefined) return
        await store.beginToRemove(tx, owner, id)
        if (webhook.disabledReason !== null) return
        await disableForRemoval(tx, userId, [id])
        await recordChange(tx, owner, 'webhook.updated', id)
      })
      hasBegun = true
      await removeDeliveries(db, userId, [id])
    },
  )
}

/**
 * Replaces the secret of a webhook. For 24 hours both sign.
 * @throws {Refused} not_found, invalid_token
 */
export async function rotateSecret(
  { seal, clock }: WebhookDeps,
  writer: Writer<WithSecret>,
  owner: Requester,
  id: number,
): Promise<WithSecret> {
  const { userId } = owner
  const secret = newSigningSecret()
  return writer.transactionFor(userId, async (tx) => {
    const [before, sealed] = await lockWebhook(tx, owner, id)
    const credentials = seal.open({ userId, sealed })
    const former = { secret: credentials.secret, endsAt: clock.now() + formerSecretMs }
    const fields = {
      ...before,
      host: hostOf(before.url),
      sealed: seal.seal(userId, { ...credentials, secret, former }),
    }
    const webhook = await store.update(tx, userId, id, fields, before.disabledReason)
    await restartWebhook(tx, userId, id)
    await tx.commitWith(recordChange(tx, owner, 'webhook.secret_rotated', id))
    return { webhook, secret }
  })
}

/**
 * Locks the user's row, and reads a webhook and what is sealed.
 * @throws {Refused} not_found, invalid_token
 */
export async function lockWebhook(
  tx: Queryable,
  owner: Requester,
  id: number,
): Promise<[Webhook, Buffer]> {
  await lockOwner(tx, owner)
  const webhook = await findWebhook(tx, owner, id)
  return [webhook, await store.findSealed(tx, owner.userId, id)]
}

/**
 * Locks the user's row, and then the grant of the token. The grant may have ended while the request
 * waited, for example because the user has disconnected the application. Disconnecting ends grants
 * before it deletes webhooks, so it waits for this lock, and then deletes a new webhook as well.
 * @throws {Refused} invalid_token
 */
async function lockOwner(tx: Queryable, { userId, grantId }: Requester): Promise<void> {
  const [, isAlive] = await Promise.all([
    lockUser(tx, userId),
    grantId === undefined || lockGrantForShare(tx, userId, grantId),
  ])
  if (!isAlive) throw new Refused(refusals.invalid_token)
}

function requireMatch(webhook: Webhook, precondition: Precondition): void {
  if (!isMatch(webhook, precondition)) throw new Refused(refusals.precondition_failed)
}

const isMatch = ({ version }: Webhook, precondition: Precondition): boolean =>
  precondition?.has(version) !== false

const recordChange = (
  tx: Queryable,
  { userId, applicationId }: Owner,
  action: AuditEntry['action'],
  webhook: number,
): Promise<void> => record(tx, { userId, action, details: { webhook, application: applicationId } })

interface Known {
  readonly name: string | null
  readonly url?: string
  readonly topics: readonly Topic[]
  readonly enabled: boolean
}

/** @throws {Refused} validation_failed */
function checkedInput(
  known: Known,
  { given, faults: unreadable }: Draft<WebhookInput>,
  rules: OutgoingRules,
) {
  const faults = new Map<string, Message[]>()
  for (const [property, messages] of unreadable) faults.set(property, [...messages])
  const url = given.url === undefined ? known.url : given.url
  if (!url && !faults.has('url')) addFault(faults, 'url', ['rule.required'])
  // A URL that was accepted before stays valid.
  const fault = url && url !== known.url ? targetFault(url, rules) : undefined
  if (fault !== undefined) {
    const ports = rules.ports.join(', ')
    addFault(
      faults,
      'url',
      fault === 'port' ? ['webhook.url.port', { ports }] : [`webhook.url.${fault}`],
    )
  }
  if (faults.size > 0 || !url) throw new Refused(refusals.validation_failed, { faults })
  return {
    name: given.name === undefined ? known.name : given.name,
    url,
    host: hostOf(url),
    topics: topics.filter((topic) => (given.topics ?? known.topics).includes(topic)),
    enabled: given.enabled ?? known.enabled,
  }
}

const hostOf = (url: string): string => new URL(url).host

const authorizationOf = ({ authorization_header }: Partial<WebhookInput>) =>
  authorization_header ? { authorization: authorization_header } : {}
