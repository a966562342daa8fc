import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { storeDecision } from '../../../src/identity/oauth/consents/consents.ts'
import { eraseDue, eraseRest } from '../../../src/identity/privacy/erasure.ts'
import { startSession } from '../../../src/identity/users/sessions/sessions.ts'
import { Refused } from '../../../src/platform/errors/refusals.ts'
import { notErased, notShown } from '../../architecture/personal-data.ts'
import { london } from '../../support/addresses.ts'
import { relyingParty } from '../../support/authorize.ts'
import { newCard } from '../../support/cards.ts'
import { trailOf } from '../../support/credentials.ts'
import { assertTokenEnds } from '../../support/ended-token.ts'
import { figure } from '../../support/figure.ts'
import { fetchForm } from '../../support/forms.ts'
import { type Statement, sql, Unavailable } from '../../support/inside.ts'
import { addConsents, addDeliveries, cancelLargeDeletions } from '../../support/large-deletions.ts'
import { emailsTo } from '../../support/mail.ts'
import { retryBusy } from '../../support/retry-busy.ts'
import { signedInBrowser } from '../../support/sign-in.ts'
import { onEveryStripeFoyer } from '../../support/stripe-foyer.ts'
import { addUser } from '../../support/users.ts'
import { walk } from '../../support/visitor.ts'
import { createWebhook, newWebhookUser } from '../../support/webhooks.ts'
import { dumpOfAll, makeWholeUser, rowsOf } from '../../support/whole-user.ts'

const dayMs = 86_400_000
const operations = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')

