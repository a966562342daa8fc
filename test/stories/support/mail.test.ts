import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { Config } from '../../../src/config/config.ts'
import { timeText } from '../../../src/platform/i18n/time-text.ts'
import { findTimeZone } from '../../../src/resources/user/own-profile.ts'
import { mailRetry, mailWorker } from '../../../src/support/mail/courier.ts'
import { type Email, type EmailKind, openMailer } from '../../../src/support/mail/mailer.ts'
import { type RunningWork, startWork } from '../../../src/support/work/engine.ts'
import { jobsChannel, retryDelaySeconds } from '../../../src/support/work/work.ts'
import { FailingDatabase } from '../../support/failing-database.ts'
import { onEveryDatabase, secretKey } from '../../support/foyer.ts'
import { languages, type MessageKey, readConfig, say, sql } from '../../support/inside.ts'
import {
  emailsLeft,
  emailsOfEveryKind,
  emailsTo,
  someLink as link,
  makeEmailsDue,
} from '../../support/mail.ts'
import { readMessage } from '../../support/mime.ts'
import { newBrowser, signedInBrowser, signIn } from '../../support/sign-in.ts'
import { type Received, startSmtpServer } from '../../support/smtp-server.ts'
import { password } from '../../support/users.ts'

const mailer = openMailer({ secretKey })

const reset: Email = { to: 'zuse@example.com', language: 'en', kind: 'reset_password', link }

/** The link of emails that have no link of their own. */
const defaultLinks: Readonly<Partial<Record<EmailKind, string>>> = {
  password_changed: 'https://id.example.com/forgotten-password',
  address_confirmed: 'https://id.example.com/forgotten-password',
  second_factor_changed: 'https://id.example.com/account/security',
  erasure_requested: 'https://id.example.com/account/privacy',
  erasure_cancelled: 'https://id.example.com/forgotten-password',
  data_exported: 'https://id.example.com/forgotten-password',
  support_password_set: 'https://id.example.com/forgotten-password',
  support_enabled: 'https://id.example.com/sign-in',
  developer_admitted: 'https://id.example.com/developer',
  payout_deleted: 'https://id.example.com/forgotten-password',
  payout_undone: 'https://id.example.com/forgotten-password',
  payout_details: 'https://id.example.com/forgotten-password',
}

/** The pages that emails name. */
const namedPages: Readonly<Partial<Record<EmailKind, MessageKey>>> = {
  erasure_requested: 'page.link.privacy',
  password_changed: 'page.title.applications',
}

/**
 * After an erasure there is nothing to do, a disabled user cannot open any page, and an address that
 * an account no longer has gives no access.
 */
const withoutButton: readonly EmailKind[] = [
  'account_erased',
  'support_disabled',
  'address_taken_back',
  'support_email_removed',
]

/** A log that keeps all details, more than the real log does. */
function newLog() {
  const lines: string[] = []
  const keep = (details: object, message: string) => {
    lines.push(`${message} ${inspect(details, { depth: 9, showHidden: true })}`)
  }
  return { lines, warn: keep, info: keep }
}

async function until(isSo: () => unknown): Promise<void> {
  const begun = performance.now()
  while (!(await isSo())) {
    assert.ok(performance.now() - begun < 60_000, 'the condition was not met in time')
    await pause(10)
  }
}

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

