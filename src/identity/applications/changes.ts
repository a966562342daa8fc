import type { Database, Queryable } from '../../platform/database/db.ts'
import { record } from '../../support/audit/audit.ts'
import { beginToRemoveEnded, endTokensOfApplication } from '../access/of-application.ts'
import type {
  Application,
  DisabledReason,
  NewApplication,
  RegisteredApplication,
} from './application.ts'
import { readLogo, setLogo } from './logos/logos.ts'
import { type NoticeDeps, tellOwners } from './owners/owners.ts'
import { checkApplication } from './registration.ts'
import * as store from './store.ts'

/**
 * What can change after the registration. Omitted properties stay. Null removes a link or the logo.
 */
export type ApplicationChange = Partial<Omit<NewApplication, 'kind' | 'authentication'>>

/** The outcome of a change. */
export interface ChangedApplication {
  readonly clientId: string
  /** Whether the tokens of the application ended, because it may do less from now on. */
  readonly endedTokens: boolean
  /** Whether users are sent elsewhere after they sign in. */
  readonly movedUsers: boolean
}

/**
 * Changes the properties of an application. If it loses a scope or a grant, or must bind its tokens
 * to a key from now on, all its tokens end: otherwise they would keep what the application may no
 * longer have.
 * @param notices to email its developer about other redirect URIs; only tests omit it
 * @returns null if there is no such application
 * @throws {Refused} validation_failed; its text says what is wrong
 */
export async function updateApplication(
  db: Database,
  clientId: string,
  change: ApplicationChange,
  notices?: NoticeDeps,
): Promise<ChangedApplication | null> {
  const { logoFile } = change
  const logo = logoFile ? readLogo(logoFile) : null
  const changed = await db.transaction(async (tx) => {
    const before = await store.lockWhole(tx, clientId)
    if (before === null) return null
    if (logoFile !== undefined) await setLogo(tx, before.id, logo)
    const changed = await updateIn(tx, before, change, null)
    if (changed.movedUsers && notices) await tellOwners(tx, notices, before.id, 'uris')
    return changed
  })
  if (changed?.endedTokens) await beginToRemoveEnded(db)
  return changed
}

/**
 * Like `updateApplication`, for an application that the caller has locked. Call
 * `beginToRemoveEnded` after the transaction.
 * @param ownerId the owner who changes it; null for an operator
 * @throws {Refused} validation_failed
 */
export async function updateIn(
  tx: Queryable,
  before: Application,
  change: ApplicationChange,
  ownerId: number | null,
): Promise<ChangedApplication> {
  const after = checkApplication({ ...before, ...grantsOf(before, change), ...change })
  const endedTokens = isNarrower(before, after)
  await store.update(tx, before.id, after)
  if (endedTokens) await endTokensOfApplication(tx, before.id)
  const properties = Object.keys(change).sort().join(' ')
  const movedUsers = before.redirectUris.join('\n') !== after.redirectUris.join('\n')
  const details = { application: before.id, properties, ...(movedUsers && { moved_users: true }) }
  await record(tx, { userId: ownerId, action: 'application.updated', details })
  return { clientId: before.clientId, endedTokens, movedUsers }
}

/**
 * Returns the grants to set if a change does not set them itself. The first redirect URI, and the
 * removal of the last one, reset the grants to the defaults: with and without the grants of users.
 */
function grantsOf(before: Application, { redirectUris }: ApplicationChange): object {
  const hadUsers = before.redirectUris.length > 0
  if (redirectUris === undefined || redirectUris.length > 0 === hadUsers) return {}
  return { grantTypes: undefined }
}

const isNarrower = (before: Application, after: RegisteredApplication): boolean =>
  before.scopes.some((scope) => !after.scopes.includes(scope)) ||
  before.grantTypes.some((grant) => !after.grantTypes.includes(grant)) ||
  (after.dpopBoundAccessTokens && !before.dpopBoundAccessTokens)

/**
 * Enables a disabled application. Its secrets work again; its tokens that ended do not.
 * @returns false if the application is not disabled, or does not exist
 */
export const enableApplication = (db: Database, clientId: string): Promise<boolean> =>
  db.transaction((tx) => enableIn(tx, clientId, null))

/**
 * Like `enableApplication`, in a transaction of the caller.
 * @param ownerId the owner who enables it; null for an operator
 */
export async function enableIn(
  tx: Queryable,
  clientId: string,
  ownerId: number | null,
): Promise<boolean> {
  const id = await store.markEnabled(tx, clientId)
  if (id === null) return false
  const details = { application: id }
  await record(tx, { userId: ownerId, action: 'application.enabled', details })
  return true
}

/**
 * Disables an application and ends all its tokens.
 * @returns false if there is no such application
 */
export async function disableApplication(db: Database, clientId: string): Promise<boolean> {
  const isDisabled = await db.transaction((tx) =>
    disableIn(tx, clientId, { ownerId: null, reason: 'operator' }),
  )
  if (isDisabled) await beginToRemoveEnded(db)
  return isDisabled
}

/**
 * Like `disableApplication`, in a transaction of the caller. Call `beginToRemoveEnded` after it.
 * @param given.ownerId the owner whose record it is; null for an operator
 */
export async function disableIn(
  tx: Queryable,
  clientId: string,
  { ownerId, reason }: { readonly ownerId: number | null; readonly reason: DisabledReason },
): Promise<boolean> {
  const id = await store.markDisabled(tx, clientId, reason)
  if (id === null) return false
  await endTokensOfApplication(tx, id)
  const details = { application: id, reason }
  await record(tx, { userId: ownerId, action: 'application.disabled', details })
  return true
}