await onEveryStripeFoyer('privacy', (of) => {
  /** Erases what running requests may have left, and the cards in the vault. */
  async function finishErasure(): Promise<void> {
    const { privacy } = of.foyer
    const clock = { now: () => of.foyer.clock.now() + 6 * 60_000 }
    await eraseRest({ ...privacy, clock })
    await of.sweepLater()
    await of.sweepLater()
  }

  /** The tables that have rows of a user. */
  async function tablesOf(userId: number): Promise<string[]> {
    const rows = await rowsOf(of.db, userId)
    return [...rows].filter(([, found]) => found.length > 0).map(([table]) => table)
  }

  test('every table of users is erased by one feature, or has a reason', async () => {
    const claimed = of.foyer.privacy.personalData.flatMap(({ tables }) => tables)
    assert.deepEqual(claimed, [...new Set(claimed)])
    const owned = [...(await rowsOf(of.db, 0)).keys()]
    const known = [...claimed, ...Object.keys(notErased)]
    assert.deepEqual(
      owned.filter((table) => !known.includes(table)),
      [],
    )
    for (const table of Object.keys(notErased)) assert.ok(owned.includes(table), table)
  })

  test('the guide to operations says how long the rows of every table are stored', async () => {
    const [, stored = ''] = operations.split('How long Foyer stores what')
    const [rows = ''] = stored.split('\n## ')
    const tables = await of.db.query<{ name: string }>(sql`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`)
    assert.ok(tables.length > 40)
    assert.deepEqual(
      tables.map(({ name }) => name).filter((name) => !rows.includes(`\`${name}\``)),
      [],
    )
  })

  test('the export contains all data that is stored of a user, and the erasure deletes all of it', async () => {
    const { foyer, processor, db } = of
    const user = await makeWholeUser(foyer)
    const other = await makeWholeUser(foyer)
    const before = await rowsOf(db, user.id)
    for (const [table, rows] of before)
      assert.ok(table in notErased || rows.length > 0, `makeWholeUser adds no row to ${table}`)

    const exported = await foyer.command('user', 'export', user.id)
    const text = JSON.stringify(exported)
    assertMatchesSchema(text)
    for (const canary of user.shown) assert.ok(text.includes(canary), canary)
    for (const [canary, reason] of Object.entries(user.hidden))
      assert.ok(!text.includes(canary), reason)
    for (const canary of other.shown) assert.ok(!text.includes(canary), canary)
    assert.deepEqual(missingIn(text, before), [])

    const dumpBefore = await dumpOfAll(db)
    assert.ok(dumpBefore.includes(user.email))
    const otherBefore = [...(await rowsOf(db, other.id))].map(([, rows]) => rows.length)
    const attached = processor.attached.length
    const customers = processor.customers.length

    await foyer.command('user', 'erase', user.id, '--now')
    await finishErasure()
    assert.deepEqual(
      (await tablesOf(user.id)).filter((table) => table !== 'vault_items'),
      ['audit_records'],
    )
    assert.equal(processor.attached.length, attached - 1)
    assert.equal(processor.customers.length, customers - 1)
    assert.ok(!processor.customers.some(({ foyer_user }) => foyer_user === String(user.id)))

    const dump = await dumpOfAll(db)
    const canaries = [...user.shown, ...Object.keys(user.hidden)]
    const left = canaries.filter((canary) => dump.includes(canary))
    assert.deepEqual(left, [])
    figure(28, 'values of an erased user in a dump', left.length, { atMost: 0 }, canaries.length)
    assert.deepEqual(
      [...(await rowsOf(db, other.id))].map(([, rows]) => rows.length),
      otherBefore,
    )
    assert.deepEqual((await foyer.command('audit', 'verify')).breaches, [])
  })

  test('for 14 days no application may use the account, and its owner can cancel', async () => {
    const { foyer, db } = of
    const { privacy, authUrl, clock } = foyer
    const user = await foyer.newUser()
    const application = await relyingParty(foyer)
    const planned = await foyer.command('user', 'erase', user.id)
    const erasesAt = Date.parse(planned.erases_at)
    assert.ok(Math.abs(erasesAt - clock.now() - 14 * dayMs) < 60_000)
    assert.deepEqual(await foyer.command('user', 'erase', user.id), planned)
    await assertTokenEnds(async () => (await user.request('GET', '/user')).status)
    await assert.rejects(foyer.tokenFor(user.id, ['read:user']), { code: 'forbidden' })

    const browser = await signedInBrowser(authUrl, user.email)
    const refused = await walk(browser, application.authorizeUrl(), user.email)
    assert.equal(refused.url.searchParams.get('error'), 'access_denied')
    const page = await browser.get('/account/privacy')
    assert.match(page.text, /will be deleted on/)
    assert.equal(await eraseDue({ ...privacy, clock: { now: () => clock.now() + 13 * dayMs } }), 0)
    const kept = await browser.submit(page, {}, '/account/privacy/keep-account')
    assert.match((await browser.follow(kept)).text, /Your account will be kept/)

    await assert.rejects(foyer.command('user', 'erase', user.id, '--cancel'), /No erasure/)
    assert.equal(await eraseDue({ ...privacy, clock: { now: () => clock.now() + 15 * dayMs } }), 0)
    const allowed = await walk(browser, application.authorizeUrl(), user.email)
    assert.ok(allowed.url.searchParams.has('code'))
    const emails = await emailsTo(db, user.email)
    assert.deepEqual(
      emails.map(({ kind, date }) => [kind, date]),
      [
        ['erasure_requested', erasesAt],
        ['erasure_cancelled', undefined],
      ],
    )
    const trail = await trailOf(db, user.id)
    assert.ok(trail.includes('user.erasure_requested') && trail.includes('user.erasure_cancelled'))
  })

  test('a user who cannot be erased does not hold up the others', async () => {
    const { foyer, db } = of
    const { privacy, clock } = foyer
    const [first, second] = [await foyer.newUser(), await foyer.newUser()]
    for (const { id } of [first, second]) await foyer.command('user', 'erase', id)
    const stuck = {
      ...privacy.personalData[0],
      erase: async (_tx: unknown, { id }: { id: number }) => {
        if (id === first.id) throw new Error('stuck')
      },
    } as (typeof privacy.personalData)[number]
    const later = (personalData: typeof privacy.personalData, aheadMs: number) => ({
      ...privacy,
      personalData,
      clock: { now: () => clock.now() + 14 * dayMs + aheadMs },
    })
    const isLeft = async ({ id }: { id: number }) =>
      (await db.query(sql`select from users where id = ${id}`)).length === 1
    await assert.rejects(eraseDue(later([...privacy.personalData, stuck], 1_000)), /stuck/)
    assert.deepEqual([await isLeft(first), await isLeft(second)], [true, false])
    assert.equal(await eraseDue(later(privacy.personalData, 1_000)), 1)

    const isListed = async ({ id }: { id: number }) =>
      (await db.query(sql`select from erasures where user_id = ${id}`)).length === 1
    await assert.rejects(eraseRest(later([...privacy.personalData, stuck], 6 * 60_000)), /stuck/)
    assert.deepEqual([await isListed(first), await isListed(second)], [true, false])
    await eraseRest(later(privacy.personalData, 6 * 60_000))
    assert.equal(await isListed(first), false)
  })

  test('users with too much to erase do not hold up the others, and are erased after them', async () => {
    const { foyer, db } = of
    const { privacy, clock } = foyer
    const users: number[] = []
    for (let count = 0; count < 4; count++) {
      const { id } = await foyer.newUser()
      await foyer.command('user', 'erase', id)
      clock.offset += 1_000
      users.push(id)
    }
    const [one, two, three, small] = users
    const tooMuch = new Set([one, two, three])
    const erased: number[] = []
    const slow = {
      ...privacy.personalData[0],
      // Features erase in the reverse order of their list, so this is the last one.
      erase: async (_tx: unknown, { id }: { id: number }) => {
        if (tooMuch.delete(id)) throw new Unavailable(new Error('too slow'))
        erased.push(id)
      },
    } as (typeof privacy.personalData)[number]
    const clockLater = { now: () => clock.now() + 14 * dayMs }
    const later = { ...privacy, personalData: [slow, ...privacy.personalData], clock: clockLater }
    assert.equal(await eraseDue(later), 4)
    assert.deepEqual(erased, [small, one, two, three])
    assert.deepEqual(await db.query(sql`select from users where erases_at is not null`), [])
  })

  test('a developer with very many deliveries, whose application has very many users, is erased', async (t) => {
    const { foyer, db } = of
    const [developer, other] = [await newWebhookUser(foyer), await newWebhookUser(foyer)]
    const application = await foyer.newApplication({
      redirectUris: ['https://popular.example/callback'],
      scopes: ['read:user', 'write:webhooks'],
    })
    await db.query(sql`
      insert into application_owners (user_id, application_id)
      values (${developer.id}, ${application.id})`)
    const accessToken = await foyer.tokenFor(other.id, ['write:webhooks'], application)
    const body = { url: 'https://example.com/hook' }
    const created = await other.request('POST', '/webhooks', { body, accessToken })
    assert.equal(created.status, 201, created.text)
    await createWebhook(developer, body)
    for (const { id } of [developer, other]) await addDeliveries(db, id)
    await addConsents(db, application.clientId)
    for (const table of ['consents', 'webhook_deliveries'] as const)
      await cancelLargeDeletions(t, db, table)
    await foyer.command('user', 'erase', developer.id, '--now')
    assert.equal(await foyer.applicationOf(application.clientId), undefined)
    assert.deepEqual(await tablesOf(developer.id), ['audit_records', 'erasures'])
    const left = await rowsOf(db, other.id)
    assert.deepEqual([left.get('webhooks'), left.get('webhook_deliveries')], [[], []])
    const trail = await trailOf(db, developer.id)
    const last = ['application.disabled', 'application.deleted', 'user.erased']
    assert.deepEqual(trail.slice(-3), last)
  })

  test('while the database is not available, only three users are tried', async () => {
    const { foyer, db } = of
    const { privacy, clock } = foyer
    for (let count = 0; count < 5; count++)
      await foyer.command('user', 'erase', (await foyer.newUser()).id)
    let tries = 0
    const away = {
      ...privacy.personalData[0],
      erase: async () => {
        tries++
        throw new Unavailable(new Error('away'))
      },
    } as (typeof privacy.personalData)[number]
    const later = { ...privacy, clock: { now: () => clock.now() + 15 * dayMs } }
    // It lists users, and then answers nothing.
    const awayDb = {
      ...db,
      query: async (statement: Statement) => {
        if (tries > 0) throw new Unavailable(new Error('away'))
        return db.query(statement)
      },
    } as typeof db
    await assert.rejects(eraseDue({ ...later, db: awayDb, personalData: [away] }), Unavailable)
    assert.equal(tries, 3)
    assert.equal(await eraseDue(later), 5)
    assert.deepEqual(await db.query(sql`select from users where erases_at is not null`), [])
  })

  test('after 14 days the user is erased once, and the address can sign up again', async () => {
    const { foyer, db } = of
    const { privacy, clock } = foyer
    const user = await foyer.newUser()
    await user.addresses.create(london)
    await foyer.command('user', 'erase', user.id)
    const later = { ...privacy, clock: { now: () => clock.now() + 14 * dayMs + 1_000 } }
    const runs = await Promise.all([eraseDue(later), eraseDue(later)])
    assert.equal(runs[0] + runs[1], 1)
    for (const again of [
      () => foyer.command('user', 'erase', user.id, '--now'),
      () => foyer.command('user', 'erase', user.id, '--cancel'),
      () => foyer.command('user', 'erase', user.id),
      () => foyer.command('user', 'export', user.id),
    ])
      await assert.rejects(again, /No user has the id/)
    assert.deepEqual(
      (await emailsTo(db, user.email)).map(({ kind }) => kind),
      ['account_erased'],
    )

    const { email } = user
    const { id } = await foyer.command('user', 'create', `--email=${email}`)
    const { addresses, sessions, activity } = await foyer.command('user', 'export', id)
    assert.deepEqual([addresses, sessions], [[], []])
    assert.equal((activity as unknown[]).length, 1)
    assert.equal(
      (await trailOf(db, user.id)).filter((action) => action === 'user.erased').length,
      1,
    )
  })

  test('an erasure deletes the counts of attempts for the email address', async () => {
    const { foyer, db } = of
    const { id, email } = await addUser(db)
    const forget = await fetchForm(foyer.authUrl, '/forgotten-password')
    const ask = () => forget({ email })
    const askFourTimes = async () => {
      await Promise.all([1, 2, 3].map(ask))
      await ask()
    }
    const resets = async () =>
      (await emailsTo(db, email)).filter(({ kind }) => kind === 'reset_password').length
    await askFourTimes()
    assert.equal(await resets(), 3)
    await foyer.command('user', 'erase', id, '--now')
    assert.equal(await resets(), 0)
    await foyer.command('user', 'create', `--email=${email}`)
    await askFourTimes()
    assert.equal(await resets(), 3)
  })

  test('an erasure also deletes what concurrent requests write', async () => {
    const { foyer, db, processor } = of
    const user = await foyer.newUser()
    const { id: userId } = user
    await user.paymentMethods.createCreditCard(newCard())
    const { id: clientId } = await relyingParty(foyer)
    const attached = processor.attached.length
    const writes = Array.from({ length: 8 }, () => [
      user.addresses.create(london),
      user.paymentMethods.createCreditCard(newCard()),
      user.paymentMethods.createPayPal({ email: `${randomUUID()}@example.com` }),
      user.user.update({ email_optin: true }),
      startSession(db, { userId, amr: ['pwd'], device: 'Test' }),
      storeDecision(db, userId, { clientId, scopes: ['read:user'], allowed: true }),
    ]).flat()
    await Promise.any(writes)
    await retryBusy(() => foyer.command('user', 'erase', userId, '--now'))
    const late = await Promise.allSettled([...writes, user.addresses.create(london)])
    for (const result of late)
      if (result.status === 'rejected') assert.ok(isExpected(result.reason), String(result.reason))
    assert.equal(late.at(-1)?.status, 'rejected')
    await finishErasure()
    assert.deepEqual(await tablesOf(userId), ['audit_records'])
    assert.ok(processor.attached.length < attached)
    assert.ok(!processor.customers.some(({ foyer_user }) => foyer_user === String(userId)))
  })

  test('rows that are written after an erasure are deleted five minutes later', async () => {
    const { foyer, db } = of
    const { id } = await addUser(db)
    await foyer.command('user', 'erase', id, '--now')
    const { applicationId } = await relyingParty(foyer)
    await db.query(sql`
      insert into consents (user_id, application_id, scopes)
      values (${id}, ${applicationId}, '{read:user}')`)
    await eraseRest(foyer.privacy)
    assert.ok((await tablesOf(id)).includes('consents'))
    await finishErasure()
    assert.deepEqual(await tablesOf(id), ['audit_records'])
  })

  test('cards of an erased user leave the vault as soon as it answers', async () => {
    const { foyer, processor } = of
    const user = await foyer.newUser()
    await user.paymentMethods.createCreditCard(newCard())
    const customers = processor.customers.length
    const attached = processor.attached.length
    await foyer.command('user', 'erase', user.id, '--now')
    processor.fail('customers.delete', { kind: 'dropped' })
    await assert.rejects(of.sweepLater(), Unavailable)
    assert.equal(processor.attached.length, attached - 1)
    assert.equal(processor.customers.length, customers)
    assert.ok((await tablesOf(user.id)).includes('vault_customers'))
    processor.heal()
    await finishErasure()
    assert.equal(processor.customers.length, customers - 1)
    assert.deepEqual(await tablesOf(user.id), ['audit_records'])
    assert.deepEqual((await foyer.command('audit', 'verify')).breaches, [])
  })
})

