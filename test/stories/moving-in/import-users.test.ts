import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createClient } from '@foyer/client'
import { storeDecision } from '../../../src/identity/oauth/consents/consents.ts'
import { findAccountRow } from '../../../src/identity/users/accounts/store.ts'
import { formsOf } from '../../support/browser.ts'
import { anotherPassword, trailOf } from '../../support/credentials.ts'
import { assertTokenEnds } from '../../support/ended-token.ts'
import { addPasskey, addTotp, codeAt, secretIn } from '../../support/factors.ts'
import { FailingDatabase } from '../../support/failing-database.ts'
import { legacyKey } from '../../support/foreign-hashes.ts'
import { fetchForm } from '../../support/forms.ts'
import { type Foyer, onEveryDatabase } from '../../support/foyer.ts'
import { importLines } from '../../support/import.ts'
import { importedPassword, userLine } from '../../support/import-file.ts'
import { type OpenDatabase, one, sql, Unavailable } from '../../support/inside.ts'
import { emailsTo } from '../../support/mail.ts'
import { isChosen, provenBrowser } from '../../support/payouts.ts'
import { behindProxy, newBrowser, signIn } from '../../support/sign-in.ts'
import { choosePassword } from '../../support/takeover.ts'
import { addUser } from '../../support/users.ts'
import { createWebhook, newWebhookUser } from '../../support/webhooks.ts'
import { rowsOf } from '../../support/whole-user.ts'

const newRun = (): string => randomUUID().slice(0, 8)

