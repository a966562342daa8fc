import { type Links, links, type Representation, version } from '../../platform/http/api/hal.ts'
import { type Collection, collection, type Paging, pageOf } from '../../platform/http/api/paging.ts'
import {
  collectionSchema,
  linksSchema,
  nullableEnum,
  nullableFlag,
  nullableText,
  ref,
  resourceSchema,
} from '../../platform/http/api/schema.ts'
import type { View } from '../../platform/http/api/view.ts'
import { maxUrlLength } from '../../platform/http/outgoing/target.ts'
import { Type } from '../../platform/schema/type.ts'
import { draftOf, explainedBy, withReadOnly } from '../../platform/text/draft.ts'
import { type Topic, topics } from '../../support/outbox/outbox.ts'
import { maxWebhooks, type Webhook, type WithSecret } from './webhooks.ts'

/** A webhook. The interface names it (2.6, `user:webhooks`) and leaves its fields open. */
export interface WebhookResource extends Representation {
  id: number
  name: string | null
  url: string
  topics: readonly Topic[]
  enabled: boolean
  disabled_reason: string | null
  created_at: string
  _links: Links
}

export const webhookPath = (id: number, { baseUrl }: View): string => `${baseUrl}/webhooks/${id}`

export function webhookResource(webhook: Webhook, view: View): WebhookResource {
  const self = webhookPath(webhook.id, view)
  const isEnabled = webhook.disabledReason === null
  const writable = (href: string) => (view.mayWriteWebhooks ? href : undefined)
  return {
    [version]: webhook.version,
    id: webhook.id,
    name: webhook.name,
    url: webhook.url,
    topics: webhook.topics,
    enabled: isEnabled,
    disabled_reason: webhook.disabledReason,
    created_at: webhook.createdAt,
    _links: links(view.language, {
      self,
      'webhook:delete': writable(self),
      'webhook:deliveries': `${self}/deliveries`,
      'webhook:ping': isEnabled ? writable(`${self}/ping`) : undefined,
      'webhook:rotatesecret': writable(`${self}/secret`),
      'webhook:update': writable(self),
    }),
  }
}

/** A webhook with its new secret. Only the responses that create a secret show it. */
export const webhookWithSecret = ({ webhook, secret }: WithSecret, view: View) => ({
  ...webhookResource(webhook, view),
  secret,
})

/** One page of the webhooks. @param webhooks all of them, sorted */
export function webhookCollection(
  webhooks: readonly Webhook[],
  paging: Paging,
  view: View,
): Collection<WebhookResource> {
  const path = `${view.baseUrl}/webhooks`
  const mayCreate = view.mayWriteWebhooks && webhooks.length < maxWebhooks
  return collection(view.language, {
    path,
    paging,
    total: webhooks.length,
    items: pageOf(webhooks, paging).map((webhook) => webhookResource(webhook, view)),
    links: { 'webhook:create': mayCreate ? path : undefined },
  })
}

// Schemas

const name = { description: 'A name of your choice', examples: ['Orders'] }
const url = {
  description: 'The `https` URL that receives deliveries',
  examples: ['https://example.com/webhooks/foyer'],
}
const topicsNotes = {
  description:
    'What the webhook is notified of. `Ping` can be listed; every webhook receives pings.',
  examples: [['Addresses', 'PaymentMethods']],
}
const topic = Type.Unsafe<Topic>({ type: 'string', enum: topics })
const webhookId = Type.Integer({ format: 'int32', description: 'The webhook identifier' })

export const WebhookBody = withReadOnly(
  { secret: 'rule.read_only', created_at: 'rule.read_only', disabled_reason: 'rule.read_only' },
  draftOf('WebhookBody', {
    name: nullableText({ minLength: 1, maxLength: 128, ...name }),
    url: nullableText({ maxLength: maxUrlLength, ...url }),
    topics: explainedBy(
      'webhook.topics',
      Type.Unsafe<readonly Topic[] | null>({
        type: ['array', 'null'],
        items: explainedBy('webhook.topics', { ...topic }),
        minItems: 1,
        maxItems: topics.length,
        uniqueItems: true,
        ...topicsNotes,
      }),
    ),
    authorization_header: explainedBy(
      'webhook.authorization_header',
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        pattern: '^[\\x20-\\x7e]+$',
        maxLength: 1024,
        description:
          'The value of the `Authorization` header of deliveries. It is stored encrypted and never shown.',
        examples: ['Bearer 2f8c1e'],
      }),
    ),
    enabled: nullableFlag({ description: '`false` stops deliveries, `true` resumes them' }),
  }),
)

const webhookProperties = {
  id: webhookId,
  name: nullableText(name),
  url: Type.String(url),
  topics: Type.Array(topic, topicsNotes),
  enabled: Type.Boolean({ description: 'Whether deliveries are sent' }),
  disabled_reason: nullableEnum(['owner', 'gone', 'failing', 'not_allowed'], {
    description:
      'Why it is disabled: `owner`, by a request; `gone`, the receiver answered 410; `failing`, ' +
      'all attempts of about three days failed, or more than 10,000 deliveries wait; ' +
      '`not_allowed`, the user or the application was disabled.',
  }),
  created_at: Type.String({ format: 'date-time', description: 'In UTC' }),
  _links: linksSchema(
    'self',
    'webhook:delete',
    'webhook:deliveries',
    'webhook:ping',
    'webhook:rotatesecret',
    'webhook:update',
  ),
}

/** The schemas that other schemas refer to by `$id`. */
export const webhookSchemas = [
  resourceSchema('Webhook', webhookProperties),
  resourceSchema('WebhookWithSecret', {
    ...webhookProperties,
    secret: Type.String({
      description:
        'The secret of the signatures (Standard Webhooks). No other response shows it; after a ' +
        'rotation, the former secret signs as well for 24 hours.',
    }),
  }),
  collectionSchema('WebhookCollection', ref('Webhook'), 'webhook:create'),
]
