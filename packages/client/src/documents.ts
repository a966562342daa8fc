import type { AddressRules, Webhook, WebhookDelivery } from './generated/documents.ts'

/*
 * The documents of the interface as the service sends them: names in snake case, `null` for missing
 * values, and only the relations in `_links` that apply.
 */
export type * from './generated/documents.ts'
export type { Link, Linked, Links, Page, PageRelation } from './hal.ts'

/** A state or province of a country, as a suggestion. */
export type AddressState = AddressRules['states'][number]

/** What a webhook can subscribe to. Every webhook gets pings. */
export type WebhookTopic = Webhook['topics'][number]

export type WebhookAction = WebhookDelivery['action']
