import type {
  Database,
  OpenDatabase,
  Queryable,
  Transaction,
} from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { record, wasDoneLately } from '../../../support/audit/audit.ts'
import type { Writer } from '../../../support/idempotency/writer.ts'
import { hasManyWebhooks, removeWebhooksOfApplication } from '../../../support/outbox/outbox.ts'
import {
  beginToRemoveEnded,
  endTokensOfApplication,
  hasManyConsents,
  reduceConsentsOfApplication,
  removeConsentsOfApplication,
} from '../../access/of-application.ts'
import {
  type Application,
  type ClientCredentials,
  type CreatedApplication,
  findAnyApplication,
  findApplicationsById,
  insertApplication,
  type ListedSecret,
  listOperatorNames,
  listSecrets,
  lockApplication,
  newClientId,
  removeApplication,
  removeReplacedSecrets,
  replaceNewSecretIn,
  rotateSecretIn,
} from '../../applications/applications.ts'
import { disableIn, enableIn, updateIn } from '../../applications/changes.ts'
import { readLogo, setLogo } from '../../applications/logos/logos.ts'
import { findOwned, insertOwner, listOwned, tellOwners } from '../../applications/owners/owners.ts'
import { checkApplication } from '../../applications/registration.ts'
import { lockSignInUser } from '../credentials/credentials.ts'
import { type DeveloperDeps, isDeveloper } from './developers.ts'
import { developerRefusals } from './refusals.ts'
import { checkOwnApplication, type OwnApplication, typeOf } from './rules.ts'

/** The most applications that a user may own. */
export const maxOwnApplications = 20

/** An application of a user, by its client id. */
export interface OwnTarget {
  readonly userId: number
  readonly clientId: string
  /** The browser of the request, for emails. */
  readonly browser?: string | undefined
}

/** Whether only an operator can enable an application, and its owner cannot change it. */
export const isLocked = ({ disabledReason }: Pick<Application, 'disabledReason'>): boolean =>
  disabledReason !== null && disabledReason !== 'owner'

/** The applications of a user, in the order of their registration. */
export async function listOwnApplications(db: Queryable, userId: number): Promise<Application[]> {
  const owned = await listOwned(db, userId)
  return owned.length === 0 ? [] : findApplicationsById(db, owned)
}

/** @throws {Refused} not_found, also for an application of another user */
export async function findOwnApplication(
  db: Queryable,
  { userId, clientId }: OwnTarget,
): Promise<Application> {
  const id = await findOwned(db, userId, clientId)
  const [application] = id === undefined ? [] : await findApplicationsById(db, [id])
  if (application === undefined) throw new Refused(refusals.not_found)
  return application
}

/** An application with its valid secrets, the newest first. */
export async function findWithSecrets(
  db: Queryable,
  target: OwnTarget,
): Promise<{ application: Application; secrets: readonly ListedSecret[] }> {
  const application = await findOwnApplication(db, target)
  return { application, secrets: await listSecrets(db, application.id) }
}

/**
 * Registers an application of a user. A page asks for a fresh proof before it calls this.
 * @throws {Refused} validation_failed, limit_reached, not_a_developer
 */
export const registerOwnApplication = (
  deps: Omit<DeveloperDeps, 'mailer'>,
  userId: number,
  wanted: OwnApplication,
  writer: Writer<CreatedApplication> = deps.db,
): Promise<CreatedApplication> =>
  writer.transactionFor(userId, async (tx) => {
    const user = await lockSignInUser(tx, userId)
    if (user === undefined) throw new Refused(refusals.not_found)
    const mayRegister =
      user.disabled_at === null && (await isDeveloper({ ...deps, db: tx }, userId))
    if (!mayRegister) throw new Refused(developerRefusals.not_a_developer)
    const owned = await listOwned(tx, userId)
    if (owned.length >= maxOwnApplications) throw new Refused(refusals.limit_reached)
    const checked = checkApplication(checkOwnApplication(deps, wanted, await reservedNames(tx)))
    const names = { clientId: newClientId(), ownerId: userId }
    const created = await insertApplication(tx, checked, names)
    await insertOwner(tx, userId, created.application.id)
    return created
  })

/**
 * Replaces the first secret of a new application, because its form was sent twice and the browser
 * has dropped the page with that secret.
 * @returns null if it was made over a minute ago, or is not the only secret
 * @throws {Refused} not_found, application_disabled
 */
export const replaceFirstSecret = (
  db: Database,
  target: OwnTarget,
): Promise<ClientCredentials | null> =>
  change(db, target, async (tx, application) => {
    const secrets = await listSecrets(tx, application.id)
    return secrets.length === 1 ? replaceNewSecretIn(tx, application, target.userId) : null
  })