await onEveryDatabase(
  'imported users',
  (foyer) => {
    /** Chooses another password by email. */
    const chooseAnother = async (email: string) => {
      await (await fetchForm(foyer.authUrl, '/forgotten-password'))({ email })
      assert.equal((await choosePassword(foyer, email, anotherPassword)).status, 303)
    }

    test('an imported user can read over HTTP what the line says, and change it', async () => {
      const run = newRun()
      const line: Record<string, unknown> = {
        ...userLine(run, 0),
        full_name: ' Zoë Mu\u0308ller ',
        primary_phone: '020 7946 0000',
        phone_country: 'GB',
        email_optin: true,
        time_zone: 'Europe/London',
        addresses: [
          { ...london, full_name: 'Zoë', address_2: 'Floor 2' },
          { ...london, full_name: 'Zoë', default: true, country_code: 'gb' },
        ],
        payment_methods: [
          { type: 'PayPal', email: 'zoe@example.com', default_buyer_method: false },
          { ...newCard(), billing_address: 1, issue_number: 7 },
          {
            ...newCard(),
            last4: '4444',
            expiry_year: 2019,
            default_buyer_method: true,
          },
        ],
      }
      assert.deepEqual(await countsOf(foyer.db, [line]), { imported: 1, present: 0, refused: 0 })
      const client = await clientOf(foyer, line)
      const user = await client.user.get()
      assert.deepEqual(
        [user.full_name, user.email, user.primary_phone, user.email_optin],
        ['Zoë Müller', line.email, '+442079460000', true],
      )
      const [first, second] = await client.addresses.list({ sort: 'id' }).toArray()
      assert.deepEqual(
        [first?.address_2, first?.default, second?.default],
        ['Floor 2', false, true],
      )
      assert.equal(second?._embedded?.country.code, 'GB')
      const methods = await client.paymentMethods.list().toArray()
      const shown = methods.map((method) => [
        method.details,
        method.buyer_method,
        method.default_buyer_method,
        isChosen(method),
        method._embedded?.billing_address?.id ?? null,
      ])
      assert.deepEqual(shown.toSorted(), [
        ['************1111', true, false, false, second?.id],
        ['************4444', false, false, false, null],
        ['z***@example.com', true, false, true, null],
      ])
      await client.addresses.update(first as NonNullable<typeof first>, { address_2: null })
      // Once it is renewed, the default that had expired is the default again.
      const expired = methods.find(({ details }) => details?.endsWith('4444'))
      assert.ok(expired)
      const id = await userIdOf(foyer.db, line)
      await foyer.db.query(sql`
        update payment_methods set expiry_year = 2099 where user_id = ${id} and last4 = '4444'`)
      const renewed = await client.paymentMethods.get(expired.id ?? 0)
      assert.equal(renewed.default_buyer_method, true)
    })

    test('users with hashes of five kinds sign in', async () => {
      const run = newRun()
      const lines = [0, 1, 2, 3, 4].map((index) => userLine(run, index))
      await importLines(foyer.db, lines)
      for (const { email } of lines) {
        const given = { secret: importedPassword }
        const answer = await signIn(newBrowser(foyer.authUrl), String(email), given)
        assert.equal(answer.status, 303)
      }
    })

    test('a user without a hash has no password, and an email address is confirmed if the line says so', async () => {
      const [yes, no] = [bare(), { ...bare(), email_confirmed: true, created_at: null }]
      await importLines(foyer.db, [yes, no])
      const rows = await Promise.all(
        [yes, no].map(async (line) => findAccountRow(foyer.db, await userIdOf(foyer.db, line))),
      )
      assert.deepEqual(
        rows.map((row) => [row?.external_id, row?.has_password, row?.email_confirmed_at !== null]),
        [
          [yes.external_id, false, false],
          [no.external_id, false, true],
        ],
      )
    })

    test('a new password by email takes away what somebody else has added to an account', async () => {
      for (const isConfirmed of [false, true]) {
        const user = await newWebhookUser(foyer)
        const { id, email } = user
        if (!isConfirmed)
          await foyer.db.query(sql`update users set email_confirmed_at = null where id = ${id}`)
        await createWebhook(user, { url: 'https://shop.example/hook' })
        const { clientId } = await foyer.newApplication({ name: 'Shop' })
        await storeDecision(foyer.db, id, { clientId, scopes: ['read:user'], allowed: true })
        await addTotp(foyer, id)
        await addPasskey(foyer, id)
        await foyer.command('user', 'grant', id, '--role=operator')

        await chooseAnother(email)

        const shown = await foyer.command('user', 'show', id)
        const { authenticator, passkeys, recovery_codes_left } = shown.second_factors
        const left = isConfirmed ? [true, 1, 10] : [false, 0, 0]
        assert.deepEqual([authenticator, passkeys.length, recovery_codes_left], left)
        const rows = await rowsOf(foyer.db, id)
        for (const table of ['consents', 'webhooks'])
          assert.equal(rows.get(table)?.length, isConfirmed ? 1 : 0, table)
        assert.equal(shown.roles.includes('operator'), isConfirmed)
        await assertTokenEnds(async () => (await user.request('GET', '/user')).status)
        assert.ok(shown.email_confirmed_at)
        const kind = isConfirmed ? 'password_changed' : 'address_confirmed'
        assert.equal((await emailsTo(foyer.db, email)).at(-1)?.kind, kind)
        const trail = await trailOf(foyer.db, id)
        const taken = [
          'email.confirmed',
          'role.withdrawn',
          'second_factors.reset',
          'consent.withdrawn',
        ]
        assert.deepEqual(
          taken.filter((action) => trail.includes(action)),
          isConfirmed ? [] : taken,
        )
        const answer = await signIn(newBrowser(foyer.authUrl), email, { secret: anotherPassword })
        assert.match(answer.location, isConfirmed ? /second-factor/ : /account$/)
      }
    })

    test('the first new password by email removes an authenticator app that nobody has confirmed', async () => {
      const { id, email } = await addUser(foyer.db)
      await foyer.db.query(sql`update users set email_confirmed_at = null where id = ${id}`)
      const stranger = await provenBrowser(foyer, { id }, 'totp')
      const start = await stranger.get('/account/security/totp')
      const begun = await stranger.submit(start, {}, '/totp')
      await chooseAnother(email)
      const code = codeAt(secretIn(begun), foyer.clock.now())
      const owner = await provenBrowser(foyer, { id }, 'totp')
      const { csrf = '' } = formsOf(await owner.get('/account/security/totp'))[0]?.fields ?? {}
      const confirmed = await owner.post('/account/security/totp/confirm', { csrf, code })
      assert.equal(confirmed.status, 410)
    })

    test('importing the same file again adds nothing', async () => {
      const run = newRun()
      const lines = [0, 1, 2].map((index) => userLine(run, index))
      const before = await stateOf(foyer.db)
      assert.deepEqual(await countsOf(foyer.db, lines), { imported: 3, present: 0, refused: 0 })
      const after = await stateOf(foyer.db)
      assert.equal(after.users, (before.users ?? 0) + 3)
      const changed = lines.map((line) => ({ ...line, full_name: 'Somebody else' }))
      assert.deepEqual(await countsOf(foyer.db, changed), { imported: 0, present: 3, refused: 0 })
      assert.deepEqual(await stateOf(foyer.db), after)
      const more = [...lines, userLine(run, 3)]
      assert.deepEqual(await countsOf(foyer.db, more), { imported: 1, present: 3, refused: 0 })
    })

    test('the audit trail names each user, and the import', async () => {
      const line = bare()
      await importLines(foyer.db, [line, bare()])
      const id = await userIdOf(foyer.db, line)
      const records = await foyer.db.query(sql`
        select action, details from audit_records where user_id = ${id}
        union all (select action, details from audit_records where user_id = 0 order by seq desc limit 1)`)
      assert.deepEqual(records, [
        { action: 'user.imported', details: {} },
        { action: 'users.imported', details: { users: 2 } },
      ])
    })

    test('the export shows the external id, and an erased user can be imported again', async () => {
      const line = bare()
      await importLines(foyer.db, [line])
      const id = await userIdOf(foyer.db, line)
      const exported = (await foyer.command('user', 'export', id)) as {
        account: { external_id: string }
      }
      assert.equal(exported.account.external_id, line.external_id)
      await foyer.command('user', 'erase', id, '--now')
      assert.deepEqual(await countsOf(foyer.db, [line]), { imported: 1, present: 0, refused: 0 })
    })

    test('lines with the same email address or external id are refused with all their numbers', async () => {
      const email = `${randomUUID()}@example.com`
      const [first, good] = [bare(), bare()]
      const { counts, texts } = await refusalsOf(foyer.db, [
        { ...bare(), email },
        good,
        { ...bare(), email: email.toUpperCase() },
        first,
        { ...first, email: bare().email },
        '',
        { ...bare(), email: ` ${email} ` },
      ])
      assert.deepEqual(counts, { imported: 1, present: 0, refused: 5 })
      const emails = 'The lines 1, 3 and 7 have the same value.'
      const ids = 'The lines 4 and 5 have the same value.'
      assert.deepEqual(texts, [
        `1 email: ${emails}`,
        `3 email: ${emails}`,
        `4 external_id: ${ids}`,
        `5 external_id: ${ids}`,
        `7 email: ${emails}`,
      ])
      assert.ok(await userIdOf(foyer.db, good))
    })

    test('of many lines with the same email address, each refusal names five', async () => {
      const { email } = bare()
      const lines = Array.from({ length: 600 }, () => ({ ...bare(), email }))
      const { counts, texts } = await refusalsOf(foyer.db, [bare(), ...lines])
      assert.deepEqual(counts, { imported: 1, present: 0, refused: 600 })
      const message = 'The lines 2, 3, 4, 5, 6 and 595 more have the same value.'
      assert.deepEqual(
        texts,
        lines.map((_, index) => `${index + 2} email: ${message}`),
      )
    })

    test('an email address of another user is refused, in any letter case', async () => {
      const { email } = await addUser(foyer.db)
      const { counts, texts } = await refusalsOf(foyer.db, [
        { ...bare(), email: email.toUpperCase() },
      ])
      assert.deepEqual(counts, { imported: 0, present: 0, refused: 1 })
      assert.deepEqual(texts, ['1 email: A user with this email address exists already.'])
    })

    test('a card or customer of the processor that several lines have is left out of all of them', async () => {
      const [one, other] = [newCard(), newCard()]
      const customer = `cus_${randomUUID()}`
      const payPal = { type: 'PayPal', email: 'a@b.example' }
      const lines = [
        { ...bare(), vault_customer: customer, payment_methods: [one, payPal] },
        { ...bare(), payment_methods: [newCard(), { ...one, card_fingerprint: 'of the first' }] },
        { ...bare(), vault_customer: `cus_${randomUUID()}`, payment_methods: [other] },
        { ...bare(), vault_customer: ` ${customer} ` },
        { ...bare(), vault_customer: '', payment_methods: [payPal] },
        { ...bare(), vault_customer: '', payment_methods: [payPal] },
      ]
      const { counts, left } = await importedWith(foyer.db, lines)
      const customers = 'The lines 1 and 4 have the same value.'
      assert.deepEqual(left, [
        [1, ...alone('vault_customer', customer, customers)],
        [1, ...alone('payment_methods.0', null, 'The customer of this card is left out.')],
        [
          2,
          'payment_methods.1.card_token',
          one.card_token,
          'payment_methods.1',
          'The lines 1 and 2 have the same value.',
        ],
        [4, ...alone('vault_customer', ` ${customer} `, customers)],
      ])
      assert.deepEqual(counts, { imported: 6, present: 0, refused: 0 })
      const rows = await foyer.db.query<{ token: string | null; customers: number }>(sql`
        select vault_token as token,
          (select count(*)::integer from vault_customers where customer_id = ${customer}) as customers
        from payment_methods where vault_token = ${one.card_token} or vault_token = ${other.card_token}`)
      assert.deepEqual(rows, [{ token: other.card_token, customers: 0 }])
    })

    test('a card or customer of another user is left out, but not of another vault', async () => {
      const [taken, free] = [newCard(), newCard()]
      const customer = `cus_${randomUUID()}`
      const first = { ...bare(), vault_customer: customer, payment_methods: [taken] }
      assert.deepEqual(await countsOf(foyer.db, [first]), { imported: 1, present: 0, refused: 0 })
      const later = () => [
        { ...bare(), vault_customer: customer },
        { ...bare(), payment_methods: [free, taken] },
      ]
      const { counts, left } = await importedWith(foyer.db, later())
      assert.deepEqual(left, [
        [1, ...alone('vault_customer', customer, 'A user with this customer exists already.')],
        [
          2,
          'payment_methods.1.card_token',
          taken.card_token,
          'payment_methods.1',
          'A user with this card exists already.',
        ],
      ])
      assert.deepEqual(counts, { imported: 2, present: 0, refused: 0 })
      assert.deepEqual(await countsOf(foyer.db, [first]), { imported: 0, present: 1, refused: 0 })
      const { imported, changes } = await importLines(foyer.db, later(), { vault: 'stripe' })
      assert.deepEqual([imported, changes], [2, []])
    })

    test('a line cannot have a card twice, even with two fingerprints', async () => {
      const card = newCard()
      const methods = ['a', 'b'].map((card_fingerprint) => ({ ...card, card_fingerprint }))
      const { left } = await importedWith(foyer.db, [{ ...bare(), payment_methods: methods }])
      assert.deepEqual(left, [
        [1, 'payment_methods.1.card_token', card.card_token, 'payment_methods.1', known],
      ])
    })

    test('an empty customer or fingerprint is none', async () => {
      const methods = () =>
        [newCard(), newCard()].map((card) => ({ ...card, card_fingerprint: '' }))
      const line = { ...bare(), vault_customer: ' ', payment_methods: methods() }
      const { counts, left } = await importedWith(foyer.db, [line])
      assert.deepEqual(left, [])
      assert.deepEqual(counts, { imported: 1, present: 0, refused: 0 })
      const id = await userIdOf(foyer.db, line)
      const [row] = await foyer.db.query(sql`
        select (select count(*)::integer from payment_methods where user_id = ${id}) as cards,
          (select count(*)::integer from vault_customers where user_id = ${id}) as customers`)
      assert.deepEqual(row, { cards: 2, customers: 0 })
    })

    test('tags, names of locales and links of time zones are read', async () => {
      const languages = {
        'pt-BR': 'pt',
        en_US: 'en',
        EN: 'en',
        ' de_CH.UTF-8 ': 'de',
        'ja-JP-u-ca-japanese': 'ja',
        fra: 'fr',
        'de_DE@euro': 'de',
        '': 'en',
      }
      const zones = ['US/Eastern', 'Asia/Calcutta', 'Europe/Kiev', 'europe/london', 'GB', 'EST5EDT']
      const lines = [
        ...Object.keys(languages).map((language) => ({ ...bare(), language })),
        ...zones.map((time_zone) => ({ ...bare(), time_zone })),
        // What is empty in the other system says nothing.
        {
          ...bare(),
          full_name: ' ',
          primary_phone: '',
          time_zone: '',
          created_at: '',
          password_hash: '',
        },
      ]
      const { counts, left } = await importedWith(foyer.db, lines)
      assert.deepEqual(left, [])
      assert.deepEqual(counts, { imported: lines.length, present: 0, refused: 0 })
      const stored = await Promise.all(lines.map((line) => profileOf(foyer.db, line)))
      const [nothing] = stored.splice(-1)
      assert.deepEqual(
        stored.map(({ language }) => language),
        [...Object.values(languages), ...zones.map(() => 'en')],
      )
      assert.deepEqual(
        stored.slice(-zones.length).map(({ time_zone }) => time_zone),
        zones,
      )
      assert.deepEqual(nothing, {
        language: 'en',
        time_zone: null,
        full_name: null,
        primary_phone: null,
      })
    })

    test('a person is imported without what cannot be read, and gets in by email', async () => {
      const line = {
        ...bare(),
        email_confirmed: true,
        full_name: 'Ada Lovelace',
        primary_phone: 'ask my mother',
        language: 'tlh',
        time_zone: 'GMT Standard Time',
        created_at: '01.05.2019',
        password_hash: 'md5:5f4dcc3b5aa765d61d8327deb882cf99',
        addresses: [{ ...london, city: null }, london],
        payment_methods: [{ type: 'Cash' }, { type: 'PayPal', email: 'ada@example.com' }],
      }
      const { counts, changes } = await importedWith(foyer.db, [line])
      assert.deepEqual(counts, { imported: 1, present: 0, refused: 0 })
      assert.deepEqual(
        changes.map(({ external_id, left_out }) => [external_id, left_out]),
        [
          'primary_phone',
          'time_zone',
          'created_at',
          'language',
          'password_hash',
          'addresses.0',
          'payment_methods.0',
        ].map((property) => [line.external_id, property]),
      )
      const client = await clientOf(foyer, line)
      assert.equal((await client.user.get()).full_name, 'Ada Lovelace')
      const [address] = await client.addresses.list().toArray()
      assert.deepEqual([address?.city, address?.default], ['London', true])
      assert.equal((await client.paymentMethods.list().toArray()).length, 1)
      await chooseAnother(line.email)
      const given = { secret: anotherPassword }
      assert.equal((await signIn(newBrowser(foyer.authUrl), line.email, given)).status, 303)
    })

    test('optional values that cannot be read are left out and reported', async () => {
      const { counts, left } = await importedWith(
        foyer.db,
        leftOut.map(([line]) => line),
      )
      const found = leftOut.map((_, index) =>
        left.filter(([line]) => line === index + 1).map(([, ...one]) => one),
      )
      for (const [index, [line, expected]] of leftOut.entries())
        assert.deepEqual(
          found[index]?.map(([property, value, ...others]) => [
            property,
            // The token of a card is random.
            property.endsWith('card_token') && value !== null ? undefined : value,
            ...others,
          ]),
          expected,
          JSON.stringify(line).slice(0, 200),
        )
      assert.deepEqual(counts, { imported: leftOut.length, present: 0, refused: 0 })
    })

    test('a dry run checks everything and writes nothing', async () => {
      const before = await stateOf(foyer.db)
      const lines = [bare(), { ...bare(), email: 'nobody' }]
      const { imported, refused } = await importLines(foyer.db, lines, { dryRun: true })
      assert.deepEqual([imported, refused], [1, 1])
      assert.deepEqual(await stateOf(foyer.db), before)
    })

    test('an import that failed continues where it stopped', async () => {
      const lines = Array.from({ length: 1_100 }, () => bare())
      const failing = new FailingDatabase(foyer.db)
      const broken = new Error('The process ended.')
      const onProgress = (done: number) => {
        if (done === 500) failing.cause = broken
      }
      await assert.rejects(importLines(failing, lines, { onProgress }), broken)
      const again = await countsOf(foyer.db, lines)
      assert.ok(again.present === 500 || again.present === 1_000, String(again.present))
      assert.equal(again.present + again.imported, 1_100)
      assert.equal(again.refused, 0)
    })

    test('every user is added once when the database is busy, and when a response is lost', async () => {
      const failing = new FailingDatabase(foyer.db)
      failing.cause = new Unavailable(new Error('Too many were waiting.'))
      const reasons: string[] = []
      const lines = [bare(), bare()]
      const { imported, present } = await importLines(failing, lines, {
        onWait(reason) {
          reasons.push(reason)
          // This time the batch is committed, and only the response is lost.
          failing.lost = failing.cause && new Unavailable(new Error('The connection was lost.'))
          failing.cause = undefined
        },
      })
      assert.deepEqual(reasons, ['Too many were waiting.', 'The connection was lost.'])
      assert.deepEqual([imported, present], [2, 0])
      assert.deepEqual(await countsOf(foyer.db, lines), { imported: 0, present: 2, refused: 0 })
    })

    test('a user who signs up during a batch is refused, and the others are imported', async () => {
      const failing = new FailingDatabase(foyer.db)
      const lines = [bare(), bare()]
      const { bulkTransaction } = failing
      let isTaken = false
      failing.bulkTransaction = async (work) => {
        if (!isTaken) {
          isTaken = true
          const { id } = await addUser(foyer.db)
          await foyer.db.query(sql`
            update user_emails set email_key = ${lines[0]?.email} where user_id = ${id}`)
        }
        return bulkTransaction(work)
      }
      const { imported, refused, texts } = await importLines(failing, lines)
      assert.deepEqual([imported, refused], [1, 1])
      assert.deepEqual(texts, ['1 email: A user with this email address exists already.'])
    })

    test('two imports of the same file at once add every user once', async () => {
      const run = newRun()
      const lines = Array.from({ length: 60 }, (_, index) => userLine(run, index))
      const both = await Promise.all([countsOf(foyer.db, lines), countsOf(foyer.db, lines)])
      assert.equal(both[0].imported + both[1].imported, 60)
      assert.equal(both[0].present + both[1].present, 60)
    })

    test('an import that is stopped reports that it is not complete', async () => {
      const stop = new AbortController()
      stop.abort()
      const { isComplete, imported } = await importLines(foyer.db, [bare()], {
        signal: stop.signal,
      })
      assert.deepEqual([isComplete, imported], [false, 0])
    })

    test('invalid lines are refused with their errors, and valid lines are not', async () => {
      const { counts, faults } = await refusalsOf(
        foyer.db,
        wrongLines.map(([line]) => line),
      )
      assert.deepEqual(counts, { imported: 0, present: 0, refused: wrongLines.length })
      const found = wrongLines.map((_, index) =>
        faults
          .filter(({ line }) => line === index + 1)
          .map(({ property, message }) => `${property}: ${message}`),
      )
      assert.deepEqual(
        found,
        wrongLines.map(([, expected]) => expected),
      )
    })

    test('a hash that would take too long on this machine is left out, with its time', async () => {
      const hash = (cost: number) =>
        `$2b$${cost}$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`
      const lines = [12, 13].map((cost) => ({ ...bare(), password_hash: hash(cost) }))
      const times: number[] = []
      const free = await importLines(foyer.db, lines, {
        dryRun: true,
        maxHashMs: 60_000,
        onHash: (_, ms) => times.push(ms),
      })
      assert.deepEqual([free.imported, times.length], [2, 2])
      const [first = 0, second = 0] = times
      assert.equal(Math.round(second / first), 2)
      const bound = await importLines(foyer.db, lines, { maxHashMs: 1 })
      assert.equal(bound.imported, 2)
      assert.match(
        bound.changes[0]?.message ?? '',
        /^A check of this hash takes [\d.]+ s on this machine, and may take 0\.0010 s\. The user /,
      )
      assert.equal(
        (await findAccountRow(foyer.db, await userIdOf(foyer.db, lines[0] ?? {})))?.has_password,
        false,
      )
    })

    test('no report contains a card number', async () => {
      const number = '4111 1111 1111 1111'
      const lines = [
        { ...bare(), external_id: 'a\u0000b' },
        { ...bare(), full_name: number },
        { ...bare(), external_id: number },
        { ...bare(), payment_methods: [{ ...newCard(), card_number: number }] },
        { ...bare(), payment_methods: [{ ...newCard(), card_token: number.replaceAll(' ', '') }] },
        { ...bare(), [number]: 'x' },
        { ...bare(), addresses: [{ ...london, city: number }] },
      ]
      const { refused, faults, changes } = await importLines(foyer.db, lines)
      assert.deepEqual([refused, faults.length, changes.length], [3, 3, 5])
      assert.doesNotMatch(JSON.stringify([faults, changes]), /1111/)
    })
  },
  { ...behindProxy, ...legacyKey },
)

