import { defineRefusals } from '../platform/errors/refusals.ts'

export const chargeRefusals = defineRefusals({
  /** No processor keeps the card. */
  not_chargeable: { status: 403, message: 'card.not_chargeable' },
})

/**
 * What a processor says about a card that it does not accept, as codes for programs. A lost or
 * stolen card is `card_declined`: the reason is for the issuer and its customer alone.
 */
export const declines = defineRefusals({
  card_declined: { status: 400, form: 'fields', message: 'card.declined' },
  card_expired: { status: 400, form: 'fields', message: 'card.declined.expired' },
  incorrect_security_code: { status: 400, form: 'fields', message: 'card.declined.security_code' },
  incorrect_postal_code: { status: 400, form: 'fields', message: 'card.declined.postal_code' },
  insufficient_funds: { status: 400, form: 'fields', message: 'card.declined.funds' },
  authentication_required: {
    status: 400,
    form: 'fields',
    message: 'card.declined.authentication',
  },
  authentication_failed: {
    status: 400,
    form: 'fields',
    message: 'card.declined.authentication_failed',
  },
  /** The setup of the card is not finished: nobody has entered a card, or the issuer decides. */
  setup_incomplete: { status: 400, form: 'fields', message: 'card.setup.incomplete' },
  /** The setup of the card was cancelled or has expired. */
  setup_ended: { status: 400, form: 'fields', message: 'card.setup.ended' },
})

export const setupRefusals = defineRefusals({
  /** No processor keeps cards. */
  setup_not_supported: { status: 403, message: 'card.setup.not_supported' },
})
