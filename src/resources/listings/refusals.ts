import { defineRefusals } from '../../platform/errors/refusals.ts'

export const listingRefusals = defineRefusals({
  /** The listing is unknown, not for sale, or the user's own. */
  purchase_not_allowed: { status: 403 },
})
