import type { Database, Queryable } from '../../platform/database/db.ts'
import { hashSecret, isEqual, newSecret, randomText } from '../../platform/secrets/secrets.ts'
import { holdsCardNumber } from '../../platform/text/card-number/card-number.ts'
import { record } from '../../support/audit/audit.ts'
import type { Application, NewApplication, RegisteredApplication } from './application.ts'
import { checkApplication } from './registration.ts'
import * as store from './store.ts'

export type { Application, KeySet, NewApplication } from './application.ts'

/** An id, and the secret that goes with it, which is shown this once; null where it has none. */
export interface ClientCredentials {
  readonly client_id: string
  readonly client_secret: string | null
}

/** How long a replaced secret stays live, in seconds: a day, for every server to learn the new one. */
export const rotationGraceSeconds = 24 * 60 * 60

/** During a rotation the new and the old one. As many comparisons are made, whatever there is. */
const liveSecrets = 2

/** The ids of applications that the program registers itself. No other can have one: theirs are random. */
export const ownClientIds = { demo: 'foyer-demo', commandLine: 'foyer-command-line' } as const

/**
 * Registers an application.
 * @throws {Refused} validation_failed, whose text says what is wrong
 */
export async function createApplication(
  db: Database,
  wanted: NewApplication,
  clientId = `app_${randomText(15)}`,
): Promise<ClientCredentials & { readonly application: Application }> {
  const checked: RegisteredApplication = checkApplication(wanted)
  return db.transaction(async (tx) => {
    const application = await store.insert(tx, clientId, checked)
    const secret = checked.authentication === 'secret' ? await addSecret(tx, application.id) : null
    const details = { application: application.id, kind: application.kind }
    await record(tx, { userId: null, action: 'application.created', details })
    return { client_id: clientId, client_secret: secret, application }
  })
}

/** Replaces where an application's users are sent back to: it runs elsewhere now. */
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

/** All applications, disabled ones too, in the order of their registration. */
export const listApplications: (db: Queryable) => Promise<Application[]> = store.list

/**
 * Gives an application a new secret. The old one stays live for `rotationGraceSeconds`, any older one ends now.
 * @returns null when there is no such application, or it has no secret.
 */
export async function rotateSecret(
  db: Database,
  clientId: string,
): Promise<ClientCredentials | null> {
  return db.transaction(async (tx) => {
    const application = await store.lock(tx, clientId)
    if (application === null || application.authentication !== 'secret') return null
    await store.retireSecrets(tx, application.id, rotationGraceSeconds)
    const client_secret = await addSecret(tx, application.id)
    const details = { application: application.id }
    await record(tx, { userId: null, action: 'application.secret_rotated', details })
    return { client_id: clientId, client_secret }
  })
}

/**
 * Marks an application as disabled: it gets no token from then on. Those it has are ended by
 * `disableApplication` of `oauth/tokens.ts`, which calls this.
 * @returns its id, or null when there is no such application.
 */
export const markDisabled: (tx: Queryable, clientId: string) => Promise<number | null> =
  store.markDisabled

/** Keeps an application from being disabled until the transaction ends. @returns its id, null if gone. */
export const lockApplicationForShare: (tx: Queryable, clientId: string) => Promise<number | null> =
  store.lockForShare

/** What an id of an application may look like. */
const clientIdForm = /^[\w.~-]{1,128}$/

/** Whether an id may be looked up. A card number is not: databases keep logs. */
const mayBeClientId = (text: string): boolean => clientIdForm.test(text) && !holdsCardNumber(text)

/** An application that is not disabled, with the SHA-256 hashes of its live secrets. */
export interface FoundApplication {
  readonly application: Application
  readonly secrets: readonly Buffer[]
}

export async function findApplication(
  db: Queryable,
  clientId: string,
): Promise<FoundApplication | null> {
  // The empty id is nobody's: what cannot be an id takes as long as one that is unknown.
  return store.find(db, mayBeClientId(clientId) ? clientId : '')
}

/**
 * Finds the application that has this id and secret. An unknown id, a wrong secret and malformed ones
 * take the same work and give the same null.
 */
export async function authenticateApplication(
  db: Queryable,
  clientId: string,
  secret: string,
): Promise<FoundApplication | null> {
  const found = await findApplication(db, clientId)
  const matches = matchesSecret(found?.secrets ?? [], secret)
  return matches ? found : null
}

const noSecret = Buffer.alloc(32)

/** Whether a secret is one of those hashed here, in constant time. */
export function matchesSecret(hashes: readonly Buffer[], secret: string): boolean {
  const presented = hashSecret(secret)
  let matches = false
  for (let index = 0; index < liveSecrets; index++)
    matches = isEqual(hashes[index] ?? noSecret, presented) || matches
  return matches
}

async function addSecret(tx: Queryable, applicationId: number): Promise<string> {
  const secret = `secret_${newSecret()}`
  await store.insertSecret(tx, applicationId, hashSecret(secret))
  return secret
}
