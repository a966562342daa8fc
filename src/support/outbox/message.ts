import type { Link } from '../../platform/http/api/hal.ts'
import type { Action, Topic } from './event.ts'
import type { Waiting } from './store.ts'

/** The body of a delivery. It has ids and links, and no personal data. */
export interface WebhookMessage {
  /** The id of the event, as in the header `webhook-id`: the same at every attempt. */
  readonly id: string
  readonly topic: Topic
  readonly action: Action
  /** When the change happened: ISO 8601 in UTC. */
  readonly time: string
  readonly webhook_id: number
  /** The id of the address or payment method; null for the user. */
  readonly resource_id: number | null
  /** `webhook`, and `resource` unless it is deleted. */
  readonly _links: { readonly webhook: Link; readonly resource?: Link }
}

/** The id of an event as receivers see it. */
export const eventName = (eventId: string): string => `evt_${eventId.replaceAll('-', '')}`

export function messageOf(
  { eventId, topic, action, resourceId, happenedAt }: Omit<Waiting, 'id' | 'isCopy'>,
  webhookId: number,
  baseUrl: string,
): WebhookMessage {
  const webhook = linkTo(`${baseUrl}/webhooks/${webhookId}`)
  const resource = linkTo(baseUrl + pathOf(topic, resourceId))
  return {
    id: eventName(eventId),
    topic,
    action,
    time: happenedAt,
    webhook_id: webhookId,
    resource_id: resourceId,
    _links: action === 'Deleted' ? { webhook } : { webhook, resource },
  }
}

function pathOf(topic: Topic, id: number | null): string {
  switch (topic) {
    case 'Addresses':
      return `/addresses/${id}`
    case 'PaymentMethods':
      return `/paymentmethods/${id}`
    case 'User':
      return '/user'
    case 'Ping':
      return `/webhooks/${id}`
  }
}

/** A receiver has no language, so links have no title. */
const linkTo = (href: string): Link => ({ href, title: null, templated: false })
