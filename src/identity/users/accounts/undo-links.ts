import { sameDestination } from '../../../platform/text/email.ts'
import type { FormerSignIn, UndoLink } from '../email-links/links.ts'

/** Whether a link was sent to an address. */
export const isSentTo = (link: Pick<UndoLink, 'email'>, email: string): boolean =>
  sameDestination(link.email, email)

/** A link that takes back a change of how a user signs in. */
export type SignInUndo = UndoLink & { readonly former: FormerSignIn }

/** Returns the links that take back changes of how a user signs in. */
export const signInLinksIn = (links: readonly UndoLink[]): readonly SignInUndo[] =>
  links.flatMap(({ former, ...link }) =>
    link.kind === 'sign_in_undo' && former !== undefined ? [{ ...link, former }] : [],
  )

/**
 * Returns the recovery codes of a state that were not used since. A code was used if a later link
 * has its set without it, or a second factor without any code.
 */
export function unusedCodes({ at, methods }: FormerSignIn, all: readonly UndoLink[]): string[] {
  const later = signInLinksIn(all)
    .filter(({ former }) => former.at > at)
    .map(({ former }) => former.methods)
  return methods.recoveryCodes.filter((code) =>
    later.every(({ recoveryCodes: left, totp, passkeys }) => {
      if (left.length === 0) return totp === undefined && passkeys.length === 0
      return left.includes(code) || !left.some((one) => methods.recoveryCodes.includes(one))
    }),
  )
}

/**
 * Returns the links that end when an address wins against later ones. Those of where money goes end
 * if they were sent to another address. Those of how the user signs in stay if they are older than
 * every such link to this address: they were sent to somebody who had the account before.
 */
export function linksOfLater(email: string, all: readonly UndoLink[]): readonly UndoLink[] {
  const own = signInLinksIn(all).filter((one) => isSentTo(one, email))
  const earliest = own.reduce((at, { former }) => Math.min(at, former.at), Number.POSITIVE_INFINITY)
  return all.filter(
    (link) => !isSentTo(link, email) && (link.former === undefined || link.former.at >= earliest),
  )
}
