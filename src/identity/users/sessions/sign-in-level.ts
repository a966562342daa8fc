/**
 * How strong a sign-in was, from weak to strong: the values of `acr` (OpenID Connect Core, 2).
 * `phr` is defined in the OpenID Connect Extended Authentication Profile, 3.
 */
export const signInLevels = [
  /** One factor, such as a password or a code in an email. */
  'aal1',
  /** Two factors. */
  'aal2',
  /** With a passkey. It works at this site only, so no other site can phish it. */
  'phr',
] as const
export type SignInLevel = (typeof signInLevels)[number]

/** The strength of a sign-in with these methods (RFC 8176). */
export function levelOf(amr: readonly string[]): SignInLevel {
  if (amr.includes('hwk') || amr.includes('swk')) return 'phr'
  return amr.includes('mfa') ? 'aal2' : 'aal1'
}

/** Whether a sign-in is at least as strong as wanted. Unknown values are never reached. */
export function reaches(level: SignInLevel, wanted: string): boolean {
  const known: readonly string[] = signInLevels
  const place = known.indexOf(wanted)
  return place >= 0 && known.indexOf(level) >= place
}

/** The methods that ID tokens name. RFC 8176 has none for a sign-in at another provider. */
export const publicMethods = (amr: readonly string[]): string[] =>
  amr.filter((method) => method !== 'fed')
