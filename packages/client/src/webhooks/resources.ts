import type { Link, Links, Page } from '../resources.ts'

/** What a webhook can subscribe to. Every webhook gets pings. */
export type WebhookTopic = 'Ping' | 'Addresses' | 'PaymentMethods' | 'User'

export type WebhookAction = 'Created' | 'Updated' | 'Deleted' | 'DefaultChanged'

/** A URL that is notified of changes of the user. It belongs to the application of the token. */
export interface Webhook {
  id: number
  name: string | null
  url: string
  topics: WebhookTopic[]
  /** Whether deliveries are sent. */
  enabled: boolean
  /**
   * Why it is disabled: by a request, because the receiver responded with 410, because all attempts
   * of about three days failed, or because the user or the application was disabled.
   */
  disabled_reason: 'owner' | 'gone' | 'failing' | 'not_allowed' | null
  /** ISO 8601, in UTC. */
  created_at: string
  _links: Links<WebhookRelation> | null
}

export type WebhookRelation =
  | 'self'
  | 'webhook:delete'
  | 'webhook:deliveries'
  | 'webhook:ping'
  | 'webhook:rotatesecret'
  | 'webhook:update'

/** A webhook with the secret of its signatures. Keep the secret: no later response shows it. */
export interface WebhookWithSecret extends Webhook {
  /** `whsec_` and the key in Base64. */
  secret: string
}

/** A webhook to create, or changes to one. Omitted properties stay the same. */
export interface WebhookInput {
  name?: string | null
  /** An `https` URL. */
  url?: string | null
  /** By default all. */
  topics?: readonly WebhookTopic[] | null
  /** The value of the `Authorization` header of deliveries. It is never shown. */
  authorization_header?: string | null
  /** `false` stops deliveries, `true` resumes them. */
  enabled?: boolean | null
}

export type WebhookPage = Page<Webhook, 'webhook:create'>

/** An event that was sent, or waits to be sent, to one webhook. */
export interface WebhookDelivery {
  /** Its number within the webhook, in the order of the changes. */
  id: number
  /** The id of the event, as in the header `webhook-id`. */
  event_id: string
  topic: WebhookTopic
  action: WebhookAction
  resource_id: number | null
  /** When the change happened: ISO 8601, in UTC. */
  time: string
  status: 'waiting' | 'delivered'
  attempts: number
  attempted_at: string | null
  delivered_at: string | null
  /** The HTTP status of the last attempt. */
  http_status: number | null
  /** What the last attempt brought: `delivered`, or why not. */
  outcome: string | null
  _links: Links<'self' | 'webhook' | 'delivery:redeliver'> | null
}

export type WebhookDeliveryPage = Page<WebhookDelivery, 'webhook'>

/** The body of a delivery. It has ids and links, and no personal data. */
export interface WebhookMessage {
  /** The id of the event. A delivery may arrive twice, with the same id. */
  id: string
  topic: WebhookTopic
  action: WebhookAction
  /** When the change happened: ISO 8601, in UTC. */
  time: string
  webhook_id: number
  /** The id of the address or payment method; null for the user. */
  resource_id: number | null
  /** `resource` is absent if it was deleted. */
  _links: { webhook: Link; resource?: Link }
}
