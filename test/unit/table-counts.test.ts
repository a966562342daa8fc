import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { isRefused, Refused, refusals } from '../../src/platform/errors/refusals.ts'
import { limits } from '../../src/support/limits/limits.ts'
import { networkOf, siteOf } from '../../src/support/limits/networks.ts'
import {
  accountGuesses,
  guessesFrom,
  knownBrowserGuesses,
  passwordGuesses,
  type Subject,
  sessionGuesses,
} from '../../src/support/limits/subjects.ts'
import { countGuess, countUse, openTableCounts } from '../../src/support/limits/table-counts.ts'
import { anyOne } from '../support/database.ts'
import { FailingDatabase } from '../support/failing-database.ts'
import { type OpenDatabase, sql, Unavailable } from '../support/inside.ts'
import { newAddress } from '../support/networks.ts'
import { retryBusy } from '../support/retry-busy.ts'

const secretKey = 'test-key-0123456789-abcdefghijklmnopqrstuvwxyz'
const minuteMs = 60_000

let db: OpenDatabase
before(async () => {
  db = await (await anyOne()).open()
})
after(() => db.close())

/** Opens the table of counts with a clock of its own. */
function newCounts(database: OpenDatabase = db) {
  const clock = { offset: 0, now: () => Date.now() + clock.offset }
  return { clock, counts: openTableCounts({ db: database, clock, secretKey }) }
}

const right = async () => {}
const wrong = async () => {
  throw new Refused(refusals.validation_failed)
}

