import type { Database, Queryable } from '../../platform/database/db.ts'
import { hashSecret, isEqual, newSecret, randomText } from '../../platform/secrets/secrets.ts'
import { holdsCardNumber } from '../../platform/text/card-number/card-number.ts'
import { record, wasDoneLately } from '../../support/audit/audit.ts'
import type { Application, NewApplication, RegisteredApplication } from './application.ts'
import { readLogo, setLogo } from './logos/logos.ts'
import { type NoticeDeps, tellOwners } from './owners/owners.ts'
import { checkApplication } from './registration.ts'
import * as store from './store.ts'

export {
  type Application,
  type DisabledReason,
  grantTypes,
  type KeySet,
  type NewApplication,
} from './application.ts'

/**
 * The id and the secret of an application. The secret is shown only once. Null if the application
 * has no secret.
 */
export interface ClientCredentials {
  readonly client_id: string
  readonly client_secret: string | null
}

/** How long a replaced secret stays valid: a day, so that all servers can get the new one. */
export const rotationGraceSeconds = 24 * 60 * 60

/**
 * The most secrets that are valid at once: the new and the old one. Each check makes this number of
 * comparisons, so that its time reveals nothing.
 */
const maxLiveSecrets = 2

/**
 * The ids of applications that the program registers itself. All other ids are random, so they
 * cannot collide.
 */
export const ownClientIds = { demo: 'foyer-demo', commandLine: 'foyer-command-line' } as const

/**
 * Registers an application.
 * @throws {Refused} validation_failed; its text says what is wrong
 */
export async function createApplication(
  db: Database,
  properties: NewApplication,
  clientId = newClientId(),
  secret?: string,
): Promise<CreatedApplication> {
  const checked = checkApplication(properties)
  const logo = properties.logoFile ? readLogo(properties.logoFile) : null
  return db.transaction(async (tx) => {
    const created = await insertApplication(tx, checked, { clientId, ownerId: null, secret })
    if (logo !== null) await setLogo(tx, created.application.id, logo)
    return created
  })
}

/** A new application with its credentials. */
export type CreatedApplication = ClientCredentials & { readonly application: Application }

/**
 * Adds a checked application.
 * @param given.ownerId the user who registers it; null for an operator
 * @param given.secret only for the demo, whose seed makes it; else a new one
 */
export async function insertApplication(
  tx: Queryable,
  checked: RegisteredApplication,
  given: {
    readonly clientId: string
    readonly ownerId: number | null
    readonly secret?: string | undefined
  },
): Promise<CreatedApplication> {
  const { clientId, ownerId } = given
  const application = await store.insert(tx, clientId, checked, ownerId !== null)
  const secret =
    checked.authentication === 'secret' ? await addSecret(tx, application.id, given.secret) : null
  const details = { application: application.id, kind: application.kind }
  await record(tx, { userId: ownerId, action: 'application.created', details })
  return { client_id: clientId, client_secret: secret, application }
}

/** Makes the id of a new application. */
export const newClientId = (): string => `app_${randomText(15)}`

/** Replaces the redirect URIs of an application that has moved to another address. */
export async function moveApplication(
  db: Database,
  { id }: Pick<Application, 'id'>,
  redirectUris: readonly string[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await store.setRedirectUris(tx, id, redirectUris)
    await record(tx, { userId: null, action: 'application.moved', details: { application: id } })
  })
}

/** Lists all applications, including disabled ones, in the order of their registration. */
export const listApplications: (db: Queryable) => Promise<Application[]> = store.list

/**
 * Gives an application a new secret. The current secret stays valid for `rotationGraceSeconds`.
 * Older secrets end now.
 * @param given.notices to email its developer; only tests and the demo omit it
 * @returns null if there is no such application, or it has no secret
 */
export const rotateSecret = (
  db: Database,
  clientId: string,
  { secret, notices }: { readonly secret?: string | undefined; readonly notices?: NoticeDeps } = {},
): Promise<ClientCredentials | null> =>
  db.transaction((tx) => rotateSecretIn(tx, clientId, null, { secret, notices }))

/**
 * Like `rotateSecret`, in a transaction of the caller.
 * @param ownerId the owner who asks for it; null for an operator
 * @param given.secret only for the demo, whose seed makes it; else a new one
 * @param given.browser the browser of the owner
 */
