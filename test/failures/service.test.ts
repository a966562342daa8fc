import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { london } from '../support/addresses.ts'
import { figure } from '../support/figure.ts'
import { freePort } from '../support/foyer.ts'
import { Load, type LoadOptions, request } from '../support/load.ts'
import { type Cluster, startCluster } from '../support/postgres.ts'
import { foyerHere, foyerJson, newDirectory, Service } from '../support/program.ts'
import { isSoak, repetitions } from '../support/soak.ts'
import { createWire, retry503, retryOutsideSoak } from '../support/wire.ts'

/**
 * What callers are promised, in milliseconds. Other work on the machine makes it longer, so only
 * the soak, which runs alone, checks the promise itself.
 */
const longestAnswer = isSoak ? 3_000 : 12_000
const longestReturn = isSoak ? 1_000 : 10_000
const longestStart = 5_000
const kills = repetitions({ short: 1, soak: 20 })

const cluster = await startCluster({ fsync: true })
const server = cluster as Cluster
const skip = cluster === null && 'there is no PostgreSQL'

describe('The service, when its database fails:', { skip }, () => {
  test(`killed ${kills} times under load, PostgreSQL loses no acknowledged write`, async (t) => {
    const { service, tokens } = await start(t)
    const load = press(t, service.origin, { writers: 8, readers: 4, tokens })
    const returns: number[] = []
    for (let round = 0; round < kills; round++) {
      await load.succeeds(20)
      await server.kill()
      await pause(100)
      await server.start()
      returns.push(await timed(() => load.succeeds(1)))
    }
    await load.end()
    report(t, load, returns)
    for (const [line] of service.output.matchAll(/^.*"level":50.*$/gm)) t.diagnostic(line)

    assert.deepEqual(load.unexpected, [])
    assert.equal(load.broken, 0)
    assert.ok(load.refused > 0)
    assert.ok(load.slowest < longestAnswer)
    figure(31, 'kills of PostgreSQL under load', returns.length, { atLeast: kills })
    const most = { atMost: longestReturn }
    figure(31, 'longest time to the first success, ms', Math.max(...returns), most)
    const lost = await load.lost()
    figure(31, 'acknowledged writes lost', lost.length, { atMost: 0 }, load.writes)
    assert.equal(await service.stop(), 0, 'the service did not run to the end')
  })

  test('while PostgreSQL is silent, the service answers within 3 s and is not ready; then it recovers', async (t) => {
    const { service, tokens, env, probe } = await start(t)
    const application = await foyerJson<{ client_id: string; client_secret: string }>(
      ['app', 'create', '--name', 'Silence'],
      env,
    )
    const load = press(t, service.origin, { writers: 20, readers: 20, tokens })
    await load.succeeds(100)
    await becomesReady(probe)

    server.pause()
    const frozen = performance.now()
    try {
      while (performance.now() - frozen < repetitions({ short: 3_500, soak: 7_000 })) {
        assert.equal(await probe('/livez'), 200)
        assert.equal(await probe('/readyz'), 503)
        assert.equal((await fetch(`${service.baseUrl}/countries/gb`)).status, 200)
        await assertNoToken(service, application)
      }
    } finally {
      server.resume()
    }
    const returns = [await timed(() => load.succeeds(1))]
    await becomesReady(probe)
    await load.end()
    report(t, load, returns)

    assert.deepEqual(load.unexpected, [])
    assert.equal(load.broken, 0)
    assert.ok(load.refused > 0)
    figure(35, 'slowest answer of a stopped PostgreSQL, ms', load.slowest, {
      atMost: longestAnswer,
    })
    figure(35, 'recovery from a stop, ms', Math.max(...returns), { atMost: longestReturn })
    assert.deepEqual(await load.lost(), [])
    assert.equal(await service.stop(), 0)
  })

  test('with 5 connections for 200 clients, nobody waits longer than promised', async (t) => {
    const { service, tokens, session } = await start(t, fewConnections)
    const load = press(t, service.origin, { writers: 100, readers: 100, tokens })
    await pause(repetitions({ short: 1_500, soak: 4_000 }))
    await load.succeeds(1)
    const { slowest } = load
    t.diagnostic(`busy: ${load}`)
    const longest = { atMost: longestAnswer }
    figure(35, 'slowest answer of 5 connections to 200 clients, ms', slowest, longest)
    const countConnections = async (): Promise<number> =>
      (
        await session.query(`
          select count(*)::int from pg_stat_activity
          where application_name = 'foyer' and datname = current_database()`)
      ).rows[0].count
    // The server needs a moment to notice that a connection was given up.
    let connections = await countConnections()
    for (let left = 600; connections !== 7 && left > 0; left--) {
      await pause(50)
      connections = await countConnections()
    }
    const others = 'one listens for revoked tokens, and one closes batches of the audit trail'
    assert.equal(connections, 7, others)

    await session.query('begin; lock table addresses in access exclusive mode')
    await pause(repetitions({ short: 3_500, soak: 5_000 }))
    await session.query('rollback')
    const returns = [await timed(() => load.succeeds(1))]
    await load.end()
    report(t, load, returns)

    assert.deepEqual(load.unexpected, [])
    assert.equal(load.broken, 0)
    assert.ok(load.refused > 0)
    figure(35, 'slowest answer while a table is locked, ms', load.slowest, longest)
    figure(35, 'recovery from a lock, ms', Math.max(...returns), { atMost: longestReturn })
    assert.deepEqual(await load.lost(), [])
    assert.equal(await service.stop(), 0)
  })

  describe('if other sessions use it,', () => {
    // These tests share one service. None of them ends it.
    let running: Awaited<ReturnType<typeof start>>
    const endings: (() => unknown)[] = []
    before(async () => {
      running = await start({ after: (step) => void endings.push(step) })
    })
    after(async () => {
      assert.equal(await running.service.stop(), 0)
      for (const step of endings) await step()
    })

    test('a row locked by another session causes refusals of writes on that row alone', async (t) => {
      const { service, session, tokens } = running
      const { id, token } = await someUser(service, session, tokens)
      const wire = createWire(service.origin, 50)
      const send = (method: string, path: string, of: string, body?: object) =>
        wire.send(request(method, path, of, body))
      const read = (path: string, of: string) => retryOutsideSoak(() => send('GET', path, of))

      await session.query('begin')
      await session.query('select from users where id = $1 for update', [id])
      const start0 = performance.now()
      const blocked = Array.from({ length: 20 }, () => send('POST', '/v2/addresses', token, london))
      blocked.push(send('PATCH', '/v2/user', token, { full_name: 'Ada' }))
      for (let round = 0; round < 50; round++) {
        const asked = performance.now()
        const [own, user, other] = await Promise.all([
          read('/v2/addresses', token),
          read('/v2/user', token),
          read('/v2/addresses', tokens[0] ?? ''),
        ])
        assert.deepEqual([own.status, user.status, other.status], [200, 200, 200])
        assert.ok(performance.now() - asked < longestReturn)
      }
      const refused = await Promise.all(blocked)
      const took = performance.now() - start0
      t.diagnostic(`${refused.length} writes refused after ${Math.round(took)} ms`)
      assert.ok(took < longestAnswer)
      for (const { status, header } of refused) {
        assert.equal(status, 503)
        assert.ok(header('Retry-After'))
      }
      await session.query('rollback')
      const written = await retryOutsideSoak(() => send('POST', '/v2/addresses', token, london))
      assert.equal(written.status, 201)

      wire.close()
    })

    test('the service answers within 3 s even if every step is slow', async (t) => {
      const { service, env, session: first, tokens } = running
      const second = await connect(t, env.DATABASE_URL)
      const third = await connect(t, env.DATABASE_URL)
      const { id, token } = await someUser(service, first, tokens)
      await first.query('begin; lock table oauth_tokens in access exclusive mode')
      await second.query('begin')
      await second.query('select from users where id = $1 for update', [id])
      await third.query('begin; lock table addresses in exclusive mode')

      const wire = createWire(service.origin, 1)
      let status: number | undefined
      const took = timed(async () => {
        const answer = await wire.send(request('POST', '/v2/addresses', token, london))
        status = answer.status
      })
      await pause(1_200)
      await first.query('rollback')
      await pause(1_200)
      await second.query('rollback')
      t.diagnostic(`refused after ${Math.round(await took)} ms`)
      assert.equal(status, 503)
      figure(35, 'refusal when each step is slow, ms', await took, { atMost: longestAnswer })
      await third.query('rollback')
      wire.close()
    })

    test('a transaction that PostgreSQL ends as the victim of a deadlock is tried again', async () => {
      const { service, session, tokens } = running
      const { id: userId, token } = await someUser(service, session, tokens)
      const wire = createWire(service.origin, 1)
      const creation = request('POST', '/v2/addresses', token, london)
      const created = await retry503(() => wire.send(creation))
      const { id } = JSON.parse(created.text) as { id: number }

      // This session notices no deadlock, so the service's transaction is the one that is ended.
      await session.query(`set deadlock_timeout = '1min'`)
      // On a busy machine the lock may time out first. Then the answer is a 503.
      const changed = await retry503(async () => {
        await session.query('begin')
        await session.query('update addresses set city = $1 where id = $2', ['Paris', id])
        const path = `/v2/addresses/${id}`
        const changing = wire.send(request('PATCH', path, token, { full_name: 'Grace Hopper' }))
        await waitsForLock(session, changing)
        await session.query('update users set version = version where id = $1', [userId])
        await session.query('commit')
        return changing
      })
      assert.equal(changed.status, 200, changed.text)
      const { full_name, city } = JSON.parse(changed.text) as Record<string, string>
      assert.deepEqual([full_name, city], ['Grace Hopper', 'Paris'], 'neither change is lost')
      wire.close()
    })

    test('a transaction in conflict is tried three times more, then the response is 503', async () => {
      const { service, session, tokens } = running
      const { token } = await someUser(service, session, tokens)
      const wire = createWire(service.origin, 1)
      // A sequence counts the attempts, because a rollback does not reset it.
      await session.query(`
        create sequence tries;
        create function conflict() returns trigger language plpgsql as $$ begin
          if nextval('tries') <= new.postal_code::int then
            raise exception 'conflict' using errcode = tg_argv[0];
          end if;
          return new;
        end $$;`)
      for (const code of ['40001', '40P01']) {
        await session.query(`
          create or replace trigger conflict before insert on addresses
          for each row execute function conflict('${code}')`)
        for (const [failures, status] of [
          [1, 201],
          [3, 201],
          [4, 503],
          [99, 503],
        ]) {
          const postal_code = String(failures).padStart(5, '0')
          const body = { ...london, country_code: 'DE', postal_code }
          const send = async () => {
            await session.query('alter sequence tries restart')
            return wire.send(request('POST', '/v2/addresses', token, body))
          }
          const answer = await (status === 201 ? retryOutsideSoak(send) : send())
          assert.equal(answer.status, status, `${code}, ${failures} times: ${answer.text}`)
          if (status === 503) assert.ok(answer.header('Retry-After'))
        }
      }
      wire.close()
    })
  })
})

