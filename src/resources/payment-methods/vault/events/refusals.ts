import { defineRefusals } from '../../../../platform/errors/refusals.ts'

export const eventRefusals = defineRefusals({
  /** An event of the processor is not signed with its secret, or was signed too long ago. */
  invalid_signature: { status: 400 },
})
