import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { holdApplication } from '../applications/applications.ts'
import type { Database, Queryable } from '../platform/db.ts'
import { applicationAdapter } from './client.ts'
import * as store from './store.ts'
import { endGrant, hashToken } from './tokens.ts'

/**
 * Makes the storage of each of oidc-provider's models. The library hands over and asks for tokens as their
 * bearers know them; they are hashed here, and never written. It also leaves single use to its storage:
 * that a code or refresh token is used once, and that nothing outlives its grant, is kept here.
 */
export const createAdapter =
  (db: Database) =>
  (model: string): Adapter => {
    if (model === 'Client') return applicationAdapter(db)
    return model === 'Grant' ? grantAdapter(db) : tokenAdapter(db, model)
  }

function grantAdapter(db: Database): Adapter {
  return {
    ...unused,
    async upsert(id, payload) {
      await db.transaction(async (tx) => {
        const applicationId = await holdApplication(tx, payload.clientId ?? '')
        if (applicationId === null) throw new errors.InvalidGrant('the application is disabled')
        const userId = Number(payload.accountId)
        const { expiresAt, payload: kept } = strip(payload)
        await store.saveGrant(tx, { id, applicationId, userId, payload: kept, expiresAt })
      })
    },
    async find(id) {
      const payload = await store.findGrant(db, id)
      return payload && { ...payload, jti: id }
    },
    async destroy(id) {
      await db.transaction((tx) => endGrant(tx, id))
    },
  }
}

function tokenAdapter(db: Database, model: string): Adapter {
  return {
    ...unused,
    async upsert(id, payload) {
      const { expiresAt, payload: kept } = strip(payload)
      const token = {
        ...nobodys,
        hash: hashToken(id),
        model,
        grantId: payload.grantId ?? null,
        uid: payload.uid ?? null,
        scope: payload.scope ?? '',
        payload: kept,
        expiresAt,
      }
      if (model === 'ReplayDetection') {
        if (!(await store.saveOnce(db, token))) throw new errors.InvalidClientAuth('used before')
        return
      }
      await db.transaction(async (tx) => {
        const owner = await holdOwner(tx, model, payload)
        await store.saveToken(tx, { ...token, ...owner })
      })
    },
    async find(id) {
      const token = await store.findToken(db, model, hashToken(id))
      return token && restore(token, id)
    },
    async findByUid(uid) {
      const token = await store.findTokenByUid(db, model, uid)
      return token && restore(token)
    },
    async consume(id) {
      const hash = hashToken(id)
      if (await store.consumeToken(db, model, hash)) return
      // Someone else was first, so one of the two is a thief: nothing of this grant may live on.
      const grantId = await store.findGrantOfToken(db, hash)
      if (grantId !== null) await db.transaction((tx) => endGrant(tx, grantId))
      throw new errors.InvalidGrant('already used')
    },
    async destroy(id) {
      await store.removeToken(db, model, hashToken(id))
    },
    async revokeByGrantId(grantId) {
      await db.transaction(async (tx) => {
        await store.lockGrant(tx, grantId)
        await store.removeTokensOfGrant(tx, grantId)
      })
    },
  }
}

const unused = {
  // Only of grants that are not offered here.
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  revokeByGrantId: async () => undefined,
}

const nobodys = { applicationId: null, userId: null }

/** Models whose rows belong to a grant, and end with it. */
const ofGrant = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode'])

/**
 * Finds whom a token belongs to, and keeps it so until the transaction ends.
 * @throws {errors.InvalidGrant} when the grant has been revoked or the application disabled meanwhile.
 */
async function holdOwner(
  tx: Queryable,
  model: string,
  { grantId, clientId }: AdapterPayload,
): Promise<{ applicationId: number | null; userId: number | null }> {
  if (ofGrant.has(model)) {
    const owner = await store.holdGrant(tx, grantId ?? '')
    if (owner === null) throw new errors.InvalidGrant('the grant has been revoked')
    return owner
  }
  if (model !== 'ClientCredentials') return nobodys
  const applicationId = await holdApplication(tx, clientId ?? '')
  if (applicationId === null) throw new errors.InvalidClientAuth('the application is disabled')
  return { applicationId, userId: null }
}

/** What may be written: everything but the ids that their bearers present. */
function strip({ jti: _, session, ...payload }: AdapterPayload): {
  payload: object
  expiresAt: Date
} {
  if (payload.exp === undefined) throw new TypeError('everything stored has an end')
  const { cookie: __, ...kept } = session ?? {}
  return {
    payload: session === undefined ? payload : { ...payload, session: kept },
    expiresAt: new Date(payload.exp * 1000),
  }
}

function restore({ payload, consumed }: store.FoundToken, jti?: string): AdapterPayload {
  return { ...payload, ...(jti && { jti }), ...(consumed !== null && { consumed }) }
}