/** A line with only the required properties. */
function bare(): Record<string, unknown> & { external_id: string; email: string } {
  const id = randomUUID()
  return { external_id: id, email: `${id}@example.com` }
}

const london = {
  full_name: 'Ada Lovelace',
  address_1: '12 St James’s Square',
  city: 'London',
  postal_code: 'SW1Y 4LB',
  country_code: 'GB',
}

/** A card that no other line has. */
const newCard = () => ({
  type: 'CreditCard',
  full_name: 'Ada Lovelace',
  card_token: `pm_${randomUUID()}`,
  brand: 'visa',
  last4: '1111',
  expiry_month: 12,
  expiry_year: 2039,
})

const required = 'A value is required.'

/** Invalid lines, with their errors. */
const wrongLines: readonly (readonly [
  line: object | string | Buffer,
  faults: readonly string[],
])[] = [
  ['{"external_id": "1",', ['null: The line is not valid JSON. The error is at column 21.']],
  ['[]', ['null: The line must be a JSON object.']],
  [Buffer.from([0x22, 0xff, 0x22]), ['null: The line is not UTF-8.']],
  [`{"a": "${'x'.repeat(256 * 1024)}"}`, ['null: The line is longer than 256 KiB.']],
  [
    '{"email": "a@example.com", "email": "b@example.com", "external_id": "x"}',
    ['email: Must appear only once.'],
  ],
  [{}, [`external_id: ${required}`, `email: ${required}`]],
  [{ ...bare(), external_id: 7 }, ['external_id: Must be text, in quotation marks.']],
  [{ ...bare(), external_id: '' }, ['external_id: Must be 1 or more characters long.']],
  [
    { ...bare(), external_id: 'x'.repeat(256) },
    ['external_id: Must be at most 255 characters long.'],
  ],
  [
    { ...bare(), email: 'nobody' },
    ['email: Please enter an email address such as ada@example.com.'],
  ],
  [
    { ...bare(), fullname: 'Ada' },
    ['fullname: This property does not exist here. Did you mean full_name?'],
  ],
]

