import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../src/config/config.ts'
import { openInstallation } from '../../src/support/installation/open.ts'
import { openMailer } from '../../src/support/mail/mailer.ts'
import { databases, newDatabase, openPostgresOn } from '../support/database.ts'
import { lettersLeft, makeLettersDue } from '../support/mail.ts'
import { readMessage } from '../support/mime.ts'
import { newDirectory, preparedDirectory, Service } from '../support/program.ts'
import { startSmtpServer } from '../support/smtp-server.ts'

const link = 'http://localhost/new-password?token=s3cr3t'
const letter = { to: 'zuse@example.com', language: 'de', kind: 'reset_password', link } as const
const key = 'qL3vX8s0mZ7tB2nR5kW9yC4hF6jD1gPe'
const skip = (await databases()).length < 2

test('killed before it heard that a letter was taken, it sends it again, recognisably', {
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
  const first = await Service.start(env)
  server.misbehave('content', 'hang', 1)
  // Another instance's transaction: the service hears of it.
  await db.transaction((tx) => openMailer({ secretKey: key }).send(tx, null, letter))
  await server.until(1)
  await first.stop('SIGKILL')
  assert.equal(await lettersLeft(db), 1)

  await makeLettersDue(db)
  const second = await Service.start(env)
  const taken = await server.until(2)
  const messages = await Promise.all(taken.map(({ content }) => readMessage(content)))
  const ids = messages.map(({ messageId }) => messageId)
  assert.match(ids[0] ?? '', /^<.+>$/)
  assert.equal(ids[0], ids[1])
  while ((await lettersLeft(db)) > 0) await pause(10)
  assert.equal(await second.stop(), 0)
  assert.doesNotMatch(first.output + second.output, /zuse|s3cr3t/)
  await db.close()
})

test('told to stop while a mail server keeps it waiting, it stops, and the letter stays', {
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
  await db.transaction((tx) => openMailer({ secretKey: key }).send(tx, null, letter))
  while (!server.commands.includes('DATA')) await pause(10)
  assert.equal(await service.stop(), 0)
  assert.equal(await lettersLeft(db), 1)
  await db.close()
})

test('in development it writes letters to files, and says where', async () => {
  const folder = await preparedDirectory()
  const { db, secretKey } = await openInstallation(readConfig({ DATA_DIR: folder }))
  await db.transaction((tx) => openMailer({ secretKey }).send(tx, null, letter))
  await db.close()

  const service = await Service.start({ DATA_DIR: folder, DEMO: 'false', PROBE_PORT: 'off' })
  while (!service.output.includes('an email was written to a file')) await pause(10)
  const [name = ''] = readdirSync(join(folder, 'mail'))
  assert.ok(service.output.includes(join(folder, 'mail', name)))
  const { text, subject } = await readMessage(readFileSync(join(folder, 'mail', name), 'utf8'))
  assert.ok(text.includes(link))
  assert.equal(subject, 'Wählen Sie ein neues Passwort für Foyer')
  assert.equal(await service.stop(), 0)
  assert.doesNotMatch(service.output, /zuse|s3cr3t/)
})
