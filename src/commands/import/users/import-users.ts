import type { ForeignHash } from '../../../identity/users/credentials/foreign-hashes.ts'
import { forBulkWork, type RetryStep, retryWhileBusy } from '../../../platform/database/batches.ts'
import type { Database, OpenDatabase } from '../../../platform/database/db.ts'
import { sqlState } from '../../../platform/database/sqlstate.ts'
import type { Key } from '../../../platform/secrets/keys.ts'
import { holdsCardNumber } from '../../../platform/text/card-number/card-number.ts'
import type { ParsedBody } from '../../../platform/text/draft.ts'
import { emailKey, emailKeys } from '../../../platform/text/email.ts'
import { hasForbiddenCharacter, normalise } from '../../../platform/text/text.ts'
import { fingerprintOf } from '../../../resources/payment-methods/wallet/fingerprints.ts'
import { record, recordForEach } from '../../../support/audit/audit.ts'
import type { Line } from '../lines.ts'
import { FaultList, type LineChange, parseLine } from '../parse-line.ts'
import { addRepeated, type LineKey, repeatedText, type Scanned } from '../repeated.ts'
import {
  type BatchOutcome,
  type ImportCounts,
  type ImportOptions,
  runImport,
} from '../run-import.ts'
import { type CheckUser, openUserCheck, type Taken } from './check-user.ts'
import { LeftOut } from './left-out.ts'
import { maxExternalIdLength, requiredNames } from './line.ts'
import { idsNeeded, rowsOf } from './rows.ts'
import * as store from './store.ts'
import type { ImportedUser } from './user.ts'

export interface UserImportOptions extends ImportOptions {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The vault that has the cards. */
  readonly vault: string
  readonly fingerprintKey: Key
  /** The longest time of one check of a password hash, in milliseconds. Usually a second. */
  readonly maxHashMs?: number
  /** Called with each hash that is accepted, and the time of a check of it, in milliseconds. */
  onHash?(hash: ForeignHash, ms: number): void
}

/** The user waits for it once. Other users do not: see `passwords.ts`. */
const maxHashMs = 1_000

/** Users per transaction. The number is small enough for the time limits on a slow disk. */
const batchSize = 500

/** The number of batches at once. The embedded database runs one statement at a time. */
const concurrency = { postgres: 2, embedded: 1 } as const

/**
 * Imports the users of a file. A user whose external id is there already stays as it is, so that an
 * import can run again. Lines that are refused do not stop it.
 * @throws {Refused | Unavailable} as `runImport`
 */
export function importUsers(
  opened: OpenDatabase,
  options: UserImportOptions,
): Promise<ImportCounts> {
  const db = forBulkWork(opened)
  const retry = retryWhileBusy(options)
  const check = openUserCheck({ maxHashMs, onHash() {}, ...options })
  const batches = { size: batchSize, concurrency: concurrency[opened.kind], keysOf }
  return runImport(options, batches, (lines, scanned) =>
    importBatch({ db, retry, check, scanned, options }, lines),
  )
}

/**
 * The keys of a line, as far as it has valid ones. Others are not looked up. If two users had one
 * card or one customer in the vault, the deletion of one of them would remove those of the other.
 */
function keysOf(value: object): LineKey[] {
  const { external_id, email, vault_customer, payment_methods } = value as Record<string, unknown>
  const methods: unknown[] = Array.isArray(payment_methods) ? payment_methods : []
  return [
    ...keyOf('external_id', keyText(external_id)),
    ...keyOf('email', emailKeyOf(email)),
    ...keyOf('vault_customer', keyText(vault_customer)),
    ...methods.flatMap((method, place) => {
      const { card_token } = (method ?? {}) as Record<string, unknown>
      return keyOf('card_token', keyText(card_token), `payment_methods.${place}.card_token`)
    }),
  ]
}

const keyOf = (kind: string, key: string | undefined, property = kind): LineKey[] =>
  key ? [{ kind, property, key }] : []

const emailKeyOf = (written: unknown): string | undefined => {
  const email = keyText(written)
  return email && emailKey(email)
}

/** The keys under which the email address of a line may be present. */
const emailKeysOf = (value: object): readonly string[] => {
  const email = keyText((value as Record<string, unknown>).email)
  return email === undefined ? [] : emailKeys(email)
}

const keyText = (value: unknown): string | undefined =>
  typeof value === 'string' &&
  value.length <= 2 * maxExternalIdLength &&
  !hasForbiddenCharacter(value) &&
  !holdsCardNumber(value)
    ? normalise(value)
    : undefined

interface Batch {
  readonly db: Database
  readonly retry: RetryStep
  readonly check: CheckUser
  readonly scanned: Scanned
  readonly options: UserImportOptions
}

