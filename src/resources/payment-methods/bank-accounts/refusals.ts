import { defineRefusals } from '../../../platform/errors/refusals.ts'

export const bankRefusals = defineRefusals({
  /** The vault keeps no bank accounts. */
  bank_accounts_not_supported: { status: 403, message: 'bankaccount.not_supported' },
})
