import type { Database } from '../../../platform/database/db.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import { type FoundGrant, findGrantOf } from '../grants/grants.ts'
import * as store from './store.ts'

/** A code or refresh token that a request presents, and its grant. Both may be missing. */
export interface Presented {
  readonly model: string
  readonly value: string
  readonly token: store.FoundToken | undefined
  readonly grant: FoundGrant | undefined
}

const presentedIn = [
  ['authorization_code', 'code', 'AuthorizationCode'],
  ['refresh_token', 'refresh_token', 'RefreshToken'],
] as const

/**
 * Reads the code or refresh token that a token request presents, and its grant. The reads are sent
 * together. Undefined if the request presents none.
 */
export async function findPresented(
  db: Database,
  form: ReadonlyMap<string, string>,
): Promise<Presented | undefined> {
  for (const [grantType, parameter, model] of presentedIn) {
    const value = form.get(parameter)
    if (form.get('grant_type') !== grantType || value === undefined) continue
    const hash = hashSecret(value)
    const [token, grant] = await Promise.all([
      store.findToken(db, model, hash),
      findGrantOf(db, model, hash),
    ])
    return { model, value, token, grant }
  }
  return undefined
}
