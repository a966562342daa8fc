import { saveGrants } from '../../../src/identity/oauth/grants/grants.ts'
import { createAdapter } from '../../../src/identity/oauth/tokens/adapter.ts'
import { saveTokens } from '../../../src/identity/oauth/tokens/store.ts'
import type { OpenDatabase } from '../../../src/platform/database/db.ts'
import type { SecretKey } from '../../../src/platform/secrets/keys.ts'
import { hashSecret, newId, newSecret } from '../../../src/platform/secrets/secrets.ts'

interface Wanted {
  readonly application: { readonly id: number; readonly clientId: string }
  readonly userIds: readonly number[]
  readonly count: number
}

const scope = 'read:user write:user'
const lifetimeSeconds = 86_400

/**
 * Adds refresh tokens, each with a separate grant, as if users had signed in: `count` tokens that
 * Foyer has saved, and as many that a bare oidc-provider has saved as plain JSON.
 */
export async function addRefreshTokens(
  db: OpenDatabase,
  secretKey: SecretKey,
  wanted: Wanted,
): Promise<{ foyer: string[]; provider: string[] }> {
  const foyer = newTokens(wanted)
  const provider = newTokens(wanted)
  await db.transaction(async (tx) => {
    await saveGrants(
      tx,
      [...foyer, ...provider].map(({ grant }) => grant),
    )
    await saveTokens(
      tx,
      provider.map(({ token }) => token),
    )
  })
  const adapter = createAdapter(db, secretKey)('RefreshToken')
  for (const { secret, token } of foyer)
    await adapter.upsert(secret, { ...token.payload, jti: secret }, lifetimeSeconds)
  const secretsOf = (tokens: typeof foyer) => tokens.map(({ secret }) => secret)
  return { foyer: secretsOf(foyer), provider: secretsOf(provider) }
}

function newTokens({ application, userIds, count }: Wanted) {
  const iat = Math.floor(Date.now() / 1_000)
  const exp = iat + lifetimeSeconds
  return Array.from({ length: count }, (_, at) => {
    const userId = userIds[at % userIds.length] as number
    const ids = { clientId: application.clientId, accountId: String(userId) }
    const owned = { applicationId: application.id, userId, expiresAt: new Date(exp * 1_000) }
    const [secret, grantId] = [newSecret(), newId()]
    const times = { iat, exp }
    return {
      secret,
      grant: {
        ...owned,
        id: grantId,
        payload: { kind: 'Grant', ...times, ...ids, openid: { scope } },
      },
      token: {
        ...owned,
        hash: hashSecret(secret),
        model: 'RefreshToken',
        grantId,
        scope,
        payload: {
          kind: 'RefreshToken',
          ...times,
          ...ids,
          iiat: iat,
          grantId,
          gty: 'authorization_code',
          scope,
          rotations: 0,
        },
      },
    }
  })
}
