import { isDeepStrictEqual } from 'node:util'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Database } from '../../../platform/database/db.ts'
import { deriveKey, open, seal } from '../../../platform/secrets/seal.ts'
import { hashSecret, hashSecretToText } from '../../../platform/secrets/secrets.ts'
import { lockApplicationForShare } from '../../applications/applications.ts'
import { savePayload } from '../../sessions/sessions.ts'
import { retireRequest } from '../open-requests/open-requests.ts'
import { alreadyRead } from '../provider/already-read.ts'
import { applicationAdapter } from '../provider/client.ts'
import * as store from './store.ts'
import { endGrant } from './tokens.ts'

/**
 * Makes the storage of each of oidc-provider's models. The library hands over and asks for tokens as their
 * bearers know them; they are hashed here, and never written. It also leaves single use to its storage:
 * that a code or refresh token is used once, and that nothing outlives its grant, is kept here.
 */
export function createAdapter(db: Database, secretKey: string): (model: string) => Adapter {
  const key = deriveKey(secretKey, 'authorization requests')
  return (model) => {
    if (model === 'Client') return applicationAdapter(db)
    if (model === 'Session') return sessionAdapter(db)
    if (model === 'Grant') return grantAdapter(db)
    return tokenAdapter(db, model, key)
  }
}

function grantAdapter(db: Database): Adapter {
  return {
    ...unused,
    async upsert(id, payload) {
      await db.transactionFor(userOf(payload), async (tx) => {
        const applicationId = await lockApplicationForShare(tx, payload.clientId ?? '')
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
      await db.transaction((tx) => endGrant(tx, id, 'grant.ended'))
    },
  }
}

/** How long a request is known after it was answered, in seconds. */
export const answeredSeconds = 300

/**
 * Requests that wait for their user, and what comes of them. They hold what applications send along, whatever it is,
 * and the names of each other, so they are sealed.
 */
const sealedModels = new Set([
  'Interaction',
  'PushedAuthorizationRequest',
  'AuthorizationCode',
  'RefreshToken',
])

function tokenAdapter(db: Database, model: string, key: Buffer): Adapter {
  const labelOf = (id: string): string => `${model} ${hashSecretToText(id)}`
  const sealed = (id: string, payload: object): object =>
    sealedModels.has(model)
      ? { sealed: seal(key, labelOf(id), Buffer.from(JSON.stringify(payload))).toString('base64') }
      : payload
  const opened = (id: string, { payload, consumed }: store.FoundToken): store.FoundToken =>
    typeof payload.sealed === 'string'
      ? {
          payload: JSON.parse(
            open(key, labelOf(id), Buffer.from(payload.sealed, 'base64')).toString(),
          ),
          consumed,
        }
      : { payload, consumed }

  return {
    ...unused,
    async upsert(id, payload) {
      const { expiresAt, payload: kept } = strip(payload)
      const token = {
        ...nobodys,
        hash: hashSecret(id),
        model,
        grantId: payload.grantId ?? null,
        scope: payload.scope ?? '',
        payload: sealed(id, kept),
        expiresAt,
      }
      if (model === 'ReplayDetection') {
        if (!(await store.saveOnce(db, token)))
          throw new errors.InvalidClientAuth('the assertion was already used')
        return
      }
      if (ofGrant.has(model)) {
        const saved = await db.transactionFor(userOf(payload), (tx) =>
          tx.commitWith(store.saveTokenOfGrant(tx, token)),
        )
        if (!saved) throw new errors.InvalidGrant('the grant has been revoked')
      } else if (model === 'ClientCredentials')
        await db.transaction(async (tx) => {
          const applicationId = await lockApplicationForShare(tx, payload.clientId ?? '')
          if (applicationId === null)
            throw new errors.InvalidClientAuth('the application is disabled')
          await tx.commitWith(store.saveToken(tx, { ...token, applicationId }))
        })
      else await store.saveToken(db, token)
    },
    async find(id) {
      const { interaction } = alreadyRead()
      const isKnown = model === 'Interaction' && interaction?.uid === id
      const token = isKnown ? interaction.found : await store.findToken(db, model, hashSecret(id))
      return token && restore(opened(id, token), id)
    },
    async consume(id) {
      const hash = hashSecret(id)
      if (await store.consumeToken(db, model, hash)) return
      // Someone else was first, so one of the two is a thief: nothing of this grant may live on.
      const grantId = await store.findGrantOfToken(db, hash)
      if (grantId !== null) await db.transaction((tx) => endGrant(tx, grantId, 'token.reused'))
      throw new errors.InvalidGrant('already used')
    },
    async destroy(id) {
      const hash = hashSecret(id)
      if (model !== 'Interaction') return store.removeToken(db, model, hash)
      // An answered request is kept for a while, so that a form that is sent twice leads to the application twice.
      await retireRequest(db, id, answeredSeconds)
    },
    async revokeByGrantId(grantId) {
      await db.transaction(async (tx) => {
        await store.lockGrant(tx, grantId)
        await store.removeTokensOfGrant(tx, grantId)
      })
    },
  }
}

/** Sessions are started and ended elsewhere; the library adds what it remembers of their applications. */
function sessionAdapter(db: Database): Adapter {
  return {
    ...unused,
    async upsert(id, { authorizations = {} }) {
      const { authorizations: known = {} } = alreadyRead().session?.session.payload ?? {}
      // The library saves a session even if nothing of it has changed.
      if (!isDeepStrictEqual(authorizations, known))
        await savePayload(db, hashSecret(id), { authorizations })
    },
    async find(id) {
      const known = alreadyRead().session
      if (known?.id !== id) return undefined
      const { uid, userId, amr, signedInAt, expiresAt, payload } = known.session
      const seconds = (time: number): number => Math.floor(time / 1000)
      return {
        // The library changes what it is given.
        ...structuredClone(payload),
        kind: 'Session',
        jti: id,
        uid,
        accountId: String(userId),
        amr: [...amr],
        loginTs: seconds(signedInAt),
        iat: seconds(signedInAt),
        exp: seconds(expiresAt),
      }
    },
    async destroy() {
      throw new TypeError('sessions are not ended through the library')
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

function restore({ payload, consumed }: store.FoundToken, jti: string): AdapterPayload {
  return { ...payload, jti, ...(consumed !== null && { consumed }) }
}

/** Whose grant or token it is; null for an application's own. */
const userOf = ({ accountId }: AdapterPayload): number | null =>
  accountId === undefined ? null : Number(accountId)