/** The results of attempts: how many were right, wrong, or not made because of a limit. */
async function outcomes(attempts: readonly Promise<void>[]): Promise<object> {
  const counts: Record<string, number> = {}
  for (const result of await Promise.allSettled(attempts)) {
    const name =
      result.status === 'fulfilled'
        ? 'right'
        : isRefused(result.reason, refusals.validation_failed)
          ? 'wrong'
          : result.reason instanceof Refused
            ? result.reason.code
            : String(result.reason)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** Makes attempts, at most 40 at once. @param most at most so many at once */
async function attempt(
  times: number,
  once: (index: number) => Promise<void>,
  most = 40,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (let made = 0; made < times; made += most) {
    const length = Math.min(most, times - made)
    const wave = Array.from({ length }, (_, index) => retryBusy(() => once(made + index)))
    for (const [name, count] of Object.entries(await outcomes(wave)))
      counts[name] = (counts[name] ?? 0) + count
  }
  return counts
}

test('an IP address is counted by its network and site', () => {
  assert.equal(networkOf('192.0.2.7'), '192.0.2.7')
  assert.equal(networkOf('::ffff:192.0.2.7'), '192.0.2.7')
  assert.equal(networkOf('2001:DB8:0:1::9'), networkOf('2001:db8:0:1:ffff:ffff:ffff:ffff'))
  assert.notEqual(networkOf('2001:db8:0:1::9'), networkOf('2001:db8:0:2::9'))
  assert.equal(networkOf('fe80::1%eth0'), networkOf('fe80::2'))
  assert.equal(networkOf('192.0.2.7:51234'), '192.0.2.7')
  assert.equal(networkOf('[2001:db8:0:1::9]:443'), networkOf('2001:db8:0:1::9'))
  assert.equal(siteOf('2001:DB8::9'), siteOf('2001:db8:0:ffff::1'))
  assert.notEqual(siteOf('2001:db8:0:1::9'), siteOf('2001:db8:1:1::9'))
  assert.equal(siteOf('192.0.2.7'), undefined)
  assert.equal(siteOf('::ffff:192.0.2.7'), undefined)
})

test('right passwords count, too: an account has 300 from all browsers that do not know it', async () => {
  const { counts, clock } = newCounts()
  const email = `${randomUUID()}@example.com`
  const signIn = () => countGuess(counts, passwordGuesses(email, newAddress()), right)
  // A guess counts as wrong until it is known to be right, so at most ten are made at once.
  assert.deepEqual(await attempt(300, signIn, 10), { right: 300 })
  assert.deepEqual(await attempt(1, signIn), { too_many_attempts: 1 })
  clock.offset += 15 * minuteMs
  assert.deepEqual(await attempt(1, signIn), { right: 1 })
})

test('strangers who guess leave the owner at least 260 right passwords', async () => {
  const { counts, clock } = newCounts()
  const email = `${randomUUID()}@example.com`
  const tries = (count: number, work: () => Promise<void>) =>
    attempt(count, () => countGuess(counts, passwordGuesses(email, newAddress()), work), 20)
  // Two windows for wrong passwords fall into one for all passwords.
  await tries(1, right)
  for (const [minutes, count] of [
    [5, 1],
    [11, 19],
    [5, 19],
  ] as const) {
    clock.offset += minutes * minuteMs
    assert.deepEqual(await tries(count, wrong), { wrong: count })
  }
  for (let times = 38; times < limits.account_all.max; times++) await tries(1, right)
  assert.deepEqual(await tries(1, right), { too_many_attempts: 1 })
})

test('in one network the browsers that know an account have 300 right passwords', async () => {
  const { counts } = newCounts()
  const [email, here] = [`${randomUUID()}@example.com`, newAddress()]
  const signIn = (device: string, address: string) =>
    countGuess(counts, knownBrowserGuesses(device, email, address), right)
  const many = await attempt(305, (index) => signIn(`browser ${index} of ${email}`, here))
  assert.deepEqual(many, { right: 300, too_many_attempts: 5 })
  await signIn(`another browser of ${email}`, newAddress())
})

test('in one session the right password is checked 60 times', async () => {
  const { counts } = newCounts()
  const uid = randomUUID()
  const check = (uid: string) => countGuess(counts, sessionGuesses(uid), right)
  assert.deepEqual(await attempt(60, () => check(uid), 1), { right: 60 })
  assert.deepEqual(await attempt(1, () => check(uid)), { too_many_attempts: 1 })
  await check(randomUUID())
})

test('a network has 100 guesses and a site 400, and concurrent guesses are counted one by one', async () => {
  const { counts, clock } = newCounts()
  const [a = '', b = '', c = '', d = ''] = newAddress().split(':')
  const from = (network: number, host = 1) => {
    const fourth = (Number.parseInt(d, 16) ^ network).toString(16)
    return countUse(counts, guessesFrom([a, b, c, fourth, '', host].join(':')), right)
  }
  const tries = await attempt(150, (host) => from(0, host + 1))
  assert.deepEqual(tries, { right: 100, too_many_attempts: 50 })
  const site = await attempt(400, (index) => from(1 + (index % 4)))
  assert.equal(site.right, 300)
  await countUse(counts, guessesFrom(newAddress()), right)
  clock.offset += 15 * minuteMs
  await from(0)
})

test('a guess that one limit refuses does not count for other limits', async () => {
  const { counts } = newCounts()
  const address = newAddress()
  const network = guessesFrom(address)
  const account = [...accountGuesses(randomUUID(), address), ...network]
  await attempt(120, () => countUse(counts, account, right))
  const others = await attempt(100, () => countUse(counts, network, right))
  assert.deepEqual(others, { right: 90, too_many_attempts: 10 })
})

test('a guess that the network’s limit refuses stores no row for other limits', async () => {
  const { counts } = newCounts()
  const address = newAddress()
  const network = guessesFrom(address)
  const rows = async () => (await db.query(sql`select 1 from attempts`)).length
  await attempt(100, () => countUse(counts, network, right))
  const before = await rows()
  const others = await attempt(50, () =>
    countUse(counts, [...accountGuesses(randomUUID(), address), ...network], right),
  )
  assert.deepEqual(others, { too_many_attempts: 50 })
  assert.equal(await rows(), before)
})

test('sign-ins with the right password do not count for their network', async () => {
  const { counts } = newCounts()
  const address = newAddress()
  const network = guessesFrom(address)
  for (let index = 0; index < 105; index++)
    await countGuess(counts, [[limits.link, `${address} ${index}`], ...network], right)
  const uses = await attempt(101, () => countUse(counts, network, right))
  assert.deepEqual(uses, { right: 100, too_many_attempts: 1 })
})

test('attempts whose work fails do not count, even if the database is unreachable for a while', async (t) => {
  const failing = new FailingDatabase(db)
  const { counts } = newCounts(failing)
  const subject: Subject = [limits.link, randomUUID()]
  const fail = async () => {
    throw new Unavailable(new Error('The database is away.'))
  }
  for (const count of [countGuess, countUse]) {
    for (let round = 0; round < 15; round++)
      await assert.rejects(count(counts, [subject], fail), Unavailable)
    await assert.rejects(
      count(counts, [subject], async () => {
        failing.cause = new Unavailable(new Error('The database is away.'))
        return fail()
      }),
      Unavailable,
    )
    failing.cause = undefined
  }
  // Counts that were not taken back while the database was away are removed later.
  const key = createHmac('sha256', counts.key.current.bytes).update(`link ${subject[1]}`).digest()
  const left = async () => (await db.query(sql`select 1 from attempts where key = ${key}`)).length
  while ((await left()) > 0 && !t.signal.aborted) await pause(50)
  const guesses = await attempt(12, () => countGuess(counts, [subject], wrong))
  assert.deepEqual(guesses, { wrong: 10, too_many_attempts: 2 })
})
