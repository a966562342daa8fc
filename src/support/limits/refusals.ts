import { defineRefusals } from '../../platform/errors/refusals.ts'

export const limitRefusals = defineRefusals({
  /** A limit is reached. The attempt was neither counted nor made. */
  too_many_attempts: {
    status: 429,
    message: 'page.title.too_many',
    page: 'too_many',
    form: 'whole',
  },
})
