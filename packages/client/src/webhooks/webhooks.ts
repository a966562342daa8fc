import { Collection, itemsOf } from '../collection.ts'
import type {
  Webhook,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookInput,
  WebhookPage,
  WebhookRelation,
  WebhookWithSecret,
} from '../documents.ts'
import type { Http } from '../http/http.ts'
import type { ReadOptions, RequestOptions, WriteOptions } from '../http/options.ts'
import { type Entry, locate, member, type Ref } from '../links.ts'
import { type Change, change } from '../update.ts'
import { verifyWebhook } from './verify.ts'

export interface WebhookQuery {
  /** Items per page, at most 1000. The service's default is 100. */
  pageSize?: number | undefined
}

/**
 * The webhooks that the application of the token has for the user. Every method rejects with a
 * `FoyerError`; its `code` is the reason.
 */
export interface Webhooks {
  list(query?: WebhookQuery, options?: RequestOptions): Collection<Webhook, WebhookPage>
  /**
   * Creates a webhook. Only this response and that of `rotateSecret` have its secret. Codes:
   * `validation_failed`, `limit_reached` if there are ten.
   */
  create(webhook: WebhookInput, options?: WriteOptions): Promise<WebhookWithSecret>
  /** Code: `not_found`, also for a webhook of another user or application. */
  get(webhook: Ref<Webhook>, options?: ReadOptions): Promise<Webhook>
  /** Changes the given properties. `{ enabled: true }` sends what waits. */
  update(
    webhook: Ref<Webhook>,
    changes: Change<Webhook, WebhookInput>,
    options?: WriteOptions,
  ): Promise<Webhook>
  /** Deletes a webhook with its log. */
  delete(webhook: Ref<Webhook>, options?: WriteOptions): Promise<void>
  /** Replaces the secret. For 24 hours deliveries have a signature of each. */
  rotateSecret(webhook: Ref<Webhook>, options?: WriteOptions): Promise<WebhookWithSecret>
  /** Sends a ping after what waits. Code: `webhook_disabled`. */
  ping(webhook: Ref<Webhook>, options?: WriteOptions): Promise<WebhookDelivery>
  /** The deliveries of the last seven days, newest first. */
  deliveries(
    webhook: Ref<Webhook>,
    query?: WebhookQuery,
    options?: RequestOptions,
  ): Collection<WebhookDelivery, WebhookDeliveryPage>
  /** Returns one delivery, by its number. Code: `not_found` if it is older than seven days. */
  delivery(webhook: Ref<Webhook>, id: number, options?: ReadOptions): Promise<WebhookDelivery>
  /**
   * Sends a delivery again, with the same id of its event. One that still waits is tried now. Code:
   * `webhook_disabled`.
   */
  redeliver(delivery: WebhookDelivery, options?: WriteOptions): Promise<WebhookDelivery>
  /** {@link verifyWebhook}, which receivers without a client import by itself. */
  verify: typeof verifyWebhook
}

export function createWebhooks(http: Http, entry: Entry): Webhooks {
  const all = (options?: RequestOptions) => (): Promise<string> => entry.find('webhooks', options)
  const at = (webhook: Ref<Webhook>, relation: WebhookRelation, options?: RequestOptions) =>
    locate(webhook, all(options), relation)
  /** The URL below a webhook, for a relation that only some of its states have. */
  async function below(
    webhook: Ref<Webhook>,
    relation: WebhookRelation,
    path: string,
    options?: RequestOptions,
  ): Promise<string> {
    const link = typeof webhook === 'object' ? webhook?._links?.[relation] : undefined
    return link?.href ?? `${await at(webhook, 'self', options)}/${path}`
  }

  return {
    list: ({ pageSize } = {}, options) =>
      new Collection({ http, href: all(options), query: {}, pageSize, options, items: itemsOf }),

    create: async (webhook, options) =>
      await http.fetch('POST', await all(options)(), { ...options, body: webhook }),

    get: async (webhook, options) =>
      await http.fetch('GET', await at(webhook, 'self', options), options),

    update: (webhook, changes, options) =>
      change(
        http,
        {
          read: () => at(webhook, 'self', options),
          write: () => at(webhook, 'webhook:update', options),
        },
        changes,
        options,
      ),

    delete: async (webhook, options) => {
      await http.run('DELETE', await at(webhook, 'webhook:delete', options), options)
    },

    rotateSecret: async (webhook, options) => {
      const href = await below(webhook, 'webhook:rotatesecret', 'secret', options)
      return await http.fetch('POST', href, options)
    },

    ping: async (webhook, options) =>
      await http.fetch('POST', await below(webhook, 'webhook:ping', 'ping', options), options),

    deliveries: (webhook, { pageSize } = {}, options) =>
      new Collection({
        http,
        href: () => below(webhook, 'webhook:deliveries', 'deliveries', options),
        query: {},
        pageSize,
        options,
        items: itemsOf,
      }),

    delivery: async (webhook, id, options) => {
      const href = await below(webhook, 'webhook:deliveries', 'deliveries', options)
      return await http.fetch('GET', member(href, id), options)
    },

    redeliver: async ({ _links: links }, options) => {
      const href = links?.['delivery:redeliver']?.href ?? `${links?.self?.href}/redeliver`
      return await http.fetch('POST', href, options)
    },

    verify: verifyWebhook,
  }
}
