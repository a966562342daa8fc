import type { Action, Topic } from '../../support/outbox/outbox.ts'

/** Why a webhook gets no deliveries. */
export type DisabledReason = 'owner' | 'gone' | 'failing' | 'not_allowed'

/** A URL that is notified of changes of one user, for one application. */
export interface Webhook {
  readonly id: number
  readonly version: number
  readonly name: string | null
  readonly url: string
  readonly topics: readonly Topic[]
  /** ISO 8601, in UTC. */
  readonly createdAt: string
  /** Null if it is enabled. */
  readonly disabledReason: DisabledReason | null
}

/** A webhook as its user sees it, with its last attempt at a delivery. */
export interface ConnectedWebhook extends Pick<Webhook, 'id' | 'topics' | 'disabledReason'> {
  readonly applicationId: number
  /** Host and port of the URL. */
  readonly host: string
  /** Milliseconds since the epoch. Null if nothing was sent lately. */
  readonly attemptedAt: number | null
  /** Whether the receiver accepted the last delivery. */
  readonly isDelivered: boolean
}

/** A notification of one change, and what came of it so far. */
export interface LoggedDelivery {
  readonly id: number
  readonly eventId: string
  readonly topic: Topic
  readonly action: Action
  readonly resourceId: number | null
  /** ISO 8601, in UTC, as all times. */
  readonly happenedAt: string
  readonly attempts: number
  readonly attemptedAt: string | null
  readonly deliveredAt: string | null
  /** The HTTP status of the last attempt. */
  readonly status: number | null
  readonly outcome: string | null
}