const newPassword = 'The user chooses a new password by email.'
const unknownHash = `Must be a hash in one of the forms that the guide lists. ${newPassword}`
const wrongTime = 'Must be a time such as 2019-05-01T12:00:00Z.'
const wrongFlag = 'Must be true or false, without quotation marks.'
const wrongType = 'Must be text, in quotation marks.'
const wrongPlace = 'Must be the place of an address in this line.'
const known = 'You have already saved this as another payment method.'
const many = (max: number) => `At most ${max} are imported, and the rest is left out.`

/** What a report says of a value: what is wrong, the value in the file, what is left out, and why. */
type Left = readonly [property: string, value: unknown, whole: string, message: string]

/** An optional property that is left out alone. */
const alone = (property: string, value: unknown, message: string): Left => [
  property,
  value,
  property,
  message,
]

/** Lines of which something is left out. */
const leftOut: readonly (readonly [line: object | string, left: readonly Left[]])[] = [
  ...(['email_confirmed', 'email_optin'] as const).map((name): [object, Left[]] => [
    { ...bare(), [name]: 'true' },
    [alone(name, 'true', wrongFlag)],
  ]),
  [{ ...bare(), full_name: 7 }, [alone('full_name', 7, wrongType)]],
  [
    { ...bare(), full_name: 'x'.repeat(129) },
    [alone('full_name', null, 'Must be at most 128 characters long.')],
  ],
  [
    { ...bare(), primary_phone: '12' },
    [
      alone(
        'primary_phone',
        '12',
        'Must be a phone number with its country code, such as +44 20 7946 0000, or a number of the chosen country.',
      ),
    ],
  ],
  [
    { ...bare(), primary_phone: '+442079460000', phone_country: 'GBR' },
    [alone('phone_country', 'GBR', 'Must be at most 2 characters long.')],
  ],
  [
    { ...bare(), time_zone: 'Mars/Olympus' },
    [alone('time_zone', 'Mars/Olympus', 'Must be a time zone, such as Europe/London.')],
  ],
  ...['tlh', 'C', 'no language', '-'].map((language): [object, Left[]] => [
    { ...bare(), language },
    [alone('language', language, 'Must be one of en, de, fr, es, it, nl, pt, ja.')],
  ]),
  [
    { ...bare(), time_zone: 'GB33BUKB20201555555555' },
    [alone('time_zone', null, 'Must be a time zone, such as Europe/London.')],
  ],
  [{ ...bare(), language: 7 }, [alone('language', 7, wrongType)]],
  // `Date.parse` takes a day that the month does not have. A database refuses the whole statement.
  ...[
    'yesterday',
    '2019-02-31T12:00:00',
    '2019-02-29T12:00:00Z',
    '2019-04-31t12:00:00z',
    '0000-01-01T00:00:00Z',
    '2019-05-01T24:00:00Z',
    '2019-05-01T12:00:00+16:00',
  ].map((created_at): [object, Left[]] => [
    { ...bare(), created_at },
    [alone('created_at', created_at, wrongTime)],
  ]),
  [
    { ...bare(), created_at: '2999-01-01T00:00:00Z' },
    [alone('created_at', '2999-01-01T00:00:00Z', 'Must not be in the future.')],
  ],
  ...['secret', '$2b$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'].map(
    (password_hash): [object, Left[]] => [
      { ...bare(), password_hash },
      [alone('password_hash', null, unknownHash)],
    ],
  ),
  [{ ...bare(), vault_customer: 7 }, [alone('vault_customer', 7, wrongType)]],
  [{ ...bare(), addresses: {} }, [alone('addresses', null, 'Must be a list, in square brackets.')]],
  [{ ...bare(), addresses: [null] }, [alone('addresses.0', null, 'Must be a JSON object.')]],
  [
    { ...bare(), addresses: [london, { ...london, postal_code: '1', city: null }] },
    [
      ['addresses.1.city', null, 'addresses.1', required],
      [
        'addresses.1.postal_code',
        '1',
        'addresses.1',
        'Write a postal code like SW1A 1AA: two to four letters and digits, then a digit and two letters.',
      ],
    ],
  ],
  [
    { ...bare(), addresses: [{ ...london, zip: 'SW1Y 4LB' }] },
    [
      [
        'addresses.0.zip',
        null,
        'addresses.0',
        'This property does not exist here. The known properties are full_name, default, address_1, address_2, address_3, city, state_province, postal_code, country_code.',
      ],
    ],
  ],
  [
    { ...bare(), addresses: [{ ...london, default: 'yes' }] },
    [alone('addresses.0.default', 'yes', 'Must be true or false.')],
  ],
  [
    { ...bare(), addresses: Array.from({ length: 101 }, () => london) },
    [alone('addresses', null, many(100))],
  ],
  [
    { ...bare(), payment_methods: Array.from({ length: 51 }, newCard) },
    [alone('payment_methods', null, many(50))],
  ],
  [
    `{"external_id": "twice", "email": "twice@example.com", "addresses": [{"city": "A", "city": "B"}]}`,
    [alone('addresses', null, 'Must appear only once.')],
  ],
  [
    { ...bare(), payment_methods: [{ type: 'Cash' }] },
    [['payment_methods.0.type', 'Cash', 'payment_methods.0', 'Must be one of CreditCard, PayPal.']],
  ],
  [
    {
      ...bare(),
      payment_methods: [{ ...newCard(), card_token: null, brand: 'Visa', last4: '12' }],
    },
    [
      ['payment_methods.0.card_token', null, 'payment_methods.0', required],
      [
        'payment_methods.0.brand',
        'Visa',
        'payment_methods.0',
        'Must be a brand such as visa or american-express.',
      ],
      ['payment_methods.0.last4', '12', 'payment_methods.0', 'Must be four digits.'],
    ],
  ],
  [
    {
      ...bare(),
      payment_methods: [
        { ...newCard(), expiry_month: null, expiry_year: null },
        { ...newCard(), expiry_year: null },
        { ...newCard(), expiry_month: 13 },
      ],
    },
    [
      ['payment_methods.0.expiry_month', null, 'payment_methods.0', required],
      ['payment_methods.0.expiry_year', null, 'payment_methods.0', required],
      ['payment_methods.1.expiry_year', null, 'payment_methods.1', required],
      ['payment_methods.2.expiry_month', 13, 'payment_methods.2', 'Must be at most 12.'],
    ],
  ],
  [
    { ...bare(), payment_methods: [{ ...newCard(), cvv: '123' }] },
    [
      [
        'payment_methods.0.cvv',
        null,
        'payment_methods.0',
        'The security code of a card is never accepted here. Do not send it.',
      ],
    ],
  ],
  [
    {
      ...bare(),
      payment_methods: [
        {
          ...newCard(),
          default_seller_method: true,
          start_month: 14,
          start_year: 2020,
          issue_number: true,
          card_fingerprint: 7,
        },
      ],
    },
    [
      alone('payment_methods.0.start_month', 14, 'Must be at most 12.'),
      alone('payment_methods.0.issue_number', true, 'Must be one or two digits.'),
      alone('payment_methods.0.card_fingerprint', 7, wrongType),
      alone(
        'payment_methods.0.default_seller_method',
        true,
        'This payment method cannot receive payments, so it cannot be the default for receiving payments.',
      ),
      alone('payment_methods.0.start_year', 2020, 'It means nothing without what is left out.'),
    ],
  ],
  [
    { ...bare(), payment_methods: Array(2).fill(newCard()) },
    [['payment_methods.1.card_token', undefined, 'payment_methods.1', known]],
  ],
  ...[
    ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@xn--strae-oqa.example', 'ada@straße.example'],
    ['ada@straße.example', 'ADA@STRASSE.example'],
  ].map((emails): [object, Left[]] => [
    { ...bare(), payment_methods: emails.map((email) => ({ type: 'PayPal', email })) },
    [['payment_methods.1.email', emails[1], 'payment_methods.1', known]],
  ]),
  [
    { ...bare(), payment_methods: [{ type: 'PayPal', email: 'x' }, { type: 'PayPal' }] },
    [
      [
        'payment_methods.0.email',
        'x',
        'payment_methods.0',
        'Must be an email address, such as ada@example.com.',
      ],
      ['payment_methods.1.email', null, 'payment_methods.1', required],
    ],
  ],
  [
    {
      ...bare(),
      addresses: [london, { ...london, city: null }],
      payment_methods: [1, 2, -1].map((billing_address) => ({ ...newCard(), billing_address })),
    },
    [
      ['addresses.1.city', null, 'addresses.1', required],
      alone('payment_methods.0.billing_address', 1, 'This address is left out.'),
      alone('payment_methods.1.billing_address', 2, wrongPlace),
      alone('payment_methods.2.billing_address', -1, wrongPlace),
    ],
  ],
]

