import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { Foyer } from './foyer.ts'
import { newId } from './processor-problems.ts'

/** The secrets that sign events: the new one and the former one, as during a rotation. */
export const eventSecrets = ['whsec_newSecret0123456789', 'whsec_formerSecret987654321'] as const

/** An event of the processor, with the properties that tests set. */
export interface Event {
  readonly id: string
  readonly type: string
  /** Seconds since the epoch. */
  readonly created: number
  readonly livemode: boolean
  readonly account?: string
  readonly data: {
    readonly object: object
    readonly previous_attributes?: object
  }
}

/** Makes an event of the account, in test mode, of now. */
export const newEvent = (
  type: string,
  object: object,
  also: Partial<Omit<Event, 'data'>> & { previous_attributes?: object } = {},
): Event => {
  const { previous_attributes, ...rest } = also
  return {
    id: newId('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(Date.now() / 1_000),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    ...rest,
    data: { object, ...(previous_attributes && { previous_attributes }) },
  } as Event
}

/** Options for sending an event. */
interface Sending {
  readonly secret?: string
  /** When it is signed, in milliseconds since the epoch. */
  readonly at?: number
  /** Replaces the header with the signature. */
  readonly signature?: string | undefined
  /** Replaces the signed body. */
  readonly body?: string
}

/** Signs a payload: `t=…,v1=…`, an HMAC-SHA256 over the time and the body. */
export function signed(
  payload: string,
  { secret = eventSecrets[0], at = Date.now() }: Sending = {},
): string {
  const seconds = Math.floor(at / 1_000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}

/** Sends an event as the processor does. @returns the status of the response */
export async function sendEvent(
  { authUrl }: Pick<Foyer, 'authUrl'>,
  event: Event,
  sending: Sending = {},
): Promise<number> {
  const payload = JSON.stringify(event)
  const response = await fetch(`${authUrl}/processor/stripe`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'Stripe-Signature': sending.signature ?? signed(payload, sending),
    },
    body: sending.body ?? payload,
  })
  const text = await response.text()
  assert.ok(!text.includes(event.id))
  return response.status
}
