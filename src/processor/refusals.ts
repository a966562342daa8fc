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

export const bankRefusals = defineRefusals({
  /** The vault keeps no bank accounts. */
  bank_accounts_not_supported: { status: 403, message: 'bankaccount.not_supported' },
})

/** What a processor says about a bank account that it does not accept, as codes for programs. */
export const bankDeclines = defineRefusals({
  bank_account_declined: { status: 400, form: 'fields', message: 'bankaccount.declined' },
  incorrect_account_number: {
    status: 400,
    form: 'fields',
    message: 'bankaccount.declined.number',
  },
  incorrect_routing_number: {
    status: 400,
    form: 'fields',
    message: 'bankaccount.declined.routing_number',
  },
  bank_country_not_supported: {
    status: 400,
    form: 'fields',
    message: 'bankaccount.declined.country',
  },
  bank_currency_not_supported: {
    status: 400,
    form: 'fields',
    message: 'bankaccount.declined.currency',
  },
  /** The country in which the seller lives. */
  seller_country_not_supported: {
    status: 400,
    form: 'fields',
    message: 'bankaccount.declined.seller_country',
  },
})

export const eventRefusals = defineRefusals({
  /** An event of the processor is not signed with its secret, or was signed too long ago. */
  invalid_signature: { status: 400 },
})
