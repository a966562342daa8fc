/** What a webhook can subscribe to. Every webhook gets pings. */
export const topics = ['Ping', 'Addresses', 'PaymentMethods', 'User'] as const
export type Topic = (typeof topics)[number]

/** What happened. `DefaultChanged` means that only defaults have changed. */
export const actions = ['Created', 'Updated', 'Deleted', 'DefaultChanged'] as const
export type Action = (typeof actions)[number]

/** What has changed: an id within its topic; null for the user. */
export interface Event {
  readonly topic: Topic
  readonly action: Action
  readonly resourceId: number | null
}
