import { defineRefusals } from '../../platform/errors/refusals.ts'

export const throttleRefusals = defineRefusals({
  /** The limits are reached. Nothing was counted, and nothing was tried. */
  too_many_attempts: {
    status: 429,
    message: 'page.title.too_many',
    page: 'too_many',
    form: 'whole',
  },
})