interface ReadLine {
  readonly number: number
  readonly faults: FaultList
  readonly body: ParsedBody | undefined
  readonly keys: readonly LineKey[]
  readonly emailKeys: readonly string[]
}

/** SQLSTATE of a duplicate key. */
const uniqueViolation = '23505'

/** How often a batch is tried again after a duplicate key. More conflicts than these are a bug. */
const maxConflicts = 5

async function importBatch(batch: Batch, lines: readonly Line[]): Promise<BatchOutcome> {
  const read = lines.map((line): ReadLine => {
    const faults = new FaultList()
    const body = parseLine(line, faults)
    const value = body?.value ?? {}
    const keys = keysOf(value)
    return { number: line.number, faults, body, keys, emailKeys: emailKeysOf(value) }
  })
  const ofPerson = ({ kind }: LineKey) => requiredNames.some((name) => name === kind)
  for (const { faults, keys } of read) addRepeated(faults, keys.filter(ofPerson), batch.scanned)
  for (let left = maxConflicts; ; left--) {
    try {
      return await tryBatch(batch, read)
    } catch (error) {
      // Somebody signed up meanwhile, or another import added the same users, or a transaction was
      // committed but its response was lost. All of these are found now.
      if (sqlState(error) !== uniqueViolation || left === 0) throw error
    }
  }
}

async function tryBatch(batch: Batch, read: readonly ReadLine[]): Promise<BatchOutcome> {
  const { db, retry, check, options } = batch
  const all = read.flatMap(({ keys }) => keys)
  const keysOfKind = (kind: string) => all.flatMap((one) => (one.kind === kind ? one.key : []))
  const looked = {
    externalIds: keysOfKind('external_id'),
    emailKeys: read.flatMap((line) => line.emailKeys),
    vault: options.vault,
    customers: keysOfKind('vault_customer'),
    tokens: keysOfKind('card_token'),
  }
  const present = await retry(() => store.findPresent(db, looked))
  const users: ImportedUser[] = []
  const refused: { readonly number: number; readonly faults: FaultList }[] = []
  const changes: LineChange[] = []
  let known = 0
  for (const { number, faults: before, body, keys, emailKeys } of read) {
    const faults = new FaultList([...before.found])
    const left = new LeftOut(body?.value ?? {})
    const isOfPresent = ({ kind, key }: LineKey) =>
      kind === 'external_id' && present.externalIds.has(key)
    if (before.isEmpty && keys.some(isOfPresent)) {
      known++
      continue
    }
    const user = body && (await check(body, takenOf(keys, batch.scanned, present), faults, left))
    if (emailKeys.some((key) => present.emailKeys.has(key)))
      faults.add('email', 'A user with this email address exists already.')
    if (user === undefined || faults.found.length > 0) refused.push({ number, faults })
    else {
      users.push(user)
      const { externalId: external_id } = user
      changes.push(...left.found.map((change) => ({ line: number, external_id, ...change })))
    }
  }
  if (users.length > 0 && !options.dryRun) await insert(batch, users)
  return {
    imported: users.length,
    present: known,
    refused: refused.length,
    faults: refused.flatMap(({ number, faults: { found } }) =>
      found.map((fault) => ({ line: number, ...fault })),
    ),
    changes,
  }
}

/** The customers and cards of a line that belong to other users, so that they are left out. */
function takenOf(keys: readonly LineKey[], scanned: Scanned, present: store.Present): Taken {
  const taken = new Map<string, string>()
  for (const one of keys) {
    const { kind, property, key } = one
    const repeated = repeatedText(one, scanned)
    if (kind !== 'vault_customer' && kind !== 'card_token') continue
    if (repeated !== undefined) taken.set(property, repeated)
    else if (kind === 'vault_customer' && present.customers.has(key))
      taken.set(property, 'A user with this customer exists already.')
    else if (kind === 'card_token' && present.tokens.has(key))
      taken.set(property, 'A user with this card exists already.')
  }
  return taken
}

async function insert({ db, retry, options }: Batch, users: readonly ImportedUser[]) {
  const { vault } = options
  const ids = await retry(() => store.reserveIds(db, idsNeeded(users)))
  const rows = rowsOf(users, ids, (userId, card) => fingerprintOf(options, userId, card))
  await retry(async (isFirst) => {
    try {
      await db.transaction(async (tx) => {
        await store.insertAll(tx, rows, vault)
        await recordForEach(tx, ids.users, { action: 'user.imported' })
        const details = { users: users.length }
        await record(tx, { userId: null, action: 'users.imported', details })
      })
    } catch (error) {
      // An earlier attempt was committed, but its response was lost.
      const isRepeated = !isFirst && sqlState(error) === uniqueViolation
      if (!isRepeated || !(await store.isImported(db, ids.users[0] ?? 0))) throw error
    }
  })
}
