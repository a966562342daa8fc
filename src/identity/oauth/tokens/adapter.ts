import { isDeepStrictEqual } from 'node:util'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Database } from '../../../platform/database/db.ts'
import { deriveKey, type Key, type SecretKey } from '../../../platform/secrets/keys.ts'
import { open, seal } from '../../../platform/secrets/seal.ts'
import { hashSecret, hashSecretToText } from '../../../platform/secrets/secrets.ts'
import { lockApplicationForShare } from '../../applications/applications.ts'
import { savePayload } from '../../users/sessions/sessions.ts'
import { publicMethods } from '../../users/sessions/sign-in-level.ts'
import { findGrant, lockGrant, saveGrant } from '../grants/grants.ts'
import { answeredSeconds, retireRequest } from '../open-requests/open-requests.ts'
import { alreadyRead } from '../provider/already-read.ts'
import { applicationAdapter } from '../provider/client.ts'
import { endReused } from './exchange.ts'
import * as store from './store.ts'
import { endGrant } from './tokens.ts'

/**
 * Makes the storage adapters of oidc-provider's models. The library passes tokens in plain text.
 * The adapters store only their hashes. They also ensure two rules that the library leaves to its
 * storage: a code or refresh token works once, and no token lives longer than its grant.
 */
export function createAdapter(db: Database, secretKey: SecretKey): (model: string) => Adapter {
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
        const { expiresAt, payload: stored } = strip(payload)
        await saveGrant(tx, { id, applicationId, userId, payload: stored, expiresAt })
      })
    },
    async find(id) {
      const { grant } = alreadyRead().presented ?? {}
      const payload = grant?.id === id ? grant.payload : await findGrant(db, id)
      return payload && { ...payload, jti: id }
    },
    async destroy(id) {
      await db.transaction((tx) => endGrant(tx, id, 'grant.ended'))
    },
  }
}

/**
 * The models that are encrypted: authorization requests, and the codes and refresh tokens that
 * follow from them. They contain arbitrary values from applications, and ids of each other.
 */
const sealedModels = new Set([
  'Interaction',
  'PushedAuthorizationRequest',
  'AuthorizationCode',
  'RefreshToken',
])

function tokenAdapter(db: Database, model: string, key: Key): Adapter {
  const labelOf = (id: string): string => `${model} ${hashSecretToText(id)}`
  const sealPayload = (id: string, payload: object): object =>
    sealedModels.has(model)
      ? { sealed: seal(key, labelOf(id), Buffer.from(JSON.stringify(payload))).toString('base64') }
      : payload
  const openPayload = (id: string, { payload, consumed }: store.FoundToken): store.FoundToken => {
    const { sealed, resumed } = payload
    if (typeof sealed !== 'string') return { payload, consumed }
    const opened = open(key, labelOf(id), Buffer.from(sealed, 'base64'))
    // If a form is sent twice, the same interaction uses its pushed request twice. The library
    // would refuse the second use.
    const isRepeated = typeof resumed === 'string' && resumed === resumedInteraction()
    return { payload: JSON.parse(opened.toString()), consumed: isRepeated ? null : consumed }
  }

  const isPresented = (id: string): boolean => {
    const { presented } = alreadyRead()
    return presented?.model === model && presented.value === id
  }

  const findToken = async (id: string): Promise<store.FoundToken | undefined> => {
    const { interaction, presented } = alreadyRead()
    if (model === 'Interaction' && interaction?.uid === id) return interaction.found
    if (isPresented(id)) return presented?.token
    return store.findToken(db, model, hashSecret(id))
  }

  return {
    ...unused,
    async upsert(id, payload) {
      const { expiresAt, payload: stripped } = strip(payload)
      const token = {
        ...noOwner,
        hash: hashSecret(id),
        model,
        grantId: payload.grantId ?? null,
        scope: payload.scope ?? '',
        payload: sealPayload(id, stripped),
        expiresAt,
      }
      if (model === 'ReplayDetection') {
        // The library accepts a proof from the future, and forgets it before it is too old.
        const until = new Date(expiresAt.getTime() + proofWindowMs)
        if (!(await store.saveOnce(db, { ...token, expiresAt: until }))) throw alreadyUsed()
        return
      }
      const { exchange } = alreadyRead()
      if (modelsOfGrant.has(model) && exchange !== undefined) exchange.save(token)
      else if (modelsOfGrant.has(model)) {
        const saved = await db.transactionFor(userOf(payload), (tx) =>
          tx.commitWith(store.saveTokenOfGrant(tx, token)),
        )
        if (!saved) throw new errors.InvalidGrant('the grant has been revoked')
      } else await store.saveToken(db, token)
    },
    async find(id) {
      const token = await findToken(id)
      if (token === undefined) return undefined
      const { exp, ...payload } = restore(openPayload(id, token), id)
      // The library refuses an expired code before it notices that the code was used before. Then
      // nothing would end the tokens of the first use.
      const isReused = isPresented(id) && token.consumed !== null
      return isReused || exp === undefined ? payload : { ...payload, exp }
    },
    async consume(id) {
      const hash = hashSecret(id)
      const { exchange } = alreadyRead()
      if (exchange !== undefined) exchange.consume()
      else if (model === 'PushedAuthorizationRequest') {
        if (!(await store.consumePushedRequest(db, hash, resumedInteraction())))
          throw new errors.InvalidRequestUri('already used')
      } else if (!(await store.consumeToken(db, model, hash))) await endReused(db, hash)
    },
    async destroy(id) {
      const hash = hashSecret(id)
      if (model !== 'Interaction') return store.removeToken(db, model, hash)
      // Keep an answered request for a while, so that the user reaches the application even if the
      // form is sent twice.
      await retireRequest(db, id, answeredSeconds)
    },
    async revokeByGrantId(grantId) {
      await db.transaction(async (tx) => {
        await lockGrant(tx, grantId)
        await store.removeTokensOfGrant(tx, grantId)
      })
    },
  }
}

