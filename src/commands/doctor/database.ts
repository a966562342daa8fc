import type { Config } from '../../config/config.ts'
import type { Clock } from '../../platform/clock.ts'
import type { OpenDatabase } from '../../platform/database/db.ts'
import { compareMigrations } from '../../platform/database/migrate.ts'
import {
  findOldestWaiting,
  findTrail,
  guardsMigration,
  surplusAdvice,
} from '../../support/audit/guard.ts'
import { migrations } from '../../support/installation/open.ts'
import { type Finding, findingsOf } from './finding.ts'
import * as store from './store.ts'

const oldestVersion = 150_000

/** Checks the server, the role of the service, and what the role may do. */
export async function checkDatabase(db: OpenDatabase, config: Config): Promise<Finding[]> {
  const { ok, warning, wrong } = findingsOf('database')
  const server = await store.findServer(db)
  if (db.kind === 'embedded') {
    const embedded = ok(`Embedded (PostgreSQL ${server.version_name}) in ${config.dataDir}`)
    if (!config.production) return [embedded]
    const text =
      'The embedded database runs in production. A power cut can lose acknowledged writes'
    return [embedded, warning(text, 'Use PostgreSQL: set DATABASE_URL, and see docs/operations.md')]
  }
  const found = [ok(`PostgreSQL ${server.version_name}, as the role "${server.role}"`)]
  if (server.version < oldestVersion)
    found.push(wrong(`PostgreSQL ${server.version_name} is too old`, 'Use version 15 or later'))
  if (server.superuser)
    found.push(
      warning('The role is a superuser', 'Use a role of its own: see docs/service-role.sql'),
    )
  if (server.fsync === 'off')
    found.push(warning('fsync is off: a power cut can lose data', 'Set fsync = on in the server'))
  const { bulkConnections, hostWithoutTls } = await import(
    '../../platform/database/postgres/client.ts'
  )
  const host = config.databaseUrl && hostWithoutTls(config.databaseUrl)
  if (host !== undefined)
    found.push(
      warning(
        `The connections to ${host} have no TLS`,
        'Add ?sslmode=verify-full to DATABASE_URL, unless the network is private',
      ),
    )
  const { lanes, transactions, maxTransactions } = config.databaseConnections
  const allowed = server.max_connections
  const others = lanes + 1 + bulkConnections
  if (others + transactions > allowed)
    found.push(
      wrong(
        `An instance needs ${others + transactions} connections, and the server allows ${allowed}`,
        'Increase max_connections, or lower DATABASE_LANES and DATABASE_TRANSACTIONS',
      ),
    )
  else if (others + maxTransactions > allowed)
    found.push(
      warning(
        `In overload an instance opens ${others + maxTransactions} connections, and the server allows ${allowed}`,
        'Increase max_connections, or lower DATABASE_TRANSACTIONS_MAX',
      ),
    )
  if (db.countFree !== undefined) {
    const least = lanes + 1 + 1
    // This command has connections for statements, too.
    const given = lanes + (await db.countFree(others + transactions - lanes))
    const text = `A connection pooler gives ${given} connections, and an instance uses ${others + transactions}`
    const advice = 'Increase default_pool_size (PgBouncer), for all instances together'
    if (given < least) found.push(wrong(text, advice))
    else if (given < others + transactions) found.push(warning(text, advice))
    else found.push(ok('A connection pooler keeps sessions, and gives enough connections'))
  }
  const forbidden = await store.listForbiddenTables(db)
  if (forbidden.length > 0)
    found.push(
      wrong(
        `The role cannot read and write ${forbidden.join(', ')}`,
        'Run docs/service-role.sql as the owner of the tables',
      ),
    )
  return found
}

/** Checks that imported users can sign in with their passwords. */
export async function checkPasswords(db: OpenDatabase, config: Config): Promise<Finding[]> {
  const { ok, warning } = findingsOf('passwords')
  const { hasKeyedHashes } = await import('../../identity/users/credentials/credentials.ts')
  if (config.legacyPasswordKey !== undefined || !(await hasKeyedHashes(db)))
    return [ok('Every hash can be verified with these settings')]
  const text = 'Imported users have HMAC hashes, and their passwords count as wrong'
  return [warning(text, 'Set LEGACY_PASSWORD_KEY to the key of the former system')]
}