/** Whether a request may fail with this error if its user is erased meanwhile. */
const isExpected = (error: unknown): boolean =>
  error instanceof Refused ||
  error instanceof Unavailable ||
  (error instanceof Error && 'status' in error && [401, 403, 503].includes(Number(error.status)))

/** The columns whose texts are missing in an export, as `table.column`, without known ones. */
function missingIn(exported: string, rows: Awaited<ReturnType<typeof rowsOf>>): string[] {
  const missing = new Set<string>()
  for (const [table, found] of rows) {
    if (table in notErased) continue
    for (const row of found)
      for (const [column, value] of Object.entries(row))
        for (const text of [value].flat())
          if (typeof text === 'string' && !isBinaryOrTime(text) && !exported.includes(text))
            missing.add(`${table}.${column}`)
  }
  return [...missing].filter((name) => !(name in notShown))
}

/** Hashes, sealed contents, and times, which the export writes in another form. */
const isBinaryOrTime = (text: string): boolean =>
  text.startsWith('\\x') || /^\d{4}-\d\d-\d\dT/.test(text)

/** Checks an export as it is downloaded. */
function assertMatchesSchema(text: string): void {
  const file = new URL('../../../docs/user-export.schema.json', import.meta.url)
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  addFormats.default(ajv)
  const validate = ajv.compile(JSON.parse(readFileSync(file, 'utf8')))
  validate(JSON.parse(text))
  assert.deepEqual(validate.errors, null)
}