export async function rotateSecretIn(
  tx: Queryable,
  clientId: string,
  ownerId: number | null,
  given: {
    readonly secret?: string | undefined
    readonly notices?: NoticeDeps | undefined
    readonly browser?: string | undefined
  },
): Promise<ClientCredentials | null> {
  const { secret, notices, browser } = given
  const application = await store.lock(tx, clientId)
  if (application === null || application.authentication !== 'secret') return null
  await store.retireSecrets(tx, application.id, rotationGraceSeconds)
  const details = { application: application.id }
  const rotated = { userId: ownerId, action: 'application.secret_rotated', details } as const
  if (notices && !(await wasDoneLately(tx, rotated)))
    await tellOwners(tx, notices, application.id, 'secret', browser)
  return addRotated(tx, { id: application.id, clientId }, ownerId, secret)
}

/**
 * Replaces a new secret that its owner has not seen. The end of the former secret does not change.
 * @returns null if the current secret is older than a minute
 */
export async function replaceNewSecretIn(
  tx: Queryable,
  application: Application,
  ownerId: number,
): Promise<ClientCredentials | null> {
  if (!(await store.removeNewSecret(tx, application.id))) return null
  return addRotated(tx, application, ownerId)
}

async function addRotated(
  tx: Queryable,
  { id, clientId }: Pick<Application, 'id' | 'clientId'>,
  ownerId: number | null,
  secret?: string,
): Promise<ClientCredentials> {
  const client_secret = await addSecret(tx, id, secret)
  const details = { application: id }
  await record(tx, { userId: ownerId, action: 'application.secret_rotated', details })
  return { client_id: clientId, client_secret }
}

/** `removeApplication` deletes the row. `deleteApplication` in `users/developers` also ends its use. */
export {
  findById as findApplicationsById,
  type ListedSecret,
  listOperatorNames,
  listSecrets,
  lockWhole as lockApplication,
  remove as removeApplication,
  removeReplacedSecrets,
} from './store.ts'

/**
 * Locks an application for sharing, so that it cannot be disabled until the transaction ends.
 * @returns its id, or null if it does not exist or is disabled
 */
export const lockApplicationForShare: (tx: Queryable, clientId: string) => Promise<number | null> =
  store.lockForShare

/** The format of client ids. */
const clientIdFormat = /^[\w.~-]{1,128}$/

/** Whether an id may be looked up. Card numbers are not looked up, because databases keep logs. */
const mayBeClientId = (text: string): boolean => clientIdFormat.test(text) && !holdsCardNumber(text)

/** Finds an application for an operator, also a disabled one. */
export const findAnyApplication = async (
  db: Queryable,
  clientId: string,
): Promise<Application | null> => (mayBeClientId(clientId) ? store.findWhole(db, clientId) : null)

/** An enabled application, with the SHA-256 hashes of its valid secrets. */
export interface FoundApplication {
  readonly application: Application
  readonly secrets: readonly Buffer[]
}

/** Finds an enabled application. */
export async function findApplication(
  db: Queryable,
  clientId: string,
): Promise<FoundApplication | null> {
  // No application has the empty id. Looking it up takes malformed ids as long as unknown ones.
  return store.find(db, mayBeClientId(clientId) ? clientId : '')
}

/**
 * Finds the enabled application that has this id and one of these secrets. Unknown ids, wrong
 * secrets and malformed values take the same work, and all give null.
 */
export async function authenticateApplication(
  db: Queryable,
  clientId: string,
  ...secrets: readonly string[]
): Promise<FoundApplication | null> {
  const found = await findApplication(db, clientId)
  return hasSecret(found, secrets) ? found : null
}

/** Whether an application has one of these secrets. All are compared, in constant time. */
export function hasSecret(
  found: FoundApplication | null | undefined,
  secrets: readonly string[],
): boolean {
  let matches = false
  for (const secret of secrets) matches = matchesSecret(found?.secrets ?? [], secret) || matches
  return matches
}

const noSecret = Buffer.alloc(32)

/** Whether a secret has one of these hashes. The comparison takes constant time. */
function matchesSecret(hashes: readonly Buffer[], secret: string): boolean {
  const presented = hashSecret(secret)
  let matches = false
  for (let index = 0; index < maxLiveSecrets; index++)
    matches = isEqual(hashes[index] ?? noSecret, presented) || matches
  return matches
}

async function addSecret(
  tx: Queryable,
  applicationId: number,
  secret = `secret_${newSecret()}`,
): Promise<string> {
  await store.insertSecret(tx, applicationId, hashSecret(secret))
  return secret
}