/** A record becomes part of the chain within a second, if an instance runs. */
const maxWaitingSeconds = 60

/** Checks that the audit trail is guarded and chained, and that the service cannot alter it. */
export async function checkTrail(db: OpenDatabase, config: Config): Promise<Finding[]> {
  const { ok, warning, wrong } = findingsOf('audit trail')
  const trail = await findTrail(db)
  if (trail === undefined) return []
  if (trail.missing !== null)
    return [
      wrong(
        `A trigger that guards the audit trail is missing or disabled: ${trail.missing}`,
        `Find out who removed it, run "foyer audit verify", and restore it from ${guardsMigration}`,
      ),
    ]
  if (!trail.appends)
    return [wrong('The role cannot add records', 'Run docs/service-role.sql as the owner')]
  if (trail.lacking !== null)
    return [
      wrong(
        `The role lacks privileges on the audit trail: ${trail.lacking}`,
        'Run docs/service-role.sql as the owner',
      ),
    ]
  const advice = 'Run the service with a role of its own: see docs/service-role.sql'
  if (trail.owns && db.kind === 'postgres' && config.production)
    return [warning('The role owns the audit trail, so it can alter it', advice)]
  if (trail.surplus !== null && !trail.owns)
    return [wrong(`The role can alter the audit trail: ${trail.surplus}`, surplusAdvice)]
  const waitingSeconds = Math.round((trail.chains && (await findOldestWaiting(db))) || 0)
  if (waitingSeconds > maxWaitingSeconds)
    return [
      warning(
        `A record has waited for ${waitingSeconds} s to become part of the chain`,
        'Start an instance. If one runs, look for a transaction in pg_stat_activity that does not end',
      ),
    ]
  return [ok(trail.owns ? 'Guarded by triggers' : 'The role can add records and alter none')]
}

/** Compares the schema with the migrations of this program. Applies none. */
export async function checkMigrations(db: OpenDatabase): Promise<Finding[]> {
  const { ok, warning, wrong } = findingsOf('migrations')
  const { pending, unknown, unusable, changed } = await compareMigrations(db, migrations)
  if (unusable.length > 0)
    return [wrong(`The database is newer: it has ${unusable.join(', ')}`, 'Use a newer Foyer')]
  if (changed.length > 0)
    return [
      wrong(
        `Changed after they were applied: ${changed.join(', ')}`,
        'Restore the files of migrations/ from the release',
      ),
    ]
  if (unknown.length > 0) {
    const text = `The database is newer: it has ${unknown.join(', ')}, and works with this version`
    return [warning(text, 'Use the newer Foyer again when you can')]
  }
  if (pending.length === 0) return [ok('All applied')]
  const advice = 'Run "foyer migrate" as the owner of the tables, or start the service'
  return [warning(`Not applied yet: ${pending.join(', ')}`, advice)]
}

/** Differences between the clocks, in milliseconds, that matter: for people, and for tokens. */
const noticeableMs = 2_000
const harmfulMs = 30_000

/** Compares the clock of this machine with that of the database. */
export async function checkClock(db: OpenDatabase, clock: Clock): Promise<Finding[]> {
  const { ok, warning, wrong } = findingsOf('clock')
  if (db.kind === 'embedded') return [ok('The database has the same clock')]
  const before = clock.now()
  const { now } = await store.findServer(db)
  const after = clock.now()
  // The database read its clock at some moment between the two.
  const apart = Math.max(before - now, now - after, 0)
  const text = `This machine and the database are ${(apart / 1000).toFixed(1)} s apart`
  const advice = 'Synchronize both clocks by NTP'
  if (apart > harmfulMs) return [wrong(text, advice)]
  return apart > noticeableMs ? [warning(text, advice)] : [ok(text)]
}
