import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openInstallation } from '../../src/support/installation/open.ts'
import { openMailer } from '../../src/support/mail/mailer.ts'
import { databases, newDatabase, openPostgresOn } from '../support/database.ts'
import { figure } from '../support/figure.ts'
import { readConfig } from '../support/inside.ts'
import { emailsLeft, makeEmailsDue } from '../support/mail.ts'
import { readMessage } from '../support/mime.ts'
import { anyDatabase, newDirectory, Service } from '../support/program.ts'
import { startSmtpServer } from '../support/smtp-server.ts'
import { repetitions } from '../support/soak.ts'

const link = 'http://localhost/new-password?token=s3cr3t'
const email = { to: 'zuse@example.com', language: 'de', kind: 'reset_password', link } as const
const key = 'qL3vX8s0mZ7tB2nR5kW9yC4hF6jD1gPe'
const skip = (await databases()).length < 2
const kills = repetitions({ short: 1, soak: 20 })
const emailsPerKill = repetitions({ short: 1, soak: 10 })

test(`killed ${kills} times before it learns that an email was accepted, it sends the email again with the same id`, {
  skip,
}, async () => {
  const url = await newDatabase()
  const server = await startSmtpServer()
  const env = {
    DATABASE_URL: url,
    SECRET_KEY: key,
    SMTP_URL: server.url,
    DATA_DIR: newDirectory(),
    PROBE_PORT: 'off',
  }
  const db = await openPostgresOn(url)
  const mailer = openMailer({ secretKey: key })
  let output = ''
  for (let round = 0; round < kills; round++) {
    const service = await Service.start(env)
    server.misbehave('content', 'hang', 1)
    const before = server.received.length
    // Transactions of another instance queue the emails. The service is notified of them.
    for (let count = 0; count < emailsPerKill; count++)
      await db.transaction((tx) => mailer.send(tx, null, email))
    await server.until(before + 1)
    await service.stop('SIGKILL')
    output += service.output
    assert.ok((await emailsLeft(db)) >= 1)
    await makeEmailsDue(db)
  }

  const last = await Service.start(env)
  while ((await emailsLeft(db)) > 0) await pause(10)
  assert.equal(await last.stop(), 0)
  assert.doesNotMatch(output + last.output, /zuse|s3cr3t/)
  await db.close()
  const messages = await Promise.all(server.received.map(({ content }) => readMessage(content)))
  const copies = Map.groupBy(messages, ({ messageId }) => messageId ?? assert.fail('no Message-ID'))
  for (const id of copies.keys()) assert.match(id, /^<.+>$/)
  const sent = kills * emailsPerKill
  figure(57, 'emails that never arrived', sent - copies.size, { atMost: 0 }, sent)
  const duplicates = messages.length - copies.size
  // A service sends four emails at a time.
  const most = { atLeast: kills, atMost: 4 * kills }
  figure(57, `duplicates of ${kills} kills`, duplicates, most, messages.length)
})

test('it stops while a mail server keeps it waiting, and the email stays queued', {
  skip,
}, async () => {
  const url = await newDatabase()
  const server = await startSmtpServer()
  server.misbehave('DATA', 'hang')
  const service = await Service.start({
    DATABASE_URL: url,
    SECRET_KEY: key,
    SMTP_URL: server.url,
    DATA_DIR: newDirectory(),
    PROBE_PORT: 'off',
  })
  const db = await openPostgresOn(url)
  await db.transaction((tx) => openMailer({ secretKey: key }).send(tx, null, email))
  while (!server.commands.includes('DATA')) await pause(10)
  assert.equal(await service.stop(), 0)
  assert.equal(await emailsLeft(db), 1)
  await db.close()
})

test('in development it writes emails to files, and logs their paths', async () => {
  const place = await anyDatabase()
  const folder = place.DATA_DIR
  const { db, secretKey } = await openInstallation(readConfig(place))
  await db.transaction((tx) => openMailer({ secretKey }).send(tx, null, email))
  await db.close()

  const service = await Service.start({ ...place, DEMO: 'false', PROBE_PORT: 'off' })
  while (!service.output.includes('an email was written to a file')) await pause(10)
  const [name = ''] = readdirSync(join(folder, 'mail'))
  assert.ok(service.output.includes(join(folder, 'mail', name)))
  const { text, subject } = await readMessage(readFileSync(join(folder, 'mail', name), 'utf8'))
  assert.ok(text.includes(link))
  assert.equal(subject, 'Wählen Sie ein neues Passwort für Foyer')
  assert.equal(await service.stop(), 0)
  assert.doesNotMatch(service.output, /zuse|s3cr3t/)
})
