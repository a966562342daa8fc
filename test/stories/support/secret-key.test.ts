import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { signUp } from '../../../src/identity/users/accounts/sign-up.ts'
import { findPendingSignUp } from '../../../src/identity/users/email-links/links.ts'
import { deriveKey, keyIdOf, SecretKeys } from '../../../src/platform/secrets/keys.ts'
import { purposes } from '../../../src/platform/secrets/purposes.ts'
import { seal } from '../../../src/platform/secrets/seal.ts'
import { webhookSeal } from '../../../src/resources/webhooks/seal.ts'
import {
  beginRotation,
  continueRotation,
  findRotation,
  type RotationWork,
} from '../../../src/support/secret-key/rotation.ts'
import { openSecretKeys, refreshSecretKeys } from '../../../src/support/secret-key/secret-key.ts'
import { notSealed } from '../../architecture/secret-columns.ts'
import { berlin, london } from '../../support/addresses.ts'
import { newCard } from '../../support/cards.ts'
import { openDesk } from '../../support/credentials.ts'
import { suiteDatabases } from '../../support/database.ts'
import { type Foyer, secretKey, startFoyer, type TestUser } from '../../support/foyer.ts'
import { Fragment, type OpenDatabase, type Statement, sql } from '../../support/inside.ts'
import { assertReplayed, sendKeyed } from '../../support/keyed.ts'
import { password } from '../../support/users.ts'
import { createWebhook, newWebhookUser } from '../../support/webhooks.ts'
import { dumpOfAll, makeWholeUser } from '../../support/whole-user.ts'

/*
 * A rotation of SECRET_KEY, as operators do it: all instances are restarted with both keys, the
 * command runs, and the former key is removed. The test key of this suite is the first one.
 */

const second = 'second-key-0123456789-abcdefghijklmnopqrstuvwxyz'
const third = 'third-key-0123456789-abcdefghijklmnopqrstuvwxyz'
const fourth = 'fourth-key-0123456789-abcdefghijklmnopqrstuvwxyz'
const ring = (...keys: readonly string[]) => new SecretKeys(() => keys)
const idOf = (key: string): Buffer => keyIdOf(ring(key).newest.check)

