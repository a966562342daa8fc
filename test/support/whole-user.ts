import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createClient } from '@foyer/client'
import { beginSecondStep } from '../../src/identity/sign-in/second-step/second-step.ts'
import { createUser } from '../../src/identity/users/accounts/accounts.ts'
import { requestNewEmail } from '../../src/identity/users/accounts/new-email.ts'
import { checkPassword } from '../../src/identity/users/credentials/credentials.ts'
import { requestReset } from '../../src/identity/users/credentials/new-password.ts'
import { registerOwnApplication } from '../../src/identity/users/developers/own-applications.ts'
import { saveFields } from '../../src/identity/users/fresh-proofs/fresh-proofs.ts'
import { beginTotp } from '../../src/identity/users/second-factors/authenticator-app.ts'
import {
  registerPasskey,
  registrationOptions,
} from '../../src/identity/users/second-factors/passkey-registration.ts'
import { startSession } from '../../src/identity/users/sessions/sessions.ts'
import { createAuthenticator } from './authenticator.ts'
import { relyingParty } from './authorize.ts'
import { keepBankAccount } from './bank-accounts.ts'
import { newCard } from './cards.ts'
import { authUrl, openDesk } from './credentials.ts'
import type { Foyer } from './foyer.ts'
import { Fragment, type OpenDatabase, sql } from './inside.ts'
import { findBinaries } from './postgres.ts'
import { newBrowser, signIn } from './sign-in.ts'
import { password } from './users.ts'
import { walk } from './visitor.ts'
import { createWebhook } from './webhooks.ts'
import { retryOutsideSoak } from './wire.ts'

/** A user who has a row in every table of users. */
export interface WholeUser {
  readonly id: number
  readonly email: string
  /** Texts that only this user has, and that the export shows. */
  readonly shown: readonly string[]
  /** Texts that only this user has, and that the export does not show, with the reason. */
  readonly hidden: Readonly<Record<string, string>>
}

/** A unique word without digits, of an alphabet of sixteen letters. */
const canary = (): string =>
  `Q${randomBytes(6)
    .toString('hex')
    .replace(/\d/g, (digit) => (Number(digit) + 16).toString(36))}`

/** Makes a user with everything that users can have. A new table for users needs a row here. */
export async function makeWholeUser(foyer: Foyer): Promise<WholeUser> {
  const { db } = foyer
  const desk = openDesk(foyer)
  const { credentials, factors, from } = desk
  const name = `Ada ${canary()}`
  const email = `${canary().toLowerCase()}@example.com`
  const phone = `+4420${String(Math.random()).slice(2, 10)}`
  const id = await createUser(db, {
    email,
    password,
    fullName: name,
    primaryPhone: phone,
    serviceName: 'Foyer',
  })
  const externalId = canary()
  await db.query(sql`
    insert into user_external_ids (external_id, user_id) values (${externalId}, ${id})`)
  const accessToken = await foyer.tokenFor(id, ['read:user', 'write:user', 'write:webhooks'])
  const user = createClient({ baseUrl: foyer.baseUrl, accessToken })

  const address = {
    full_name: `Grace ${canary()}`,
    address_1: `1 ${canary()} Street`,
    address_2: `Floor ${canary()}`,
    address_3: `Door ${canary()}`,
    city: canary(),
    postal_code: '10005',
    state_province: 'NY',
    country_code: 'US',
  }
  const billing = await user.addresses.create(address, { idempotencyKey: randomUUID() })
  const gone = await user.addresses.create({ ...address, address_1: `2 ${canary()} Street` })
  await user.addresses.delete(gone.id)

  const holder = `Holder ${canary()}`
  const billed = { full_name: holder, billing_address_id: billing.id }
  await user.paymentMethods.createCreditCard({ ...newCard(), ...billed })
  await db.query(sql`
    insert into vault_items (user_id, vault, state, reference, setup_state, due_at)
    select ${id}::integer, vault, 'wanted', ${randomUUID()}::text, 'requested',
      now() + interval '1 hour'
    from payment_methods where user_id = ${id}`)
  const payPal = `${canary().toLowerCase()}@example.net`
  await user.paymentMethods.createPayPal({ email: payPal })
  const seller = `Seller ${canary()}`
  await keepBankAccount(foyer, id, { fullName: seller })

  const hook = `https://${canary().toLowerCase()}.example/`
  const authorization = `Bearer ${canary()}`
  await createWebhook(user, { url: hook, name: canary(), authorization_header: authorization })
  await user.user.update({ email_optin: true })

  const browser = newBrowser(foyer.authUrl, { 'user-agent': 'Mozilla/5.0 (X11) Firefox/140.0' })
  await retryOutsideSoak(() => signIn(browser, email))
  const application = await relyingParty(foyer, { name: `Shop ${canary()}` })
  const { url } = await walk(browser, application.authorizeUrl(), email)
  await application.exchange(url.searchParams.get('code') ?? '')
  const device = `Firefox ${canary()}`
  await startSession(db, { userId: id, amr: ['pwd'], device })

  const newEmail = `${canary().toLowerCase()}@example.org`
  await requestNewEmail(credentials, { userId: id, email: newEmail, from })
  await requestReset(credentials, { email, from })
  const target = { userId: id, sessionUid: randomUUID(), purpose: 'email' } as const
  const typed = `${canary().toLowerCase()}@example.org`
  await saveFields({ ...desk, db, secondFactors: factors }, target, { email: typed })
  await checkPassword(credentials, { email, password: 'wrong horse', from }).catch(() => {})

  await foyer.command('user', 'grant', id, '--role=developer')
  const owned = `App ${canary()}`
  await registerOwnApplication(
    { db, signUp: true, serviceName: 'Foyer', authUrl: foyer.authUrl, allowLoopback: true },
    id,
    { type: 'server', name: owned, redirectUris: [], scopes: ['read:events'] },
  )
  const { secret } = await beginTotp(factors, id)
  const authenticator = createAuthenticator(authUrl)
  const passkey = `Key ${canary()}`
  const options = await registrationOptions(factors, { userId: id, from })
  const registered = { userId: id, response: authenticator.create(options), name: passkey, from }
  await registerPasskey(factors, registered)
  await registrationOptions(factors, { userId: id, from })
  const way = `/account/${canary()}`
  await beginSecondStep(db, randomUUID(), {
    userId: id,
    amr: ['pwd'],
    returnTo: way,
    passwordVersion: 0,
    emailProved: false,
  })
  const elsewhere = `${canary().toLowerCase()}@example.edu`
  await db.query(sql`
    insert into linked_identities (user_id, issuer, subject_key, email)
    values (${id}, 'https://id.example', ${randomBytes(32)}, ${elsewhere})`)
  await db.query(sql`
    insert into vault_items (user_id, vault, state, reference, due_at)
    values (${id}, 'gone', 'unwanted', 'nothing', now())`)

  const shown = [
    name,
    email,
    phone,
    device,
    passkey,
    newEmail,
    typed,
    elsewhere,
    holder,
    seller,
    hook,
    owned,
  ]
  const { country_code: _, postal_code: __, state_province: ___, ...lines } = address
  return {
    id,
    email,
    shown: [...shown, externalId, ...Object.values(lines)],
    hidden: {
      [secret]: 'A secret.',
      [authorization]: 'A secret.',
      [payPal]: 'The interface shows it obfuscated.',
      [way]: 'Sealed with a token that only the browser has.',
    },
  }
}

