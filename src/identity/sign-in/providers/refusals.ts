import { defineRefusals } from '../../../platform/errors/refusals.ts'

/** The reasons why a sign-in with a provider ends. */
export const providerRefusals = defineRefusals({
  /** The provider cannot be reached, or its answer is wrong. */
  provider_failed: { status: 502, message: 'page.text.provider_failed', page: 'provider_failed' },
  /** The provider gives no email address, or has not confirmed it. */
  provider_email: { status: 403, message: 'page.text.provider_email', page: 'provider_email' },
  /** The account at the provider belongs to another user here, or the user has another one. */
  provider_taken: { status: 403, message: 'page.text.provider_taken', page: 'provider_taken' },
  /** The account here is disabled, or its email address is not confirmed, or differs. */
  provider_account: {
    status: 403,
    message: 'page.text.provider_account',
    page: 'provider_account',
  },
})
