import { defineRefusals } from '../../platform/errors/refusals.ts'

export const webhookRefusals = defineRefusals({
  /** A disabled webhook gets no pings and no redeliveries. */
  webhook_disabled: { status: 409 },
})
