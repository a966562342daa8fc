import { seedUsers } from '../../../src/dev/seed/seed.ts'
import { createApplication } from '../../../src/identity/applications/applications.ts'
import type { Scope } from '../../../src/identity/applications/scopes.ts'
import { createAuthenticator } from '../../../src/identity/oauth/tokens/authenticate.ts'
import type { OpenDatabase } from '../../../src/platform/database/db.ts'
import { sql } from '../../../src/platform/database/sql.ts'
import type { SecretKey } from '../../../src/platform/secrets/keys.ts'
import { findAddresses } from '../../../src/resources/addresses/addresses.ts'
import { putListings } from '../../../src/resources/listings/listings.ts'
import { newListing } from '../../../test/support/listings.ts'
import type { UserRange } from '../load/pgbench.ts'
import { addRefreshTokens } from './refresh-tokens.ts'

/** A user who sends requests. */
export interface BenchUser {
  readonly id: number
  readonly token: string
  readonly addressId: number
}

/** What the database is filled with. */
export interface BenchData {
  /** Equally spaced among all users. */
  readonly users: readonly BenchUser[]
  readonly range: UserRange
  /** One for each user of the database, in no order. */
  readonly tokens: readonly string[]
  readonly application: { readonly id: number; readonly clientId: string; readonly secret: string }
  readonly listingId: string
  /** Unused refresh tokens: those that Foyer reads, and plain ones for a bare provider. */
  readonly refreshTokens: { readonly foyer: string[]; readonly provider: string[] }
  readonly lastAddressId: number
  readonly seedSeconds: number
}

const scopes: readonly Scope[] = ['read:user', 'write:user']
const maxBenchUsers = 1_000

/** Fills an empty, migrated database. */
export async function fillDatabase(
  db: OpenDatabase,
  secretKey: SecretKey,
  wanted: { readonly users: number; readonly refreshTokens: number },
): Promise<BenchData> {
  const { application, client_id, client_secret } = await createApplication(db, {
    name: 'Bench',
    scopes: ['read:events', ...scopes],
    redirectUris: ['http://127.0.0.1/'],
  })
  const known = { id: application.id, clientId: client_id, secret: String(client_secret) }
  const listing = newListing()
  await putListings(db, [listing])
  const tokens: string[] = []
  const start = performance.now()
  await seedUsers(db, {
    users: wanted.users,
    year: new Date().getUTCFullYear(),
    terms: { application: known, scopes, lifetimeSeconds: 86_400 },
    onBatch: (batch) => void tokens.push(...batch),
  })
  const seedSeconds = (performance.now() - start) / 1_000
  if (db.kind === 'postgres') await db.script('vacuum analyze')
  const users = await findUsers(db, tokens)
  const [first, second = first] = users as [BenchUser]
  const refreshTokens = await addRefreshTokens(db, secretKey, {
    application: known,
    userIds: users.map(({ id }) => id),
    count: wanted.refreshTokens,
  })
  const [last] = await db.query<{ id: number }>(sql`select max(id) as id from addresses`)
  return {
    users,
    lastAddressId: Number(last?.id),
    range: { first: first.id, step: second.id - first.id, count: users.length },
    tokens,
    application: known,
    listingId: listing.id,
    refreshTokens,
    seedSeconds,
  }
}

/** Finds up to 1,000 users at equal distances, by their tokens. */
async function findUsers(db: OpenDatabase, tokens: readonly string[]): Promise<BenchUser[]> {
  const { authenticate } = createAuthenticator({ db })
  const step = Math.max(1, Math.floor(tokens.length / maxBenchUsers))
  const users: BenchUser[] = []
  for (let at = 0; at < tokens.length && users.length < maxBenchUsers; at += step) {
    const token = String(tokens[at])
    const { userId } = await authenticate(`Bearer ${token}`)
    const [address] = await findAddresses(db, Number(userId))
    users.push({ id: Number(userId), token, addressId: Number(address?.id) })
  }
  return users.sort((a, b) => a.id - b.id)
}
