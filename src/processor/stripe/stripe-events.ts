import Stripe from 'stripe'
import type { Static } from 'typebox'
import { Refused } from '../../platform/errors/refusals.ts'
import { matches } from '../../platform/schema/check.ts'
import { Type } from '../../platform/schema/type.ts'
import type { ProcessorEvent } from '../events.ts'
import { eventRefusals } from '../refusals.ts'
import { name as connectName } from './connect/seller-accounts.ts'
import type { StripeSettings } from './stripe.ts'
import { card, id, orNull } from './stripe-answers.ts'
import { name } from './stripe-calls.ts'
import { declineOfCode } from './stripe-errors.ts'

/**
 * The types of event after which the cards of a customer or their setups may differ. All others are
 * ignored.
 */
const changes: ReadonlySet<string> = new Set([
  'customer.deleted',
  'payment_method.automatically_updated',
  'payment_method.detached',
  'payment_method.updated',
  'setup_intent.canceled',
  'setup_intent.requires_action',
  'setup_intent.setup_failed',
  'setup_intent.succeeded',
])

/**
 * The types of event after which a connected account, its requirements or its bank accounts may
 * differ.
 */
const sellerChanges: ReadonlySet<string> = new Set([
  'account.application.deauthorized',
  'account.external_account.created',
  'account.external_account.deleted',
  'account.external_account.updated',
  'account.updated',
])

const customer = Type.Union([id, Type.Object({ id }), Type.Null()])

/** The parts of an event that Foyer uses. */
const EventSchema = Type.Object({
  id,
  type: Type.String(),
  livemode: Type.Boolean(),
  account: Type.Optional(Type.Unknown()),
  context: Type.Optional(Type.Unknown()),
  data: Type.Object({
    object: Type.Object({ id: Type.Optional(id), customer: Type.Optional(customer) }),
    previous_attributes: Type.Optional(Type.Object({ customer: Type.Optional(customer) })),
  }),
})

/**
 * Checks the signature of an event and reads it. During a rotation there are several secrets. An
 * event of a test key does not concern a live key. An event says only which customer or seller to
 * look at: events come late and out of order, but the processor always says what is true now.
 * @throws {Refused} invalid_signature
 */
export function readStripeEvent(
  { webhookSecrets, secretKey }: StripeSettings,
  body: Buffer,
  signature: string,
  now: number,
): ProcessorEvent {
  const event = verified(body, signature, webhookSecrets, now)
  if (!matches(EventSchema, event)) throw new Refused(eventRefusals.invalid_signature)
  const { id, livemode, account, context } = event
  if (livemode !== /^.k_live_/.test(secretKey)) return { id, about: undefined, decline: undefined }
  if (account || context) return { id, about: sellerIn(event), decline: undefined }
  const customer = customerIn(event)
  const about = customer === undefined ? undefined : { vault: name, id: customer }
  return { id, about, decline: declineIn(event) }
}

/**
 * The connected account that an event is about. What happens to the cards of its own customers is
 * not ours.
 */
function sellerIn({ type, account }: Static<typeof EventSchema>): ProcessorEvent['about'] {
  if (!sellerChanges.has(type) || !matches(id, account)) return undefined
  const isRevoked = type === 'account.application.deauthorized'
  return { vault: connectName, id: account, isRevoked }
}

/** @throws {Refused} invalid_signature */
function verified(
  body: Buffer,
  signature: string,
  secrets: readonly string[],
  now: number,
): unknown {
  for (const secret of secrets) {
    try {
      return Stripe.webhooks.constructEvent(body, signature, secret, undefined, undefined, now)
    } catch {
      // The error contains the event, so it is not passed on.
    }
  }
  throw new Refused(eventRefusals.invalid_signature)
}

/** The customer that an event is about. A detached card had its customer before the event. */
function customerIn({
  type,
  data: { object, previous_attributes },
}: {
  readonly type: string
  readonly data: {
    readonly object: { readonly id?: string; readonly customer?: Customer }
    readonly previous_attributes?: { readonly customer?: Customer }
  }
}): string | undefined {
  if (!changes.has(type)) return undefined
  if (type === 'customer.deleted') return object.id
  const customer = object.customer ?? previous_attributes?.customer
  return typeof customer === 'string' ? customer : customer?.id
}

const code = Type.Optional(orNull(Type.String({ maxLength: 255 })))

/** A setup whose last card was declined. */
const FailedSetup = Type.Object({
  id,
  last_setup_error: Type.Object({
    code,
    decline_code: code,
    payment_method: Type.Optional(orNull(Type.Object({ card }))),
  }),
})

/**
 * The card that was declined in a setup. Nothing else tells of it: the holder's browser talks with
 * the processor. Temporary trouble is no decline.
 */
function declineIn({
  type,
  data: { object },
}: {
  readonly type: string
  readonly data: { readonly object: { readonly id?: string } }
}): ProcessorEvent['decline'] {
  if (type !== 'setup_intent.setup_failed' || object.id === undefined) return undefined
  const setupId = object.id
  if (!matches(FailedSetup, object)) return { setupId, identity: undefined }
  const { code, decline_code, payment_method } = object.last_setup_error
  if (declineOfCode(decline_code, code) === undefined) return undefined
  return { setupId, identity: payment_method?.card?.fingerprint ?? undefined }
}

type Customer = string | { readonly id: string } | null