/** The names of applications that operators have registered. Developers may not use them. */
const reservedNames = async (tx: Queryable): Promise<string[]> =>
  (await listOperatorNames(tx)).map(({ name }) => name)

/**
 * Changes the properties that developers choose. Scopes that an operator has added stay. If the
 * application loses a scope, all its tokens end.
 * @returns whether its tokens ended
 * @throws {Refused} not_found, validation_failed, application_disabled
 */
export async function updateOwnApplication(
  deps: DeveloperDeps,
  target: OwnTarget,
  wanted: Omit<OwnApplication, 'type'>,
): Promise<boolean> {
  const endedTokens = await change(deps.db, target, async (tx, before) => {
    const type = typeOf(before)
    const reserved = await reservedNames(tx)
    const checked = checkOwnApplication(deps, { ...wanted, type }, reserved, before)
    const { kind: _, ...changed } = checked
    const wereMoved = await wasDoneLately(tx, {
      ...{ userId: target.userId, action: 'application.updated' },
      details: { application: before.id, moved_users: true },
    })
    const { endedTokens, movedUsers } = await updateIn(tx, before, changed, target.userId)
    if (movedUsers && !wereMoved) await tellOwners(tx, deps, before.id, 'uris', target.browser)
    return endedTokens
  })
  if (endedTokens) await beginToRemoveEnded(deps.db)
  return endedTokens
}

/**
 * Sets or removes the logo of an application.
 * @throws {Refused} not_found, validation_failed, application_disabled
 */
export async function setOwnLogo(
  db: Database,
  target: OwnTarget,
  file: Uint8Array | null,
): Promise<void> {
  const logo = file && readLogo(file)
  await change(db, target, async (tx, before) => {
    await setLogo(tx, before.id, logo)
    await updateIn(tx, before, { logoFile: file }, target.userId)
  })
}

/**
 * Gives an application a new secret. The current one works for one more day, and an older one ends.
 * If the form was sent twice within a minute, the browser has dropped the page with the new secret.
 * Then the second form replaces that secret.
 * @param areKnown whether the form was made when these were the secrets, the newest first
 * @returns null if nothing has changed, because the form is older
 * @throws {Refused} not_found, application_disabled
 */
export const rotateOwnSecret = (
  deps: DeveloperDeps,
  target: OwnTarget,
  areKnown: (secrets: readonly ListedSecret[]) => boolean,
): Promise<ClientCredentials | null> =>
  change(deps.db, target, async (tx, application) => {
    const secrets = await listSecrets(tx, application.id)
    if (!areKnown(secrets)) {
      if (secrets.length < 2 || !areKnown(secrets.slice(1))) return null
      return replaceNewSecretIn(tx, application, target.userId)
    }
    const { userId, clientId, browser } = target
    const told = { notices: deps, browser }
    const credentials = await rotateSecretIn(tx, clientId, userId, told)
    if (credentials === null) throw new Refused(refusals.not_found)
    return credentials
  })

/**
 * Ends the secret that a newer one has replaced.
 * @throws {Refused} not_found, application_disabled
 */
export const withdrawOwnSecret = (db: Database, target: OwnTarget): Promise<void> =>
  change(db, target, async (tx, { id }) => {
    if ((await removeReplacedSecrets(tx, id)) === 0) return
    const details = { application: id }
    await record(tx, { userId: target.userId, action: 'application.secret_withdrawn', details })
  })

/**
 * Disables an application, and ends its tokens.
 * @throws {Refused} not_found, application_disabled
 */
export async function disableOwnApplication(db: Database, target: OwnTarget): Promise<void> {
  await disableOwn(db, target)
  await beginToRemoveEnded(db)
}

const disableOwn = (db: Database, target: OwnTarget): Promise<void> =>
  change(db, target, async (tx, { disabledAt }) => {
    if (disabledAt !== null) return
    await disableIn(tx, target.clientId, { ownerId: target.userId, reason: 'owner' })
  })

/**
 * Enables an application that its owner has disabled.
 * @throws {Refused} not_found, application_disabled (an operator has disabled it)
 */
export const enableOwnApplication = (db: Database, target: OwnTarget): Promise<void> =>
  change(db, target, async (tx) => {
    await enableIn(tx, target.clientId, target.userId)
  })

