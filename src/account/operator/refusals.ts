import { defineRefusals } from '../../platform/errors/refusals.ts'

/** The reasons to refuse an act of an operator. */
export const operatorRefusals = defineRefusals({
  /** Operators do not act on their own account. Another operator does. */
  own_account: { status: 403, message: 'page.text.own_account', page: 'own_account' },
  /** Only the command line gives an operator access again. */
  operator_account: {
    status: 403,
    message: 'page.text.operator_account',
    page: 'operator_account',
  },
})
