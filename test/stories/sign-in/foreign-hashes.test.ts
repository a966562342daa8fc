import assert from 'node:assert/strict'
import { pbkdf2Sync, randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { hashSync } from '@node-rs/argon2'
import { hashSync as bcrypt } from '@node-rs/bcrypt'
import { generateSync } from 'otplib'
import {
  beginTotp,
  confirmTotp,
} from '../../../src/identity/users/second-factors/second-factors.ts'
import { openDesk, trailOf } from '../../support/credentials.ts'
import { foreignHashes, legacyKey, phc } from '../../support/foreign-hashes.ts'
import { type Foyer, onEveryDatabase } from '../../support/foyer.ts'
import { importLines } from '../../support/import.ts'
import { type OpenDatabase, sql } from '../../support/inside.ts'
import { movedHashes } from '../../support/moved-hashes.ts'
import { behindProxy, newBrowser, proveAt, signIn } from '../../support/sign-in.ts'
import { addUser } from '../../support/users.ts'
import { retry503 } from '../../support/wire.ts'

const secret = 'the café’s old password'
const ownHash = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

await onEveryDatabase(
  'foreign hashes',
  (foyer) => {
    const kinds = {
      ...foreignHashes,
      'argon2id with weaker parameters': (text: string) =>
        hashSync(text, { memoryCost: 8192, timeCost: 1 }),
    }
    for (const [kind, hash] of Object.entries(kinds))
      test(`a user with a hash of ${kind} signs in, and gets an argon2id hash`, async () => {
        const before = hash(secret)
        const { id, email } = await addUserWith(foyer, before)
        const wrong = await signIn(newBrowser(foyer.authUrl), email, { secret: `${secret}!` })
        assert.equal(wrong.status, 400)
        assert.equal(await hashOf(foyer.db, id), before)
        const answers = await Promise.all(
          [1, 2].map(() => retry503(() => signIn(newBrowser(foyer.authUrl), email, { secret }))),
        )
        assert.deepEqual(
          answers.map(({ status }) => status),
          [303, 303],
        )
        const after = await hashOf(foyer.db, id)
        assert.match(after, ownHash)
        assert.equal((await signIn(newBrowser(foyer.authUrl), email, { secret })).status, 303)
        assert.equal(await hashOf(foyer.db, id), after)
        const trail = await trailOf(foyer.db, id)
        assert.equal(trail.filter((action) => action === 'sign_in.succeeded').length, 3)
      })

    for (const { system, source, hash, password } of movedHashes)
      test(`${system}: a user signs in after the move with a hash of ${source}`, async () => {
        const id = randomUUID()
        const line = { external_id: id, email: `${id}@example.com`, password_hash: hash }
        const { changes, imported } = await importLines(foyer.db, [line])
        assert.deepEqual([imported, changes], [1, []])
        const status = async (secret: string) =>
          (await retry503(() => signIn(newBrowser(foyer.authUrl), line.email, { secret }))).status
        assert.equal(await status(`${password}.`), 400)
        assert.equal(await status(password), 303)
        const [row] = await foyer.db.query<{ password_hash: string }>(
          sql`select password_hash from users where email = ${line.email}`,
        )
        assert.match(row?.password_hash ?? '', ownHash)
      })

    test('unusually slow hashes hold up no other sign-in, also none with a usual hash', async () => {
      const slow = [
        bcrypt(secret, 13),
        hashSync(secret, { memoryCost: 65_536, timeCost: 8, parallelism: 1 }),
      ]
      const others = [
        hashSync(secret, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
        bcrypt(secret, 12),
        keycloak(secret),
      ]
      const ready = async (hash: string) => {
        const { email } = await addUserWith(foyer, hash)
        const browser = newBrowser(foyer.authUrl)
        const form = await browser.get('/sign-in')
        return async () =>
          (await browser.submit(form, { email, password: secret }, '/sign-in')).status
      }
      const sends = await Promise.all(others.map(ready))
      const begun = await Promise.all(
        Array.from({ length: 6 }, (_, index) => ready(slow[index % 2] ?? '')),
      )
      let answered = 0
      const slowly = begun.map(async (send) => {
        const { status } = await retry503(async () => ({ status: await send() }))
        answered++
        return status
      })
      // After the first one, all others are in a queue.
      await Promise.race(slowly)
      assert.deepEqual(await Promise.all(sends.map((send) => send())), [303, 303, 303])
      assert.ok(answered < 4, `${answered} slow checks came first`)
      assert.deepEqual(await Promise.all(slowly), Array(6).fill(303))
    })

    test('a hash is replaced in the transaction of the sign-in', async () => {
      const { id, email } = await addUserWith(foyer, foreignHashes.bcrypt(secret))
      await signIn(newBrowser(foyer.authUrl), email, { secret })
      const [row] = await foyer.db.query<{ same: boolean; renewed: string | null }>(sql`
        select u.xmin = s.xmin as same, a.details ->> 'password_hash' as renewed
        from users u join sessions s on s.user_id = u.id
          join audit_records a on a.user_id = u.id and a.action = 'sign_in.succeeded'
        where u.id = ${id}`)
      assert.deepEqual(row, { same: true, renewed: 'renewed' })
    })

    test('with a second factor, the hash is replaced with the first step', async () => {
      const { id, email } = await addUserWith(foyer, foreignHashes.scrypt(secret))
      const { factors, from } = openDesk(foyer, foyer.clock)
      const { secret: seed } = await beginTotp(factors, id)
      await confirmTotp(factors, { userId: id, code: generateSync({ secret: seed }), from })
      const browser = newBrowser(foyer.authUrl)
      const step = await browser.follow(await signIn(browser, email, { secret }))
      assert.match(await hashOf(foyer.db, id), ownHash)
      const epoch = Math.floor(Date.now() / 1000) + 30
      const done = await browser.submit(step, { code: generateSync({ secret: seed, epoch }) })
      assert.equal(done.status, 303)
    })

    test('a fresh proof replaces the hash, too', async () => {
      const { id, email } = await addUserWith(foyer, foreignHashes.pbkdf2(secret))
      const browser = newBrowser(foyer.authUrl)
      await signIn(browser, email, { secret })
      const foreign = foreignHashes.hmac(secret)
      await foyer.db.query(sql`update users set password_hash = ${foreign} where id = ${id}`)
      await proveAt(browser, '/account/security/password', { secret })
      assert.match(await hashOf(foyer.db, id), ownHash)
    })

    test('bcrypt counts 72 bytes of a password, and the hash that replaces it all of them', async () => {
      const long = `${'é'.repeat(36)} and the rest`
      const { id, email } = await addUserWith(foyer, bcrypt(long, 4))
      const status = async (secret: string) =>
        (await signIn(newBrowser(foyer.authUrl), email, { secret })).status
      assert.equal(await status('é'.repeat(35)), 400)
      assert.equal(await status(long), 303)
      assert.match(await hashOf(foyer.db, id), ownHash)
      assert.equal(await status('é'.repeat(36)), 400)
      assert.equal(await status(long), 303)
    })

    test('a password works in the form in which the other system hashed it', async () => {
      const decomposed = secret.normalize('NFD')
      for (const hash of [
        foreignHashes.bcrypt(decomposed),
        hashSync(decomposed, { timeCost: 1 }),
      ]) {
        const { email } = await addUserWith(foyer, hash)
        const answer = await signIn(newBrowser(foyer.authUrl), email, { secret: decomposed })
        assert.equal(answer.status, 303)
        const again = await signIn(newBrowser(foyer.authUrl), email, { secret })
        assert.equal(again.status, 303)
      }
    })

    test('a disabled user with the right password is refused', async () => {
      const before = foreignHashes.bcrypt(secret)
      const { id, email } = await addUserWith(foyer, before)
      await foyer.db.query(sql`update users set disabled_at = now() where id = ${id}`)
      assert.equal((await signIn(newBrowser(foyer.authUrl), email, { secret })).status, 400)
      assert.equal(await hashOf(foyer.db, id), before)
    })

    test('an unknown address is refused, even with a password that matches the hash it is compared with', async () => {
      await addUserWith(foyer, foreignHashes.bcrypt(secret))
      await foyer.db.query(sql`update users set password_hash = ${foreignHashes.hmac(secret)}`)
      const stranger = 'nobody-has-this@example.com'
      const answer = await signIn(newBrowser(foyer.authUrl), stranger, { secret })
      assert.equal(answer.status, 400)
    })
  },
  { ...behindProxy, ...legacyKey },
)

/** The hash that Keycloak makes by default. */
function keycloak(password: string): string {
  const salt = randomBytes(16)
  const hash = pbkdf2Sync(password, salt, 210_000, 64, 'sha512')
  return `$pbkdf2-sha512$i=210000$${phc(salt)}$${phc(hash)}`
}

async function addUserWith({ db }: Foyer, passwordHash: string) {
  const user = await addUser(db)
  await db.query(sql`update users set password_hash = ${passwordHash} where id = ${user.id}`)
  return user
}

async function hashOf(db: OpenDatabase, userId: number): Promise<string> {
  const [row] = await db.query<{ password_hash: string }>(
    sql`select password_hash from users where id = ${userId}`,
  )
  return row?.password_hash ?? ''
}
