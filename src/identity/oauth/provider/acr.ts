import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { Queryable } from '../../../platform/database/db.ts'
import { splitScope } from '../../applications/scopes.ts'
import { findFactorKinds } from '../../users/second-factors/second-factors.ts'
import {
  levelOf,
  reaches,
  type SignInLevel,
  signInLevels,
} from '../../users/sessions/sign-in-level.ts'

/** The values of `acr_values` that this service knows, in the request's order of preference. */
const wantedLevels = ({ oidc }: KoaContextWithOIDC): readonly string[] =>
  splitScope(String(oidc.params?.acr_values ?? '')).filter((value) =>
    signInLevels.some((level) => level === value),
  )

const levelIn = ({ oidc }: KoaContextWithOIDC): SignInLevel => levelOf(oidc.session?.amr ?? [])

/**
 * Asks for a stronger sign-in if the request wants one (`acr_values`; OpenID Connect Core, 3.1.2.1,
 * and RFC 9470). It asks once, and only users who have the factor that is missing: for others,
 * signing in again would change nothing. The response then says how the user signed in.
 */
export const acrCheck = (db: Queryable): interactionPolicy.Check => {
  const { Check } = interactionPolicy
  return new Check(
    'acr_values',
    'the user must sign in with a stronger method',
    'interaction_required',
    async (ctx) => {
      const wanted = wantedLevels(ctx)
      const { account, result } = ctx.oidc
      if (wanted.length === 0 || account === undefined || result?.login !== undefined)
        return Check.NO_NEED_TO_PROMPT
      const level = levelIn(ctx)
      if (wanted.some((value) => reaches(level, value))) return Check.NO_NEED_TO_PROMPT
      const { required, passkey } = await findFactorKinds(db, Number(account.accountId))
      const best = passkey ? 'phr' : required ? 'aal2' : 'aal1'
      return wanted.some((value) => reaches(best, value))
        ? Check.REQUEST_PROMPT
        : Check.NO_NEED_TO_PROMPT
    },
  )
}

/**
 * The `acr` of the ID token: the first wanted value that the sign-in reaches, else its own. Left
 * out if the request wants only values that this service does not know.
 */
export function acrOf(ctx: KoaContextWithOIDC): string | undefined {
  const level = levelIn(ctx)
  const wanted = wantedLevels(ctx)
  if (wanted.length === 0 && ctx.oidc.params?.acr_values !== undefined) return undefined
  return wanted.find((value) => reaches(level, value)) ?? level
}
