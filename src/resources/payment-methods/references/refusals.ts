import { defineRefusals } from '../../../platform/errors/refusals.ts'

export const payoutRefusals = defineRefusals({
  /** The first method that the user may be paid by is on hold. */
  payout_on_hold: { status: 409, message: 'payout.on_hold' },
  /**
   * The user has chosen no method, or has not proved the chosen one, or the seller's account of it
   * is not known.
   */
  no_payout_method: { status: 409, message: 'payout.no_method' },
})
