import { generateKeyPairSync, hash } from 'node:crypto'
import { createServer } from 'node:http'
import Provider, { type Adapter, type AdapterPayload, type JWK } from 'oidc-provider'
import { Pool } from 'pg'
import { readTask } from './answers.ts'

/** What the bare provider is told. */
export interface ProviderTask {
  readonly url: string
  readonly port: number
  /** The secret of the application. The table has only its hash. */
  readonly secret: string
}

/*
 * oidc-provider as its documentation shows it, with a plain storage over the same tables and an
 * ordinary pool: an application is read, a token is inserted, found or marked as used, each with
 * one statement. It has no audit trail, no locks and no checks of its own.
 */
const { url, port, secret } = readTask<ProviderTask>()
const pool = new Pool({ connectionString: url })

const run = async (name: string, text: string, values: unknown[]) =>
  (await pool.query({ name, text, values })).rows

const hashOf = (id: string): Buffer => hash('sha256', id, 'buffer')

const applications: Partial<Adapter> = {
  async find(id) {
    const [row] = await run(
      'application',
      `select a.*, array(select hash from application_secrets s where s.application_id = a.id)
        from applications a where client_id = $1 and disabled_at is null`,
      [id],
    )
    if (row === undefined) return undefined
    return {
      client_id: id,
      client_secret: secret,
      redirect_uris: row.redirect_uris,
      grant_types: row.grant_types,
      response_types: ['code'],
      scope: row.scopes.join(' '),
    }
  },
}

const grants: Partial<Adapter> = {
  async find(id) {
    const [row] = await run('grant', 'select payload from oauth_grants where id = $1', [id])
    return row && { ...row.payload, jti: id }
  },
}

const tokens = (model: string): Partial<Adapter> => ({
  async upsert(id, { jti: _, ...payload }) {
    const { grantId, accountId, scope, exp = 0 } = payload
    await run(
      'save token',
      `insert into oauth_tokens (hash, model, application_id, user_id, grant_id, scope, payload,
        expires_at)
      values ($1, $2, (select id from applications where client_id = $3), $4, $5, $6, $7,
        to_timestamp($8))
      on conflict (hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
      [hashOf(id), model, payload.clientId, accountId, grantId, scope ?? '', payload, exp],
    )
  },
  async find(id) {
    const [row] = await run(
      'token',
      `select payload, extract(epoch from consumed_at)::float8 as consumed
        from oauth_tokens where hash = $1 and model = $2`,
      [hashOf(id), model],
    )
    if (row === undefined) return undefined
    const found: AdapterPayload = { ...row.payload, jti: id }
    return row.consumed === null ? found : { ...found, consumed: row.consumed }
  },
  async consume(id) {
    await run('consume token', 'update oauth_tokens set consumed_at = now() where hash = $1', [
      hashOf(id),
    ])
  },
})

const adapterOf = (model: string): Adapter =>
  (model === 'Client' ? applications : model === 'Grant' ? grants : tokens(model)) as Adapter

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const provider = new Provider('http://127.0.0.1', {
  adapter: adapterOf,
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' } as JWK] },
  clientAuthMethods: ['client_secret_basic'],
  features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
  scopes: ['openid', 'offline_access', 'read:events', 'read:user', 'write:user'],
  routes: { token: '/oauth2/token' },
  rotateRefreshToken: true,
  issueRefreshToken: async () => true,
  expiresWithSession: async () => false,
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ sub }) }),
  ttl: { ClientCredentials: 86_400, AccessToken: 3_600, RefreshToken: 30 * 86_400 },
})

provider.on('grant.error', (_ctx, error) => console.error(error))
provider.on('server_error', (_ctx, error) => console.error(error))
createServer(provider.callback()).listen(port, '127.0.0.1')
