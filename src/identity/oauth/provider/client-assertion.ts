import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { systemClock } from '../../../platform/clock.ts'

/** How far the clocks of applications may differ from the clock of this service. */
export const clockToleranceSeconds = 15

/** The longest lifetime of an assertion. */
const longestTtlSeconds = 600

/**
 * The error for an assertion that has a valid signature but breaks a rule. The application has
 * proved its key, so the error may name the rule.
 */
export class AssertionRefused extends errors.InvalidClientAuth {
  constructor(description: string) {
    super(description)
    this.error_description = description
  }
}

/**
 * Checks a signed assertion (RFC 7523) beyond what the library does. Its audience is the issuer
 * alone (draft-ietf-oauth-rfc7523bis): a server that receives an assertion with several audiences,
 * or with an endpoint's URL, could use it elsewhere. It lives ten minutes at most, so that few
 * assertions have to be stored against reuse.
 * @throws {AssertionRefused}
 */
export async function checkAssertion(
  { oidc }: KoaContextWithOIDC,
  { aud, exp, iat }: Readonly<Record<string, unknown>>,
  _header: object,
  client: Client,
): Promise<void> {
  const [audience, ...others] = [aud].flat()
  const isExpected =
    audience === oidc.issuer ||
    (client.allow_token_endpoint_audience === true && audience === oidc.urlFor('token'))
  if (!isExpected || others.length > 0)
    throw new AssertionRefused(`The audience of the assertion must be only ${oidc.issuer}.`)
  const now = systemClock.now() / 1000
  const isShort =
    typeof exp === 'number' &&
    exp <= now + longestTtlSeconds + clockToleranceSeconds &&
    (iat === undefined || (typeof iat === 'number' && exp - iat <= longestTtlSeconds))
  if (!isShort) throw new AssertionRefused('The assertion must expire within ten minutes.')
}
