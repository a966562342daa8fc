import { errors } from 'oidc-provider'
import type { Database } from '../../../platform/database/db.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import type { FoundGrant } from '../grants/grants.ts'
import type { Presented } from './presented.ts'
import * as store from './store.ts'
import { endGrant } from './tokens.ts'

/**
 * The exchange of a code or refresh token for new tokens, in one request. The library consumes the
 * one and saves the others step by step. The steps are collected here, and written at the end by
 * one statement.
 */
export class Exchange {
  readonly #consumed: store.ConsumedToken
  readonly #tokens: store.TokenOfGrant[] = []
  #isConsumed = false

  constructor({ model, value }: Presented, { id: grantId, payload }: FoundGrant) {
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

/**
 * Handles the second use of a code or refresh token. One of its two clients may have stolen it, so
 * the whole grant ends.
 * @throws {InvalidGrant} always
 */
export async function endReused(db: Database, hash: Buffer): Promise<never> {
  const grantId = await store.findGrantOfToken(db, hash)
  if (grantId !== null) await db.transaction((tx) => endGrant(tx, grantId, 'token.reused'))
  throw new errors.InvalidGrant('already used')
}