describe('The service on PostgreSQL', { skip }, () => {
  test('two processes that start at once on an empty database migrate it once', async (t) => {
    for (let round = 0; round < repetitions({ short: 1, soak: 3 }); round++) {
      const env = { DATABASE_URL: await newDatabase(t), DATA_DIR: newDirectory() }
      const ports = [await freePort(), await freePort()]
      const started = performance.now()
      const services = await Promise.all(ports.map((port) => Service.start(env, port)))
      t.after(() => services.map((service) => service.stop('SIGKILL')))
      t.diagnostic(`both are up after ${Math.round(performance.now() - started)} ms`)

      const session = await connect(t, env.DATABASE_URL)
      const { rows } = await session.query(
        'select version, count(*)::int from schema_migrations group by version order by version',
      )
      const versions = readdirSync('migrations').map((file) => Number.parseInt(file, 10))
      const once = versions.sort((a, b) => a - b).map((version) => ({ version, count: 1 }))
      assert.deepEqual(rows, once)

      const { token } = await newUser(env)
      for (const { baseUrl } of services) {
        const headers = { Authorization: `Bearer ${token}` }
        const read = await retry503(() => fetch(`${baseUrl}/user`, { headers }))
        assert.equal(read.status, 200)
      }
      assert.deepEqual(await Promise.all(services.map((service) => service.stop())), [0, 0])
    }
  })

  test('an invalid number of connections is refused in one line', async () => {
    for (const value of ['0', '-1', '1.5', 'many', '1000']) {
      const env = {
        DATABASE_LANES: value,
        DATABASE_TRANSACTIONS: value,
        DATABASE_TRANSACTIONS_MAX: value,
      }
      const { status, stderr } = await foyerHere(['serve'], env)
      assert.equal(status, 1)
      const lines = Object.keys(env).map(
        (name) => `foyer: ${name} must be 1 to 999 connections, not "${value}".\n`,
      )
      assert.equal(stderr, lines.join(''))
    }
  })

  test('a start waits for its database, says so, and is not ready meanwhile', async (t) => {
    const { env, probe, service: first, tokens } = await start(t)
    await first.stop('SIGKILL')
    await server.kill()
    const service = await Service.launch(env)
    t.after(() => service.stop('SIGKILL'))
    const noticed = () => service.output.match(/Waiting for the database [^"]*/g) ?? []
    const starting = async () => {
      assert.equal(await probe('/livez'), 200)
      assert.equal(await probe('/readyz'), 503)
    }
    try {
      await until(() => noticed().length > 0)
      await starting()
      // It is there and does not answer: it may have to recover.
      await server.start()
      server.pause()
      await until(() => noticed().length > 1 || !service.running)
      await starting()
    } finally {
      server.resume()
    }
    await until(() => service.isReady || !service.running)
    assert.ok(service.isReady, service.output)
    const [notice = ''] = noticed()
    assert.match(notice, new RegExp(`^Waiting for the database 127.0.0.1:${server.port}/foyer_`))
    const headers = { Authorization: `Bearer ${tokens[0]}` }
    const read = () => fetch(`${service.baseUrl}/addresses`, { headers })
    assert.equal((await retry503(read)).status, 200)
    await becomesReady(probe)
    assert.equal(await service.stop(), 0)
  })

  test('after a kill under load the service has every acknowledged write, and starts again within 5 s', async (t) => {
    const rounds = repetitions({ short: 1, soak: 50 })
    const { service: first, tokens, env } = await start(t)
    const { port, origin } = first
    let service: Service = first
    t.after(() => service.stop('SIGKILL'))
    const load = press(t, origin, { writers: 8, readers: 4, tokens })
    const starts: number[] = []
    for (let round = 0; round < rounds; round++) {
      await load.succeeds(200)
      await service.stop('SIGKILL')
      starts.push(
        await timed(async () => {
          service = await Service.start(env, port)
          await load.succeeds(1)
        }),
      )
    }
    await load.end()
    report(t, load, starts)

    assert.deepEqual(load.unexpected, [])
    // Beside other tests a start takes longer.
    const slowest = Math.max(...starts)
    if (isSoak) figure(32, 'slowest start with PostgreSQL, ms', slowest, { atMost: longestStart })
    const lost = await load.lost()
    const none = { atMost: 0 }
    figure(
      32,
      'acknowledged writes lost, PostgreSQL, readers beside',
      lost.length,
      none,
      load.writes,
    )
    assert.equal(await service.stop(), 0)
  })
})

const fewConnections = { DATABASE_LANES: '2', DATABASE_TRANSACTIONS: '3' }

/** Something that runs steps when it ends, such as a test. */
interface Ending {
  after(step: () => unknown): void
}

/** A service on a database of its own, with users who have a token. */
async function start(t: Ending, settings: Readonly<Record<string, string>> = {}) {
  seeded ??= seed()
  const { template, tokens, dataDir } = await seeded
  const probePort = await freePort()
  const env = {
    DATABASE_URL: await newDatabase(t, template),
    DATA_DIR: dataDir,
    PROBE_PORT: String(probePort),
    ...settings,
  }
  const service = await Service.start(env)
  t.after(() => service.stop('SIGKILL'))
  return {
    env,
    tokens,
    service: Object.assign(service, { origin: `http://127.0.0.1:${service.port}` }),
    session: await connect(t, env.DATABASE_URL),
    probe: async (path: string) => (await fetch(`http://127.0.0.1:${probePort}${path}`)).status,
  }
}

let seeded: ReturnType<typeof seed> | undefined

/** Makes the template of all databases: 500 users, each with a token that works in every copy. */
async function seed() {
  const template = 'seeded'
  const session = new Client({ connectionString: server.url() })
  await session.connect()
  await session.query(`create database ${template}`)
  await session.end()
  const dataDir = newDirectory()
  const file = join(dataDir, 'tokens')
  const env = { DATABASE_URL: server.url(template), DATA_DIR: dataDir }
  const { status, stderr } = await foyerHere(['seed', '--users', '500', '--tokens', file], env)
  assert.equal(status, 0, stderr)
  return { template, dataDir, tokens: readFileSync(file, 'utf8').trim().split('\n') }
}

async function newDatabase(t: Ending, template = 'template1'): Promise<string> {
  const name = `foyer_${randomUUID().replaceAll('-', '')}`
  const session = await connect(t, server.url())
  await session.query(`create database ${name} template ${template}`)
  // Otherwise a crash sets back the sequences of the copy: their next values count as logged.
  await session.query('checkpoint')
  return server.url(name)
}

/** Another session of the database, which ends with the test. */
async function connect(t: Ending, url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  t.after(() => client.end())
  await client.connect()
  return client
}

function press(t: TestContext, origin: string, options: LoadOptions): Load {
  const load = new Load(origin, options)
  t.after(() => load.end())
  return load
}

async function newUser(env: Readonly<Record<string, string>>) {
  const email = `${randomUUID()}@example.com`
  const { id } = await foyerJson<{ id: number }>(['user', 'create', '--email', email], env)
  const issue = ['token', 'issue', '--user', email, '--scope', 'read:user write:user']
  const { access_token } = await foyerJson<{ access_token: string }>(issue, env)
  return { id, token: access_token }
}

/** One of the existing users, except the first. */
async function someUser({ baseUrl }: Service, session: Client, [, token = '']: readonly string[]) {
  const headers = { Authorization: `Bearer ${token}` }
  const response = await retry503(() => fetch(`${baseUrl}/user`, { headers }))
  const { email } = (await response.json()) as { email: string }
  const { rows } = await session.query('select id from users where email = $1', [email])
  return { id: Number(rows[0].id), token }
}

/** RFC 6749 has its own code for this, but for the token endpoint the status counts. */
async function assertNoToken(
  { port }: Service,
  { client_id, client_secret }: { client_id: string; client_secret: string },
): Promise<void> {
  const start = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/oauth2/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  assert.equal(answer.status, 503)
  assert.ok(answer.headers.get('Retry-After'))
  assert.ok(performance.now() - start < longestAnswer)
}

/** Waits until the service says that it is ready. */
async function becomesReady(probe: (path: string) => Promise<number>): Promise<void> {
  for (let left = isSoak ? 0 : 600; (await probe('/readyz')) !== 200; left--) {
    assert.ok(left > 0, 'it is not ready')
    await pause(50)
  }
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 90_000
  while (!condition()) {
    assert.ok(performance.now() < deadline, 'it takes too long')
    await pause(20)
  }
}

/** Waits until somebody else waits for a lock, or until a request has its response. */
async function waitsForLock(session: Client, request: Promise<unknown>): Promise<void> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  request.then(end, end)
  while (!isOver) {
    const { rowCount } = await session.query(
      `select from pg_stat_activity where wait_event_type = 'Lock'`,
    )
    if (rowCount) return
    await pause(5)
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function report(t: TestContext, load: Load, returns: readonly number[]): void {
  const sorted = returns.map(Math.round).sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]
  t.diagnostic(`${load}; ${load.writes} writes and ${load.reads} reads acknowledged`)
  t.diagnostic(`back after ${median} ms (median), ${sorted.at(-1)} ms (slowest)`)
}
