import { Pool } from 'pg'
import { readTask, type Sample, serve } from './answers.ts'

/*
 * A bare `node:http` server that writes in a plain transaction over an ordinary pool: five round
 * trips, and no rules. BEGIN; lock the user; write; add an event; COMMIT. It sends the bytes that
 * Foyer sent.
 */
const task = readTask()
const pool = new Pool({ connectionString: task.url })
await pool.query(`create table if not exists bench_events (
  id bigint generated always as identity primary key, user_id integer not null,
  at timestamptz not null default now(), action text not null, details jsonb not null)`)

const lock = {
  name: 'lock',
  text: 'select id, version, default_address_id, full_name from users where id = $1 for update',
}
const insertAddress = {
  name: 'insert address',
  text: `insert into addresses (user_id, full_name, address_1, city, postal_code, country_code)
    values ($1, $2, $3, $4, $5, $6) returning *`,
}
const updateUser = {
  name: 'update user',
  text: `update users set full_name = $2, email_optin = $3, version = version + 1 where id = $1
    returning *`,
}
const addEvent = {
  name: 'add event',
  text: 'insert into bench_events (user_id, action, details) values ($1, $2, $3)',
}

interface Body {
  readonly full_name: string
  readonly email_optin?: boolean
  readonly address_1?: string
  readonly city?: string
  readonly postal_code?: string
  readonly country_code?: string
}

async function write({ userId }: Sample, text: string): Promise<void> {
  const body = JSON.parse(text) as Body
  const { full_name, email_optin, address_1, city, postal_code, country_code } = body
  const isAddress = address_1 !== undefined
  const values = isAddress
    ? [userId, full_name, address_1, city, postal_code, country_code]
    : [userId, full_name, email_optin]
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({ ...lock, values: [userId] })
    const { rows } = await client.query({ ...(isAddress ? insertAddress : updateUser), values })
    const action = isAddress ? 'address.created' : 'user.updated'
    await client.query({ ...addEvent, values: [userId, action, { id: rows[0].id }] })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

serve(task, write)