/**
 * Deletes an application with its secrets, its tokens, and the consents and webhooks of its users.
 * If these are too many for one transaction, it disables the application first, and deletes them in
 * batches. If the request ends before that is done, the application stays disabled, and a later
 * call has less to do.
 * @throws {Refused} not_found, application_disabled
 */
export async function deleteOwnApplication(db: Database, target: OwnTarget): Promise<void> {
  const { id } = await findOwnApplication(db, target)
  if (await hasManyUses(db, id)) {
    await disableOwn(db, target)
    await removeUses(db, id)
  }
  await change(db, target, (tx) => remove(tx, target.userId, id))
  await beginToRemoveEnded(db)
}

/**
 * Like `deleteOwnApplication`, for an operator. The application must be disabled. Its consents and
 * webhooks are always deleted in batches first, so that changes of their users do not wait.
 * @returns false if there is no such application, or it is enabled
 */
export async function deleteApplication(db: OpenDatabase, clientId: string): Promise<boolean> {
  const found = await findAnyApplication(db, clientId)
  if (found === null || found.disabledAt === null) return false
  await removeUses(db, found.id)
  const isDeleted = await db.bulkTransaction(async (tx) => {
    const application = await lockApplication(tx, clientId)
    if (application === null || application.disabledAt === null) return false
    await remove(tx, null, application.id)
    return true
  })
  if (isDeleted) await beginToRemoveEnded(db)
  return isDeleted
}

/**
 * Locks all applications of a user. A transaction that changes several, and has locked the user,
 * calls this before its first record: whoever changes one locks the application first, and then the
 * end of the audit trail.
 */
export async function lockAllOf(tx: Queryable, userId: number): Promise<Application[]> {
  const locked: Application[] = []
  for (const { clientId } of await listOwnApplications(tx, userId)) {
    const application = await lockApplication(tx, clientId)
    if (application !== null) locked.push(application)
  }
  return locked
}

/**
 * Disables all applications of a user who is disabled, or is no longer a developer. Nobody would
 * answer for them. When the user is back, an operator enables them one by one. The caller calls
 * `beginToRemoveEnded` after the transaction.
 * @param locked what `lockAllOf` returned
 * @returns how many it disabled
 */
export async function disableAllOf(
  tx: Queryable,
  userId: number,
  locked: readonly Application[],
  reason: 'owner_disabled' | 'owner_not_developer',
): Promise<number> {
  const running = locked.filter((one) => !isLocked(one))
  for (const { clientId } of running) await disableIn(tx, clientId, { ownerId: userId, reason })
  return running.length
}

/** Deletes all applications of a user whose account is erased. */
export async function deleteAllOf(tx: Queryable, userId: number): Promise<void> {
  for (const { id } of await lockAllOf(tx, userId)) await remove(tx, userId, id)
}

/**
 * Disables all applications of a user whose account is erased, and deletes the consents and
 * webhooks of their users in batches.
 */
export async function reduceAllOf(db: Database, userId: number): Promise<void> {
  for (const { id, clientId, disabledAt } of await listOwnApplications(db, userId)) {
    if (disabledAt === null) await disableOwn(db, { userId, clientId })
    await removeUses(db, id)
  }
}

/** Whether the consents and webhooks of an application are too many for one transaction. */
const hasManyUses = async (db: Queryable, id: number): Promise<boolean> =>
  (await Promise.all([hasManyConsents(db, id), hasManyWebhooks(db, id)])).includes(true)

/**
 * Deletes the consents and webhooks that users have with a disabled application, in batches, each
 * in a transaction of its own. A disabled application gets no new ones.
 */
async function removeUses(db: Queryable, id: number): Promise<void> {
  await reduceConsentsOfApplication(db, id)
  await removeWebhooksOfApplication(db, id)
}

async function remove(tx: Queryable, userId: number | null, id: number): Promise<void> {
  await endTokensOfApplication(tx, id)
  await removeConsentsOfApplication(tx, id)
  await removeApplication(tx, id)
  await record(tx, { userId, action: 'application.deleted', details: { application: id } })
}

/**
 * Runs a change of an application by its owner. An application that an operator has disabled
 * cannot change.
 */
const change = <T>(
  db: Database,
  { userId, clientId }: OwnTarget,
  work: (tx: Transaction, application: Application) => Promise<T>,
): Promise<T> =>
  db.transactionFor(userId, async (tx) => {
    const isOwn = (await findOwned(tx, userId, clientId)) !== undefined
    const application = isOwn ? await lockApplication(tx, clientId) : null
    if (application === null) throw new Refused(refusals.not_found)
    if (isLocked(application)) throw new Refused(developerRefusals.application_disabled)
    return work(tx, application)
  })