/** The rows of users, by table: of every table with a `user_id`, and of `users`. */
export async function rowsOf(
  db: OpenDatabase,
  userId: number,
): Promise<ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>> {
  const tables = await db.query<{ name: string; key: string }>(sql`
    select table_name as name, column_name as key from information_schema.columns
    where table_schema = current_schema()
      and (column_name = 'user_id' or (table_name = 'users' and column_name = 'id'))
    order by table_name`)
  const rows = new Map<string, readonly Readonly<Record<string, unknown>>[]>()
  for (const { name, key } of tables) {
    const found = await db.query<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as row from ${new Fragment(name)} t where ${new Fragment(key)} = ${userId}`,
    )
    rows.set(
      name,
      found.map(({ row }) => row),
    )
  }
  return rows
}

/**
 * Returns everything in the database as text, with the contents of binary columns also decoded. For
 * PostgreSQL it is the output of `pg_dump`.
 */
export async function dumpOfAll(db: OpenDatabase): Promise<string> {
  const text = db.kind === 'postgres' ? await pgDump(db) : await allRows(db)
  const bytes = [...text.matchAll(/\\x([0-9a-f]{2,})/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').toString('latin1'),
  )
  return [text, ...bytes].join('\n')
}

async function allRows(db: OpenDatabase): Promise<string> {
  const tables = await db.query<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() order by table_name`)
  const texts: string[] = []
  for (const { name } of tables)
    for (const { row } of await db.query<{ row: string }>(
      sql`select to_jsonb(t)::text as row from ${new Fragment(name)} t`,
    ))
      texts.push(row)
  return texts.join('\n')
}

async function pgDump(db: OpenDatabase): Promise<string> {
  const [at] = await db.query<{ port: number; name: string }>(
    sql`select inet_server_port() as port, current_database() as name`,
  )
  const bin = findBinaries()
  if (at === undefined || bin === null) throw new Error('There is no pg_dump.')
  const given = process.env.TEST_DATABASE_URL
  const url = given ? new URL(given) : new URL(`postgres://postgres@127.0.0.1:${at.port}/`)
  url.pathname = at.name
  const options = { encoding: 'utf8', maxBuffer: 1 << 30 } as const
  return execFileSync(join(bin, 'pg_dump'), [url.href], options)
}