for (const database of await suiteDatabases()) {
  describe(`rotation of the secret key (${database.name})`, () => {
    let db: OpenDatabase
    /** An instance with the old key alone, one with both keys, and later one with the new key. */
    let first: Instance
    let both: Instance
    let user: TestUser
    const card = newCard()
    /** A card that is not sent again until the former key is removed. */
    const unusedCard = newCard()
    const keyed = { key: randomUUID(), body: london }
    let created: Awaited<ReturnType<typeof sendKeyed>>
    const stranger = `${randomUUID()}@example.com`

    before(async () => {
      db = await database.open()
      first = await startInstance(db, secretKey)
      both = await startInstance(db, second, secretKey)
    })
    after(async () => {
      for (const { stop } of [first, both]) await stop()
      await db.close()
    })

    /** Ends the half minute in which instances learn of the rotation. */
    const settle = () =>
      db.query(sql`update secret_key_rotations set began_at = began_at - interval '1 minute'`)
    const continueAt = (instance: Instance, options: Partial<RotationWork> = {}) =>
      continueRotation({
        db,
        keys: instance.keys,
        columns: instance.foyer.sealedColumns,
        ...options,
      })
    const rotate = async (instance: Instance) => {
      assert.equal(await beginRotation(db, instance.keys), true)
      await settle()
      assert.equal(await continueAt(instance), 'ended')
    }
    const at = (instance: Instance, path: string, sent: object, method = 'POST') =>
      sendKeyed(instance.foyer.baseUrl, user.accessToken, method, path, sent)
    const sealedIn = async (table: string, column: string) =>
      db.query<{ sealed: Buffer }>(
        sql`select ${new Fragment(column)} as sealed from ${new Fragment(table)}`,
      )

    test('instances with the old key, and with both keys, work side by side', async () => {
      user = await newWebhookUser(first.foyer)
      created = await at(first, '/addresses', keyed)
      assertReplayed(await at(both, '/addresses', keyed), created)
      const other = { key: randomUUID(), body: berlin }
      const made = await at(both, '/addresses', other)
      assertReplayed(await at(first, '/addresses', other), made)
      // Each instance finds the card that the other one has added.
      const kept = await at(both, '/paymentmethods/creditcard', { body: card })
      const again = await at(first, '/paymentmethods/creditcard', { body: card })
      assert.deepEqual([kept.status, again.status, again.body.id], [201, 200, kept.body.id])
      await at(first, '/paymentmethods/creditcard', { body: unusedCard })
      // Each instance opens what the other one has sealed.
      const { id } = await createWebhook(
        { request: user.request },
        { url: 'https://example.com/', topics: ['Addresses'] },
      )
      const changed = await at(both, `/webhooks/${id}`, { body: { name: 'Shop' } }, 'PATCH')
      assert.equal(changed.status, 200, changed.text)
      const [stored] = await sealedIn('webhooks', 'sealed')
      assert.ok(stored)
      const seal = webhookSeal(secretKey)
      assert.ok(seal.open({ userId: user.id, sealed: stored.sealed }).secret)
    })

    test('every sealed column has a row, and the old key is still required', async () => {
      await makeWholeUser(both.foyer)
      const { credentials, from } = openDesk(both.foyer)
      const given = { email: stranger, password, fullName: null, language: 'en', from } as const
      await signUp(credentials, given)
      await openSecretKeys(db, ring(secretKey))
      for (const { table, column } of both.foyer.sealedColumns)
        if (table !== 'kept_keys')
          assert.ok((await sealedIn(table, column)).length > 0, `${table} has no row`)
      await assert.rejects(openSecretKeys(db, ring(second)), {
        message: /SECRET_KEY is not the key .* SECRET_KEY_PREVIOUS/,
      })
    })

    test('after the rotation has begun, an instance with the old key alone seals nothing', async () => {
      assert.equal(await beginRotation(db, both.keys), true)
      assert.equal(await beginRotation(db, both.keys), false)
      await assert.rejects(refreshSecretKeys(db, first.keys), { name: 'KeyReplaced' })
      const keyed = await at(first, '/addresses', { key: randomUUID(), body: london })
      assert.equal(keyed.status, 503)
      assert.ok(keyed.headers.get('retry-after'))
      assert.equal((await at(first, '/addresses', {}, 'GET')).status, 200)
      await assert.rejects(openSecretKeys(db, ring(secretKey)), {
        message: /SECRET_KEY has been replaced/,
      })
      await assert.rejects(openSecretKeys(db, ring(second)), {
        message: /The former SECRET_KEY is still needed/,
      })
    })

    test('retries, cards and sign-ups from before the rotation are found during it', async () => {
      assertReplayed(await at(both, '/addresses', keyed), created)
      const again = await at(both, '/paymentmethods/creditcard', { body: card })
      assert.equal(again.status, 200)
      const { credentials } = openDesk(both.foyer)
      const linkKey = deriveKey(both.keys, 'links')
      assert.ok(await findPendingSignUp(db, { ...credentials, linkKey }, stranger))
    })

    test('another process continues the rotation after the first one was killed', async () => {
      const aborter = new AbortController()
      const interrupted = await continueAt(both, {
        signal: aborter.signal,
        progress: () => aborter.abort(),
      })
      assert.equal(interrupted, 'interrupted')
      const rotation = await findRotation(db)
      assert.ok(rotation?.total && rotation.resealed > 0 && rotation.resealed < rotation.total)
      // A killed process keeps its lease until half a minute after its last batch.
      const held = sql`update secret_key_rotations
        set holder = gen_random_uuid(), held_until = now() + interval '30 seconds'`
      await db.query(held)
      assert.equal(await continueAt(both), 'held')
      // The embedded database's clock may not move for 1 ms.
      await db.query(sql`update secret_key_rotations
        set held_until = now() - interval '1 second', began_at = now()`)
      assert.equal(await continueAt(both), 'settling')
      await settle()
      assert.equal(await continueAt(both), 'ended')
      const ended = await findRotation(db)
      assert.equal(ended?.unreadable, 0)
      assert.equal(ended?.resealed, ended?.total)
      assert.equal(await continueAt(both), 'ended')
      assert.equal(await beginRotation(db, both.keys), false)
    })

    test('after the rotation, an instance without the old key works with all earlier data', async () => {
      const last = await startInstance(db, second)
      try {
        assertReplayed(await at(last, '/addresses', keyed), created)
        for (const body of [card, unusedCard]) {
          const again = await at(last, '/paymentmethods/creditcard', { body })
          assert.equal(again.status, 200)
        }
        const { credentials } = openDesk(last.foyer)
        const linkKey = deriveKey(last.keys, 'links')
        assert.ok(await findPendingSignUp(db, { ...credentials, linkKey }, stranger))
        const seal = webhookSeal(last.keys)
        const [stored] = await db.query<{ sealed: Buffer }>(
          sql`select sealed from webhooks where user_id = ${user.id}`,
        )
        assert.ok(stored && seal.open({ userId: user.id, sealed: stored.sealed }).secret)
      } finally {
        await last.stop()
      }
    })

    test('no statement reads more than a page of a table', async () => {
      const next = await startKeys(both, third, second)
      const key = deriveKey(both.keys, 'mail jobs')
      const ids = Array.from({ length: 130 }, () => randomUUID())
      const values = ids.map((id) => seal(key, id, Buffer.from('{}')).toString('hex'))
      await db.query(sql`
        insert into jobs (id, queue, sealed, due_at)
        select id, 'mail', decode(sealed, 'hex'), 'infinity'
        from unnest(${ids}::uuid[], ${values}::text[]) as given (id, sealed)`)
      assert.equal(await beginRotation(db, next.keys), true)
      await settle()
      const rowsPerPage = 20
      const reads: Statement[] = []
      const query: OpenDatabase['query'] = (statement) => {
        if (/substring|offset/.test(statement.text)) reads.push(statement)
        return db.query(statement)
      }
      const counted: OpenDatabase = Object.assign(Object.create(keptOpen(db)), { query })
      assert.equal(await continueAt(next, { db: counted, rowsPerPage }), 'ended')
      const { resealed, total } = (await findRotation(db)) ?? {}
      assert.ok(total && total >= ids.length && resealed === total)
      // The count, a pass that seals again, and the last one: each reads at least seven pages of jobs.
      assert.ok(reads.filter(({ text }) => text.includes('from jobs')).length >= 3 * 7 * 2)
      for (const { text, values } of reads) {
        const [, rows] =
          /(from \w+\s+where [\s\S]*?)(?: order by .*)?\s+(?:\) page where|and) substring/.exec(
            text,
          ) ?? []
        if (rows === undefined) assert.match(text, /offset 19 limit 1$/)
        else {
          const counting = `select count(*)::integer as count ${rows} and $1::bytea is not null`
          const name = createHash('sha256').update(counting).digest('hex').slice(0, 20)
          const [read] = await db.query<{ count: number }>({ name, text: counting, values })
          assert.ok(read && read.count <= rowsPerPage, `${read?.count} rows: ${text}`)
        }
      }
      await db.query(sql`delete from jobs where id = any (${ids}::uuid[])`)
      both = next
    })

    test('a value that no key opens stays as it is, and is counted', async () => {
      const lost = sql`insert into jobs (id, queue, sealed)
        values (gen_random_uuid(), 'gone', decode(repeat('ab', 60), 'hex')) returning id`
      await db.query(lost)
      await rotate(await startKeys(both, fourth, third))
      assert.equal((await findRotation(db))?.unreadable, 1)
      await db.query(sql`delete from jobs where queue = 'gone'`)
    })

    test('no row names a former key, so no sealed column was forgotten', async () => {
      const dump = await dumpOfAll(db)
      const traces = (key: string) =>
        [idOf(key).toString('hex'), idOf(key).toString('base64')].filter((id) => dump.includes(id))
      for (const former of [second, third]) assert.deepEqual(traces(former), [])
      assert.equal(traces(fourth).length, 2)
      for (const { table, column } of both.foyer.sealedColumns)
        assert.ok((await sealedIn(table, column)).length > 0, `${table} has no row`)
    })

    test('every column with bytes is declared as sealed, or known not to be', async () => {
      const declared = both.foyer.sealedColumns.map(({ table, column }) => `${table}.${column}`)
      const columns = await db.query<{ name: string }>(sql`
        select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = current_schema() and data_type = 'bytea'`)
      const known = [...declared, ...Object.keys(notSealed)]
      assert.deepEqual(
        columns.map(({ name }) => name).filter((name) => !known.includes(name)),
        [],
      )
      const existing = new Set(columns.map(({ name }) => name))
      const json = ['oauth_tokens.payload']
      assert.deepEqual(
        known.filter((name) => !existing.has(name)),
        json,
      )
    })

    test('every purpose that is sealed again has a column', () => {
      const declared = both.foyer.sealedColumns.map(({ purposeOf }) => purposeOf({ queue: 'mail' }))
      const resealed = Object.entries(purposes).flatMap(([purpose, treatment]) =>
        treatment === 'resealed' ? [purpose] : [],
      )
      assert.deepEqual(declared.sort(), resealed.sort())
    })
  })
}

interface Instance {
  readonly foyer: Foyer
  readonly keys: SecretKeys
  stop(): Promise<void>
}

/** The same database, which an instance does not close when it stops. */
const keptOpen = (db: OpenDatabase): OpenDatabase =>
  new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name === 'close') return async () => {}
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** Starts an instance with some keys, the newest first, on a database that others also use. */
async function startInstance(db: OpenDatabase, ...secrets: readonly string[]): Promise<Instance> {
  const keys = ring(...secrets)
  await openSecretKeys(db, keys)
  const foyer = await startFoyer(keptOpen(db), {}, undefined, keys)
  return { foyer, keys, stop: foyer.stop }
}

/** The same instance as after a restart with other keys. */
async function startKeys(instance: Instance, ...secrets: readonly string[]): Promise<Instance> {
  const keys = ring(...secrets)
  await openSecretKeys(instance.foyer.db, keys)
  return { ...instance, keys }
}
