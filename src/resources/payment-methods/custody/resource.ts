import { type Links, links, type Representation } from '../../../platform/http/api/hal.ts'
import { linksSchema, nullableEnum, resourceSchema } from '../../../platform/http/api/schema.ts'
import type { View } from '../../../platform/http/api/view.ts'
import { Type } from '../../../platform/schema/type.ts'
import type { SetupState } from '../../../processor/vault.ts'
import type { CardSetup } from './setups.ts'

/** What a client does next with a setup. */
const nextActions = ['confirm', 'authenticate', 'wait', 'create_card', 'start_again'] as const
type NextAction = (typeof nextActions)[number]

const nextActionOf: Readonly<Record<SetupState, NextAction | null>> = {
  requested: 'wait',
  requires_payment_method: 'confirm',
  requires_confirmation: 'confirm',
  requires_action: 'authenticate',
  processing: 'wait',
  succeeded: 'create_card',
  used: null,
  canceled: 'start_again',
  expired: 'start_again',
  abandoned: 'start_again',
}

/** The setup of a card in the interface. */
export interface CardSetupResource extends Representation {
  id: number
  processor: string
  status: SetupState
  next_action: NextAction | null
  setup_intent: string
  client_secret: string | null
  publishable_key: string | null
  expires_at: string
  _links: Links
}

export const setupPath = (id: number, { baseUrl }: View): string =>
  `${baseUrl}/paymentmethods/creditcard/setup/${id}`

export function cardSetupResource(setup: CardSetup, view: View): CardSetupResource {
  const next = nextActionOf[setup.state]
  const cards = `${view.baseUrl}/paymentmethods/creditcard`
  return {
    id: setup.id,
    processor: setup.processor,
    status: setup.state,
    next_action: next,
    setup_intent: setup.setupId,
    client_secret: setup.clientSecret,
    publishable_key: setup.publishableKey ?? null,
    expires_at: setup.expiresAt,
    _links: links(view.language, {
      self: setupPath(setup.id, view),
      'paymentmethod:createcreditcard':
        next === null || next === 'start_again' || !view.mayWrite ? undefined : cards,
      'paymentmethod:setupcreditcard':
        next === 'start_again' && view.mayWrite ? `${cards}/setup` : undefined,
    }),
  }
}

export const CardSetupSchema = resourceSchema('CardSetup', {
  id: Type.Integer({ format: 'int32', description: 'Setup identifier' }),
  processor: Type.String({ description: 'The payment processor', examples: ['stripe'] }),
  status: Type.Enum(Object.keys(nextActionOf) as SetupState[], {
    description:
      'What the processor says, in its words, until the setup ends: `used` by a payment method, ' +
      '`canceled` at the processor, `expired` because nobody entered a card in time, or ' +
      '`abandoned` because the card was not confirmed or not saved in time.',
  }),
  next_action: nullableEnum(nextActions, {
    description:
      'What to do next. `confirm`: let the user enter the card in the processor’s fields, with ' +
      'the client secret. `authenticate`: let the user confirm the card with the issuer, with ' +
      'the client secret. `wait`: read the setup again. `create_card`: send `setup_intent` as ' +
      '`card_token`. `start_again`: start another setup. Null: nothing.',
  }),
  setup_intent: Type.String({
    description: 'The processor’s id of the setup. Once it has succeeded, it is a `card_token`.',
    examples: ['seti_1Mm8s8LkdIwHu7ix0OXBfTRG'],
  }),
  client_secret: Type.Union([Type.String(), Type.Null()], {
    description: 'The secret for the processor’s fields. Null if the setup has ended.',
    examples: ['seti_1Mm8s8LkdIwHu7ix0OXBfTRG_secret_1'],
  }),
  publishable_key: Type.Union([Type.String(), Type.Null()], {
    description: 'The processor’s key for pages and apps.',
    examples: ['pk_test_1'],
  }),
  expires_at: Type.String({
    format: 'date-time',
    description: 'Until when the card must be entered, confirmed and saved.',
  }),
  _links: linksSchema('self', 'paymentmethod:createcreditcard', 'paymentmethod:setupcreditcard'),
})