/** Imports lines, and returns what was left out as `[line, property, value, whole, message]`. */
async function importedWith(db: OpenDatabase, lines: Parameters<typeof importLines>[1]) {
  const { imported, present, refused, changes } = await importLines(db, lines)
  const left = changes.map(
    ({ line, property, value, left_out, message }) =>
      [line, property, value, left_out, message] as const,
  )
  return { counts: { imported, present, refused }, left, changes }
}

const profileOf = async (db: OpenDatabase, line: Record<string, unknown>) =>
  one(
    await db.query<Record<string, string | null>>(sql`
      select language, time_zone, full_name, primary_phone from users
      where id = ${await userIdOf(db, line)}`),
  )

async function refusalsOf(db: OpenDatabase, lines: Parameters<typeof importLines>[1]) {
  const { imported, present, refused, texts, faults } = await importLines(db, lines)
  return { counts: { imported, present, refused }, texts, faults }
}

const countsOf = async (db: OpenDatabase, lines: Parameters<typeof importLines>[1]) =>
  (await refusalsOf(db, lines)).counts

async function userIdOf(db: OpenDatabase, line: Record<string, unknown>): Promise<number> {
  const rows = await db.query<{ user_id: number }>(sql`
    select user_id from user_external_ids where external_id = ${line.external_id}`)
  return one(rows).user_id
}

async function clientOf(foyer: Foyer, line: Record<string, unknown>) {
  const id = await userIdOf(foyer.db, line)
  const accessToken = await foyer.tokenFor(id, ['read:user', 'write:user'])
  return createClient({ baseUrl: foyer.baseUrl, accessToken })
}

/** The number of rows in each table that an import may add to. */
async function stateOf(db: OpenDatabase): Promise<Readonly<Record<string, number>>> {
  return one(
    await db.query<Record<string, number>>(sql`
      select (select count(*)::integer from users) as users,
        (select count(*)::integer from user_emails) as emails,
        (select count(*)::integer from user_external_ids) as external_ids,
        (select count(*)::integer from addresses) as addresses,
        (select count(*)::integer from payment_methods) as methods,
        (select count(*)::integer from audit_records) as records`),
  )
}
