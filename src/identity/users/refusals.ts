import { defineRefusals } from '../../platform/errors/refusals.ts'

/** The reasons to refuse a sign-in, a proof of identity, or a link. */
export const identityRefusals = defineRefusals({
  /**
   * A password, code or passkey is wrong, or its user is disabled. The response does not say which.
   */
  wrong_credentials: { status: 400, message: 'page.error.wrong', form: 'proof' },
  /** The challenge of a passkey was used, has expired or never existed. */
  challenge_expired: { status: 400, message: 'page.error.passkey', form: 'proof' },
  /** A link or a proof was used, has expired or never existed. */
  expired: { status: 410, message: 'page.text.link_expired', page: 'link_expired' },
  /** A change cannot be taken back while the user is disabled. */
  undo_disabled: { status: 403, message: 'page.text.undo_disabled', page: 'undo_disabled' },
  /** A change of the address cannot be taken back while another user has the former address. */
  undo_taken: { status: 409, message: 'page.text.undo_taken', page: 'undo_taken' },
  /** A sign-in can no longer be finished, or its session has ended. */
  sign_in_expired: {
    status: 410,
    message: 'page.text.sign_in_expired',
    page: 'sign_in_expired',
  },
  /** The user would have no way to sign in. */
  last_way_in: { status: 403, message: 'page.text.last_way_in', page: 'last_way_in' },
})
