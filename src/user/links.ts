import type { Credentials } from './credentials.ts'

/** Links lead to `{auth_url}/confirm-email?token=` (sign_up, new_email) and `{auth_url}/new-password?token=`. */
export type LinkKind = 'sign_up' | 'reset_password' | 'new_email'

/** A link that can be followed. */
export interface Link {
  readonly kind: LinkKind
  /** The address that it was sent to. */
  readonly email: string
  readonly userId: number | null
}

/** What a link is about, without using it: for the page that it leads to. Undefined where it has ended. */
export async function findLink(credentials: Credentials, token: string): Promise<Link | undefined> {
  throw new Error('to come')
}
