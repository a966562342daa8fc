import type { Database } from '../../platform/database/db.ts'
import { sqlState } from '../../platform/database/sqlstate.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { hashSecret } from '../../platform/secrets/secrets.ts'
import { record } from '../../support/audit/audit.ts'
import type { NewApplication, RegisteredApplication } from './application.ts'
import { ownClientIds } from './applications.ts'
import { checkApplication } from './registration.ts'
import * as store from './store.ts'

export { exists as isRegistered } from './store.ts'

/** An application of another system, which keeps its id and its secret. */
export interface ImportedApplication {
  readonly clientId: string
  readonly application: RegisteredApplication
  /** The SHA-256 hash of its secret; null if it has none yet. */
  readonly secretHash: Buffer | null
}

/** The secret of an application, or its hash. */
export interface ImportedSecret {
  readonly secret?: string | null | undefined
  /** SHA-256, in hexadecimal digits. */
  readonly secretHash?: string | null | undefined
}

const clientIdForm = /^[\w.~-]{1,128}$/
/** Characters that a secret may have (RFC 6749, A.2). */
const secretForm = /^[\x20-\x7e]*$/
/** 20 hexadecimal digits have 80 bits, and 20 characters of Base64 have 120. */
const minSecretLength = 20
const maxSecretLength = 256
const minDistinctCharacters = 8

/** @param text what is wrong, for operators */
const invalid = (text: string): Refused => new Refused(refusals.validation_failed, { text })

/**
 * Checks an application that keeps its id and its secret.
 * @throws {Refused} validation_failed
 */
export function checkImported(
  clientId: string,
  properties: NewApplication,
  given: ImportedSecret,
): ImportedApplication {
  if (!clientIdForm.test(clientId))
    throw invalid('A client id must have 1 to 128 letters, digits and . _ ~ -')
  if (Object.values<string>(ownClientIds).includes(clientId))
    throw invalid(`The client id ${clientId} belongs to Foyer itself.`)
  const application = checkApplication(properties)
  const secretHash = hashOf(given)
  if (secretHash !== null && application.authentication !== 'secret')
    throw invalid('Only an application that authenticates with a secret can have one.')
  return { clientId, application, secretHash }
}

function hashOf({ secret = null, secretHash = null }: ImportedSecret): Buffer | null {
  if (secret !== null && secretHash !== null)
    throw invalid('An application needs either client_secret or client_secret_hash.')
  if (secretHash !== null && !/^[\da-fA-F]{64}$/.test(secretHash))
    throw invalid('client_secret_hash must be SHA-256, in 64 hexadecimal digits.')
  if (secretHash !== null) return Buffer.from(secretHash, 'hex')
  if (secret === null) return null
  const isLong = secret.length >= minSecretLength && secret.length <= maxSecretLength
  if (!secretForm.test(secret) || !isLong || new Set(secret).size < minDistinctCharacters)
    throw invalid(
      `client_secret must be ${minSecretLength} to ${maxSecretLength} random ASCII characters. ` +
        'Without it, the application gets a new secret by foyer app rotate-secret.',
    )
  return hashSecret(secret)
}

/** SQLSTATE of a duplicate key. */
const uniqueViolation = '23505'

/** Adds an application. @returns false if there is one with this client id */
export async function addImported(
  db: Database,
  { clientId, application, secretHash }: ImportedApplication,
): Promise<boolean> {
  if (await store.exists(db, clientId)) return false
  try {
    await db.transaction(async (tx) => {
      const { id, kind } = await store.insert(tx, clientId, application, false)
      if (secretHash !== null) await store.insertSecret(tx, id, secretHash)
      const details = { application: id, kind }
      await record(tx, { userId: null, action: 'application.imported', details })
    })
    return true
  } catch (error) {
    if (sqlState(error) === uniqueViolation) return false
    throw error
  }
}
