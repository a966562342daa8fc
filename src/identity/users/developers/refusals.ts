import { defineRefusals } from '../../../platform/errors/refusals.ts'

export const developerRefusals = defineRefusals({
  /** The user may not register applications. */
  not_a_developer: {
    status: 403,
    message: 'page.text.not_a_developer',
    page: 'not_a_developer',
  },
  /** An operator has disabled the application, so its owner cannot change it. */
  application_disabled: {
    status: 403,
    message: 'page.text.application_disabled',
    page: 'application_disabled',
  },
})
