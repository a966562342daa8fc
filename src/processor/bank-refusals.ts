import { defineRefusals } from '../platform/errors/refusals.ts'

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
