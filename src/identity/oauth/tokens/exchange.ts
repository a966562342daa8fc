import { errors } from 'oidc-provider'
import type { Database } from '../../../platform/database/db.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import * as store from './store.ts'
import { endReused } from './tokens.ts'

/** A code or refresh token that a request presents, and its grant. Both may be missing. */
export interface Presented {
  readonly model: string
  readonly value: string
  readonly token: store.FoundToken | undefined
  readonly grant: store.FoundGrant | undefined
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
      store.findGrantOf(db, model, hash),
    ])
    return { model, value, token, grant }
  }
  return undefined
}

/**
 * The exchange of a code or refresh token for new tokens, in one request. The library consumes the
 * one and saves the others step by step. The steps are collected here, and written at the end by
 * one statement.
 */
export class Exchange {
  readonly #consumed: store.ConsumedToken
  readonly #tokens: store.TokenOfGrant[] = []
  #isConsumed = false

  constructor({ model, value }: Presented, { id: grantId, payload }: store.FoundGrant) {
    const userId = Number(payload.accountId)
    this.#consumed = { model, hash: hashSecret(value), grantId, userId }
  }

  consume(): void {
    this.#isConsumed = true
  }

  save(token: store.TokenOfGrant): void {
    this.#tokens.push(token)
  }

  /**
   * Writes everything, or nothing. If the code or refresh token was used before, one of its two
   * clients may have stolen it. Then its grant and all tokens of the grant end.
   * @throws {InvalidGrant} if it was used before, or the grant has ended
   */
  async write(db: Database): Promise<void> {
    if (!this.#isConsumed) throw new TypeError('tokens of a grant were issued for nothing')
    const { hash, userId } = this.#consumed
    const { isGranted, isConsumed } = await db.transactionFor(userId, (tx) =>
      tx.commitWith(store.exchange(tx, this.#consumed, this.#tokens)),
    )
    if (!isGranted) throw new errors.InvalidGrant('the grant has been revoked')
    if (!isConsumed) await endReused(db, hash)
  }
}