await onEveryDatabase('mail', (foyer) => {
  const started: RunningWork[] = []

  beforeEach(() => foyer.db.query(sql`delete from jobs`))
  afterEach(async () => {
    for (const work of started.splice(0)) await work.stop(0)
  })

  const queueEmails = (...letters: readonly Email[]) =>
    foyer.db.transaction(async (tx) => {
      for (const letter of letters) await mailer.send(tx, null, letter)
    })

  /** Starts a worker that sends emails as they become due, with these settings. */
  function send(env: Record<string, string>, log = newLog(), db = foyer.db): RunningWork {
    const config: Config = readConfig({ AUTH_URL: 'https://id.example.com', ...env })
    const workers = [
      mailWorker({
        secretKey,
        settings: config,
        log,
        findTimeZone: (id) => findTimeZone(foyer.db, id),
      }),
    ]
    const work = startWork({ db, workers, log })
    started.push(work)
    return work
  }

  test('emails have the colour, the links and the sender of the marketplace', async () => {
    const [letter] = emailsOfEveryKind('en')
    if (letter === undefined) throw new Error('There is no email.')
    await queueEmails(letter)
    const server = await startSmtpServer()
    send({
      SMTP_URL: server.url,
      MAIL_FROM_NAME: 'Stage Door',
      BRAND_COLOR: '#5b2a86',
      BRAND_COLOR_DARK: '#c9a5ec',
      BRAND_PRIVACY_URL: 'https://stage.example/privacy?a=1&b=2',
    })
    const [taken] = await server.until(1)
    const { from, text, html } = await readMessage(taken?.content ?? '')
    assert.equal(from?.value[0]?.name, 'Stage Door')
    assert.match(text ?? '', /\n\nPrivacy policy: https:\/\/stage\.example\/privacy\?a=1&b=2\n$/)
    assert.match(String(html), /class="button" style="background:#5b2a86/)
    assert.match(String(html), /<a href="https:\/\/stage\.example\/privacy\?a=1&amp;b=2"/)
  })

  test('times are in the zone that the user chose, else in UTC', async () => {
    const user = await foyer.newUser()
    const browser = await signedInBrowser(foyer.authUrl, user.email)
    const profile = await browser.get('/account/profile')
    await browser.submit(profile, { time_zone: 'Asia/Tokyo' }, '/profile')
    const date = Date.UTC(2026, 7, 9, 20, 30)
    const letter = { language: 'en', kind: 'erasure_requested', date, browser: '' } as const
    await foyer.db.query(sql`delete from jobs`)
    await foyer.db.transaction(async (tx) => {
      await mailer.send(tx, user.id, { ...letter, to: 'chosen@example.com' })
      await mailer.send(tx, null, { ...letter, to: 'unknown@example.com' })
    })
    const server = await startSmtpServer()
    send({ SMTP_URL: server.url })
    const received = await server.until(2)
    const textTo = async (to: string) => {
      const taken = received.find((each) => each.to[0] === to)
      return (await readMessage(taken?.content ?? '')).text ?? ''
    }
    const chosen = await textTo('chosen@example.com')
    assert.match(chosen, /Monday, 10 August 2026 at 05:30 GMT\+9/)
    assert.match(chosen, /Time: .* GMT\+9/)
    const unknown = await textTo('unknown@example.com')
    assert.match(unknown, /Sunday, 9 August 2026 at 20:30 UTC/)
    assert.match(unknown, /Time: .* UTC/)
  })

  test('each email in each language has a subject, text and HTML', async () => {
    const letters = languages.flatMap(emailsOfEveryKind)
    await queueEmails(...letters)
    const server = await startSmtpServer()
    send({ SMTP_URL: server.url, SERVICE_NAME: 'Karten & <Mehr>' })
    const received = await server.until(letters.length)
    for (const letter of letters) {
      const { language, kind, to, change, browser, code, provider = '', method = '' } = letter
      const about = change ?? kind
      const taken = received.find((each) => each.to[0] === to)
      assert.deepEqual(taken?.to, [to])
      assert.equal(taken?.from, 'no-reply@id.example.com')
      const message = await readMessage(taken?.content ?? '')
      const { headers, subject, date, text, html } = message
      const planned =
        letter.date === undefined ? '' : timeText(language, letter.date, 'UTC', 'full')
      const words = (key: MessageKey) =>
        say(language, key, { service: 'Karten & <Mehr>', date: planned, provider, method })

      assert.equal(subject, words(`mail.subject.${about}`))
      assert.deepEqual(message.from?.value, [
        { name: 'Karten & <Mehr>', address: 'no-reply@id.example.com' },
      ])
      assert.deepEqual([message.to].flat()[0]?.value, [{ name: '', address: to }])
      assert.equal(headers.get('auto-submitted'), 'auto-generated')
      assert.equal(headers.get('content-language'), language)
      assert.match(message.messageId ?? '', /^<[\da-f-]{36}@id\.example\.com>$/)
      assert.ok(date && Math.abs(date.getTime() - Date.now()) < 600_000)

      const shown = html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
      const at = timeText(language, date.getTime())
      const told = [
        words(`mail.text.${about}`),
        words('mail.automatic'),
        ...(namedPages[kind] === undefined ? [] : [say(language, namedPages[kind])]),
        ...(browser === undefined ? [] : [browser, at, 'UTC']),
        ...(code === undefined ? [] : [code]),
      ]
      for (const sentence of told) {
        assert.ok(text.includes(sentence), `${language} ${about}: ${text}`)
        assert.ok(shown.includes(sentence), `${language} ${about}: ${html}`)
      }
      assert.match(html, new RegExp(`<html lang="${language}">`))
      assert.doesNotMatch(html, /<Mehr>/)
      assert.doesNotMatch(text + html, /\{\w+\}/)
      const buttons = withoutButton.includes(kind)
        ? []
        : [letter.link ?? defaultLinks[kind] ?? link]
      for (const leads of buttons)
        assert.ok(text.split(/\r?\n/).includes(leads), `${language} ${about}`)
      const escaped = buttons.map((leads) => leads.replace('&', '&amp;'))
      assert.deepEqual(
        [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href),
        escaped,
        'the email has one button',
      )
      for (const leads of escaped)
        assert.ok(
          html.includes(`>${leads}</span>`),
          'the address of the button is in the text, too',
        )
      assert.match(html, /<meta name="color-scheme" content="light dark">/)
      assert.doesNotMatch(html, /<(?:script|img|link|form)\b|url\(/)
      const hours = {
        confirm_email: 24,
        confirm_new_email: 24,
        reset_password: 1,
        sign_in_link: 1,
        sign_in_code: 1,
        confirm_payout: 24,
        confirm_bank_account: 24,
        payout_changed: 48,
        payout_cleared: 48,
        email_changed: 168,
        new_sign_in: 168,
        support_factors_reset: 168,
        account_recovered: 1,
        support_email_set: 1,
        totp_added: 48,
        totp_removed: 168,
        passkey_added: 48,
        passkey_removed: 168,
        recovery_codes_renewed: 168,
        identity_added: 48,
        identity_removed: 168,
      } as const
      const life = about in hours && words(`mail.link_life.${hours[about as keyof typeof hours]}`)
      const lives = ([1, 24, 48, 168] as const).map((life) => words(`mail.link_life.${life}`))
      assert.equal(
        lives.some((words) => text.includes(words)),
        life !== false,
      )
      if (life) assert.ok(text.includes(life))
    }
    const ids = await Promise.all(received.map(({ content }) => idOf(content)))
    assert.equal(new Set(ids).size, letters.length)
    await until(async () => (await emailsLeft(foyer.db)) === 0)
  })

  test('an email of a transaction that fails is never sent, and one that commits notifies the worker', async () => {
    const heard: string[] = []
    await foyer.db.listen(jobsChannel, (queue) => heard.push(queue))
    const failing = foyer.db.transaction(async (tx) => {
      await mailer.send(tx, null, reset)
      throw new Error('It fails.')
    })
    await assert.rejects(failing, /It fails/)
    assert.equal(await emailsLeft(foyer.db), 0)
    assert.deepEqual(heard, [])

    await queueEmails(reset)
    await until(() => heard.length > 0)
    assert.deepEqual(heard, ['mail'])
  })

  test('the database contains neither address nor link nor kind of an email', async () => {
    await queueEmails(reset)
    assert.deepEqual(await emailsTo(foyer.db, reset.to), [reset], 'the email is queued')
    const rows = await foyer.db.query<{ row: string; bytes: Buffer }>(
      sql`select jobs::text as row, sealed as bytes from jobs`,
    )
    const dump = rows.map(({ row, bytes }) => row + bytes.toString('latin1')).join('\n')
    assert.ok(dump.length > 100)
    for (const secret of ['zuse', 'example', 's3cr3t', 'reset_password', 'token'])
      assert.ok(!dump.includes(secret), secret)
  })

  test('an email that fails is tried again, and the log does not contain the address', async () => {
    await queueEmails(reset)
    const server = await startSmtpServer()
    server.misbehave('RCPT', '450 4.2.1 <zuse@example.com> is full', 1)
    const log = newLog()
    const work = send({ SMTP_URL: server.url }, log)
    await until(() => log.lines.length > 0)
    assert.match(log.lines.join('\n'), /will be retried[\s\S]*answered 450 4\.2\.1 to RCPT TO/)
    assert.equal(server.received.length, 0)
    await until(() => isPostponed())

    work.wake()
    await pause(50)
    assert.equal(server.received.length, 0, 'the email is not due yet')
    await makeEmailsDue(foyer.db)
    work.wake()
    await server.until(1)
    await until(async () => (await emailsLeft(foyer.db)) === 0)
    assert.doesNotMatch(log.lines.join('\n'), /zuse|s3cr3t/)
  })

  /** Whether the email waits for the second attempt. */
  const isPostponed = async () => {
    const [row] = await foyer.db.query<{ postponed: boolean }>(
      sql`select due_at between now() + interval '9 seconds' and now() + interval '20 seconds' as postponed
        from jobs where attempts = 1 and not is_held`,
    )
    return row?.postponed
  }

  for (const [manner, step, answer] of [
    ['drops the connection', 'greeting', 'drop'],
    ['is too busy', 'greeting', '421 4.3.2 Too busy'],
    ['refuses the sender', 'MAIL', '550 5.7.1 Not you'],
    ['does not relay', 'RCPT', '554 5.7.1 Relaying denied'],
    ['refuses the message', 'content', '554 5.7.1 Spam'],
  ] as const) {
    test(`an email is tried again if the mail server ${manner}`, async () => {
      await queueEmails(reset)
      const server = await startSmtpServer()
      server.misbehave(step, answer, 1)
      const log = newLog()
      const work = send({ SMTP_URL: server.url }, log)
      await until(() => log.lines.length > 0 && isPostponed())
      await makeEmailsDue(foyer.db)
      work.wake()
      await until(async () => (await emailsLeft(foyer.db)) === 0)
      assert.equal(log.lines.length, 1)
      assert.ok(server.received.length > 0)
    })
  }

  test('an address that does not exist is not tried again', async () => {
    await queueEmails(reset)
    const server = await startSmtpServer()
    server.misbehave('RCPT', '550 5.1.1 <zuse@example.com> is unknown')
    const log = newLog()
    send({ SMTP_URL: server.url }, log)
    await until(async () => (await emailsLeft(foyer.db)) === 0)
    assert.match(log.lines.join('\n'), /for the last time[\s\S]*550 5\.1\.1/)
    assert.doesNotMatch(log.lines.join('\n'), /zuse/)
  })

  test('an email is given up after ten attempts', async () => {
    await queueEmails(reset)
    const server = await startSmtpServer()
    server.misbehave('MAIL', '451 4.3.0 Later')
    const log = newLog()
    const work = send({ SMTP_URL: server.url }, log)
    // The line of a failure comes before the new due time is stored, so the email is made due until
    // the next attempt claims it.
    const isTriedAgain = async (attempts: number) => {
      await foyer.db.query(
        sql`update jobs set due_at = now() where attempts = ${attempts} and not is_held`,
      )
      work.wake()
      return log.lines.length > attempts
    }
    for (let attempt = 1; attempt <= 10; attempt++) {
      await until(() => isTriedAgain(attempt - 1))
      assert.equal(log.lines.length, attempt)
      assert.equal(log.lines.at(-1)?.includes('for the last time'), attempt === 10)
      if (attempt < 10) await until(() => isWaiting(attempt))
    }
    await until(async () => (await emailsLeft(foyer.db)) === 0)
  })

  /** Whether the failure is stored, and the email waits for so long. */
  const isWaiting = async (attempts: number) => {
    const [row] = await foyer.db.query<{ waits: number }>(
      sql`select extract(epoch from due_at - now())::float8 as waits from jobs
        where attempts = ${attempts} and not is_held`,
    )
    const delay = (random: number) => retryDelaySeconds(mailRetry, attempts, random)
    const [least, most] = [delay(0), delay(1)]
    return row !== undefined && row.waits > least - 30 && row.waits <= most
  }

  test('an email with a link that has ended is not sent', async () => {
    await queueEmails(reset, { ...reset, kind: 'confirm_email' })
    const server = await startSmtpServer()
    const log = newLog()
    await foyer.db.query(sql`update jobs set created_at = now() - interval '61 minutes'`)
    send({ SMTP_URL: server.url }, log)
    await until(async () => (await emailsLeft(foyer.db)) === 0)
    assert.equal(server.received.length, 1)
    assert.match((await readMessage(server.received[0]?.content ?? '')).text, /24 hours/)
    assert.match(
      log.lines.join('\n'),
      /failed for the last time[\s\S]*link in the email is no longer valid/,
    )
  })

  test('a worker that dies after delivery causes a second copy with the same Message-ID', async () => {
    await queueEmails(reset)
    await foyer.db.query(sql`update jobs set created_at = now() - interval '10 minutes'`)
    const server = await startSmtpServer()
    const dying = new FailingDatabase(foyer.db)
    const log = newLog()
    server.misbehave('content', 'hang', 1)
    const first = send({ SMTP_URL: server.url }, log, dying)
    await server.until(1)
    dying.cause = new Error('It is dead.')
    await first.stop(0)
    assert.match(log.lines.join('\n'), /could not be saved/)
    assert.equal(await emailsLeft(foyer.db), 1)

    // No other worker takes the email until the lease is over.
    const second = send({ SMTP_URL: server.url })
    await pause(100)
    assert.equal(server.received.length, 1)
    await makeEmailsDue(foyer.db)
    second.wake()
    const [one, two] = await server.until(2)
    assert.equal(await idOf(one?.content ?? ''), await idOf(two?.content ?? ''))
    for (const { content } of [one, two] as Received[]) {
      const { date } = await readMessage(content)
      assert.ok(
        date && date.getTime() < Date.now() - 300_000,
        'the date is when the email was queued',
      )
    }
    await until(async () => (await emailsLeft(foyer.db)) === 0)
  })

  test('a late worker does not take an email from the worker that now has its lease', async () => {
    await queueEmails(reset)
    const server = await startSmtpServer()
    server.misbehave('content', 'hang', 2)
    const first = send({ SMTP_URL: server.url })
    await server.until(1)
    await makeEmailsDue(foyer.db)
    const second = send({ SMTP_URL: server.url })
    await server.until(2)
    await first.stop(0)
    const [row] = await foyer.db.query<{ held: boolean }>(
      sql`select is_held as held from jobs where lease = 2 and attempts = 1 and due_at > now()`,
    )
    assert.equal(row?.held, true, 'the second worker’s lease is unchanged')
    await second.stop(0)
  })

  test('several workers send each email once', async () => {
    const server = await startSmtpServer()
    const recipients = Array.from({ length: 60 }, (_, index) => `user${index}@example.com`)
    for (let instance = 0; instance < 3; instance++) send({ SMTP_URL: server.url })
    await queueEmails(...recipients.map((to) => ({ ...reset, to })))
    for (const work of started) work.wake()
    await until(async () => (await emailsLeft(foyer.db)) === 0)
    assert.deepEqual(server.received.map(({ to }) => to[0]).sort(), recipients.sort())
  })

  test('a worker that stops waits for the email it is sending, but only for a limited time', async () => {
    await queueEmails(reset)
    const server = await startSmtpServer()
    server.misbehave('greeting', 'hang', 1)
    const work = send({ SMTP_URL: server.url })
    await until(async () => {
      const [row] = await foyer.db.query(sql`select 1 from jobs where is_held`)
      return row
    })
    const begun = performance.now()
    await work.stop(200)
    const tookMs = performance.now() - begun
    assert.ok(tookMs >= 190 && tookMs < 9_000, `stopping took ${tookMs} ms`)
    assert.equal(await emailsLeft(foyer.db), 1)
    await makeEmailsDue(foyer.db)
    send({ SMTP_URL: server.url })
    await server.until(1)
  })

  test('a worker waits for an unreachable database, and logs it once', async () => {
    const failing = new FailingDatabase(foyer.db)
    failing.cause = new Error('It is away.')
    const server = await startSmtpServer()
    const log = newLog()
    const work = send({ SMTP_URL: server.url }, log, failing)
    for (let times = 0; times < 5; times++) {
      work.wake()
      await pause(5)
    }
    assert.equal(log.lines.length, 1)
    failing.cause = undefined
    await queueEmails(reset)
    work.wake()
    await server.until(1)
  })

  test('an address cannot add a recipient or a header', async () => {
    const odd = [
      'ada,eve@example.com',
      'a;b@example.com',
      'ada"quoted@example.com',
      'ädä@example.com',
    ]
    const hostile = ['a@example.com\r\nBcc: eve@example.com', 'a@b.example><eve@evil.example']
    await queueEmails(...[...odd, ...hostile].map((to) => ({ ...reset, to })))
    const server = await startSmtpServer()
    const log = newLog()
    send({ SMTP_URL: server.url, SERVICE_NAME: 'A "B" <eve@evil.example>, C' }, log)
    await until(async () => (await emailsLeft(foyer.db)) === 0)
    assert.deepEqual(server.received.flatMap(({ to }) => to).sort(), [
      '"a;b"@example.com',
      '"ada,eve"@example.com',
      '"ada\\"quoted"@example.com',
      'ädä@example.com',
    ])
    for (const { content } of server.received) {
      const { headers, from } = await readMessage(content)
      assert.ok(!headers.has('bcc') && !headers.has('cc'))
      assert.deepEqual(from?.value, [
        { name: 'A "B" <eve@evil.example>, C', address: 'no-reply@id.example.com' },
      ])
    }
    assert.equal(server.commands.filter((line) => line.startsWith('RCPT')).length, odd.length)
    assert.equal(log.lines.length, hostile.length)
  })

  for (const local of ['a..b', '.ada', 'ada.']) {
    test(`an address of a Japanese carrier with the dots of ${local} gets its emails, and signs in`, async () => {
      const id = randomUUID().slice(0, 8)
      const email = `${local.replace('a', `a${id}`)}@docomo.ne.jp`
      const browser = newBrowser(foyer.authUrl)
      const page = await browser.get('/sign-up?lang=ja')
      await browser.submit(page, { email, password, full_name: '' })
      const server = await startSmtpServer({ anyDots: true })
      send({ SMTP_URL: server.url })
      const quoted = `"${email.replace('@', '"@')}`
      const [message] = await server.until(1)
      assert.ok(server.commands.includes(`RCPT TO:<${quoted}>`), server.commands.join())
      assert.match(message?.content ?? '', new RegExp(`^To: <?${RegExp.escape(quoted)}>?\r$`, 'm'))
      const { text } = await readMessage(message?.content ?? '')
      const confirm = await browser.get(/http\S+\/confirm\S+/.exec(text ?? '')?.[0] ?? '')
      assert.equal((await browser.submit(confirm, { password })).status, 303)
      assert.equal((await signIn(newBrowser(foyer.authUrl), email)).status, 303)
    })
  }

  test('the mail server gets the user name and password', async () => {
    await queueEmails(reset)
    const server = await startSmtpServer()
    const url = server.url.replace('//', '//foyer%40mail:p%2Fw%3A@')
    send({ SMTP_URL: url, MAIL_FROM: 'Tickets@example.org' })
    const [message] = await server.until(1)
    const told = Buffer.from('\0foyer@mail\0p/w:').toString('base64')
    assert.ok(server.commands.includes(`AUTH PLAIN ${told}`))
    assert.equal(message?.from, 'Tickets@example.org')
  })

  test('emails to another machine are sent encrypted, unless the settings allow plain text', async () => {
    await queueEmails(reset)
    const server = await startSmtpServer()
    const url = `smtp://0.0.0.0:${server.port}`
    const log = newLog()
    send({ SMTP_URL: url }, log)
    await until(() => log.lines.length > 0 && isPostponed())
    assert.ok(!server.commands.some((line) => line.startsWith('MAIL')))
    await makeEmailsDue(foyer.db)
    send({ SMTP_URL: `${url}?requireTLS=false` })
    await server.until(1)
  })

  test('without a mail server each email is a file that only its owner can read', async () => {
    await queueEmails(reset)
    const folder = mkdtempSync(join(tmpdir(), 'foyer-mail-'))
    folders.push(folder)
    const log = newLog()
    send({ DATA_DIR: folder }, log)
    await until(async () => (await emailsLeft(foyer.db)) === 0)
    const mail = join(folder, 'mail')
    const names = readdirSync(mail)
    assert.match(names.join(), /^\d{8}T\d{6}Z-reset_password-[\da-f]{8}\.eml$/)
    const path = join(mail, names[0] ?? '')
    assert.equal(statSync(mail).mode & 0o777, 0o700)
    assert.equal(statSync(path).mode & 0o777, 0o600)
    const { to, text, html } = await readMessage(readFileSync(path, 'utf8'))
    assert.equal([to].flat()[0]?.text, 'zuse@example.com')
    assert.ok(text.includes(link) && html.includes('s3cr3t'))
    assert.equal(log.lines.length, 1)
    assert.ok(log.lines[0]?.includes(path))
    assert.doesNotMatch(log.lines[0] ?? '', /zuse|s3cr3t/)
  })
})

const idOf = async (content: string) => (await readMessage(content)).messageId

test('ten attempts take about twenty hours', () => {
  const hours = (random: number) => {
    let sum = 0
    for (let attempts = 1; attempts < 10; attempts++)
      sum += retryDelaySeconds(mailRetry, attempts, random)
    return sum / 3600
  }
  assert.ok(hours(0) > 14 && hours(0.5) > 19 && hours(1) < 26)
  assert.ok(retryDelaySeconds(mailRetry, 1, 1) < 20, 'the second attempt is soon after the first')
})