/**
 * The library cannot start or end sessions, nor change their ids. It only stores what it needs about
 * the applications of a session. When a user has signed in, it wants to save the session with
 * another id and to delete the former one. But the id is from the sign-in already, and an open
 * request in another tab would lose the session. So the session of the request is saved, whatever
 * the id, and nothing is deleted. `sendToBrowser` leaves the library's cookie out.
 */
function sessionAdapter(db: Database): Adapter {
  return {
    ...unused,
    async upsert(_id, { authorizations = {} }) {
      const { session } = alreadyRead().session ?? {}
      // The library saves a session even if nothing has changed.
      if (session && !isDeepStrictEqual(authorizations, session.payload.authorizations ?? {}))
        await savePayload(db, session.hash, { authorizations })
    },
    async find(id) {
      const known = alreadyRead().session
      if (known?.id !== id) return undefined
      const { uid, userId, amr, signedInAt, expiresAt, payload } = known.session
      const seconds = (time: number): number => Math.floor(time / 1000)
      return {
        // Copy the payload, because the library changes it.
        ...structuredClone(payload),
        kind: 'Session',
        jti: id,
        uid,
        accountId: String(userId),
        amr: publicMethods(amr),
        loginTs: seconds(signedInAt),
        iat: seconds(signedInAt),
        exp: seconds(expiresAt),
      }
    },
    destroy: async () => {},
  }
}

/** How far the time of a proof may be from the time of this service. */
const proofWindowMs = 300_000

/** The error for an assertion or proof that another request has used at the same time. */
const alreadyUsed = (): Error =>
  alreadyRead().dpop === undefined
    ? new errors.InvalidClientAuth('the assertion was already used')
    : new errors.InvalidGrant('DPoP proof JWT Replay detected')

const unused = {
  // Methods that the library calls only for grant types that this service does not offer.
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  revokeByGrantId: async () => undefined,
}

const noOwner = { applicationId: null, userId: null }

/** The models that belong to a grant. Their tokens end with it. */
const modelsOfGrant = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode'])

/** The hash of the interaction that the request resumes. Null if it resumes none. */
function resumedInteraction(): string | null {
  const { interaction } = alreadyRead()
  return interaction === undefined ? null : hashSecretToText(interaction.uid)
}

/**
 * Removes secrets from a payload before it is stored: the id that the bearer presents, and the
 * session's cookie.
 */
function strip({ jti: _, session, ...payload }: AdapterPayload): {
  payload: object
  expiresAt: Date
} {
  if (payload.exp === undefined) throw new TypeError('the payload has no expiry time')
  const { cookie: __, ...storedSession } = session ?? {}
  return {
    payload: session === undefined ? payload : { ...payload, session: storedSession },
    expiresAt: new Date(payload.exp * 1000),
  }
}

function restore({ payload, consumed }: store.FoundToken, jti: string): AdapterPayload {
  return { ...payload, jti, ...(consumed !== null && { consumed }) }
}

/** The user of a grant or token. Null if it belongs to an application only. */
const userOf = ({ accountId }: AdapterPayload): number | null =>
  accountId === undefined ? null : Number(accountId)
