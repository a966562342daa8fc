import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Address, etagOf } from '@foyer/client'
import { berlin, hongKong, london } from '../../support/addresses.ts'
import { figure } from '../../support/figure.ts'
import { type Foyer, onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { sql, Unavailable } from '../../support/inside.ts'
import { isSoak, repetitions } from '../../support/soak.ts'
import { callOutsideSoak, retryOutsideSoak } from '../../support/wire.ts'

/** The number of users, how many of them write at the same time, and the writers of each. */
interface Load {
  users: number
  atOnce: number
  writers: number
}

await onEveryDatabase('addresses under concurrency', (foyer, { name }) => {
  const large = name === 'PostgreSQL'
  const load = large
    ? {
        users: repetitions({ short: 12, soak: 50 }),
        atOnce: repetitions({ short: 4, soak: 50 }),
        writers: 20,
      }
    : { users: repetitions({ short: 8, soak: 12 }), atOnce: 4, writers: 10 }

  test(`${load.users} users × ${load.writers} writers: always one default, no error`, async () => {
    const { statuses, reads, wrong } = await write(foyer, load)
    assert.deepEqual(wrong, [])
    assert.ok(reads > load.users, `${reads} reads`)
    assert.equal(statuses.length, load.users * load.writers)
    assert.deepEqual([...new Set(statuses)].sort(), [200, 201, 204])
    figure(38, 'lists without exactly one default', wrong.length, { atMost: 0 }, reads)
    const failed = statuses.filter((status) => status >= 400)
    figure(38, `writes refused, ${name}`, failed.length, { atMost: 0 }, statuses.length)
  })

  const rounds = repetitions({ short: 5, soak: large ? 100 : 25 })
  test(`20 PATCHes with one ETag: one 200 and nineteen 412, ${rounds} times`, async () => {
    const user = await foyer.newUser()
    let address = await user.addresses.create(london)
    for (let round = 0; round < rounds; round++) {
      const ifMatch = etagOf(address)
      const patches = Array.from({ length: 20 }, (_, writer) => {
        const body = { address_2: `Round ${round}, writer ${writer}` }
        const patch = () =>
          user.request<Address>('PATCH', `/addresses/${address.id}`, { body, ifMatch })
        return retryOutsideSoak(patch)
      })
      const answers = await Promise.all(patches)
      const statuses = answers.map(({ status }) => status).sort()
      assert.deepEqual(statuses, [200, ...Array(19).fill(412)])
      address = await user.addresses.get(address)
      const winner = answers.find(({ status }) => status === 200)
      assert.deepEqual(winner?.body, address)
    }
    figure(39, `rounds with one 200 and nineteen 412, ${name}`, rounds, { atLeast: rounds }, rounds)
  })

  test('20 concurrent DELETE requests for one address all get 204', async () => {
    const user = await foyer.newUser()
    const { id } = await user.addresses.create(london)
    const heir = await user.addresses.create(berlin)
    const remove = () => user.request('DELETE', `/addresses/${id}`)
    const deletes = Array.from({ length: 20 }, () => retryOutsideSoak(remove))
    for (const { status } of await Promise.all(deletes)) assert.equal(status, 204)
    assert.equal((await user.addresses.get(heir)).default, true)
  })

  // The embedded database runs in one thread, so no request overtakes another. `database.test.ts`
  // tests how it takes the users in turn.
  const onServer = { skip: !large && 'one thread' }
  test('200 concurrent writes of one user do not delay other users', onServer, async () => {
    const [greedy, ...others] = await Promise.all(
      Array.from({ length: 9 }, () => prepareOne(foyer)),
    )
    assert.ok(greedy)
    // Open the connections first, so that the order of the writes is known.
    await Promise.all(Array.from({ length: 208 }, () => greedy.request('GET', '/')))
    let done = 0
    const flood = Array.from({ length: 200 }, async (_, which) => {
      const status = await greedy.write(`Floor ${which}`)
      done++
      return status
    })
    const statuses = await Promise.all(others.map(({ write }) => write('Ground floor')))
    assert.ok(done < 150, `${done} writes of the one user were answered first`)
    assert.deepEqual(statuses, Array(8).fill(200))
    assert.deepEqual([...new Set(await Promise.all(flood))], [200])
  })

  test('a locked user uses only one connection', onServer, async () => {
    const [locked, ...others] = await Promise.all(
      Array.from({ length: 13 }, () => prepareOne(foyer)),
    )
    assert.ok(locked)
    const countWaiting = async (): Promise<number> => {
      const [row] = await foyer.db.query<{ count: number }>(sql`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return row?.count ?? 0
    }
    /** @returns whether the row stayed locked: a transaction has a time limit, too */
    const story = async (): Promise<boolean> => {
      const isLocked = Promise.withResolvers<void>()
      const isOver = Promise.withResolvers<void>()
      let wasHeld = true
      const transaction = foyer.db.transaction(async (tx) => {
        await tx.query(sql`select from users where id = ${locked.id} for update`)
        isLocked.resolve()
        await isOver.promise
      })
      const holding = transaction.catch((error: unknown) => {
        wasHeld = false
        if (isSoak || !(error instanceof Unavailable)) throw error
      })
      await Promise.race([isLocked.promise, holding])
      const waiting = Array.from({ length: 40 }, (_, which) => locked.write(`Floor ${which}`))
      let connections = 0
      while (wasHeld && connections === 0) connections = await countWaiting()
      const statuses = await Promise.all(others.map(({ write }) => write('Ground floor')))
      connections = Math.max(connections, await countWaiting())
      isOver.resolve()
      await holding
      assert.deepEqual(statuses, Array(12).fill(200))
      assert.deepEqual([...new Set(await Promise.all(waiting))], [200])
      if (wasHeld) assert.equal(connections, 1)
      return wasHeld
    }
    for (let left = 20; !(await story()); left--) assert.ok(left > 0, 'the row stays locked')
  })

  test(
    'a write that cannot be done in time is refused before its body is read',
    onServer,
    async () => {
      const { id, accessToken, write } = await prepareOne(foyer)
      const isOver = Promise.withResolvers<void>()
      const turns = Promise.allSettled(
        Array.from({ length: 501 }, (_, which) =>
          foyer.db.transactionFor(id, () => (which === 0 ? isOver.promise : pause(0))),
        ),
      )
      const { hostname, port, pathname } = new URL(`${foyer.baseUrl}/addresses`)
      const headers = { Authorization: `Bearer ${accessToken}`, 'Content-Length': '1000' }
      const call = request({ hostname, port, path: pathname, method: 'POST', headers })
      call.on('error', () => {}).flushHeaders()
      const [response] = (await once(call, 'response')) as [IncomingMessage]
      call.destroy()
      assert.equal(response.statusCode, 503)
      assert.ok(Number(response.headers['retry-after']) >= 1)
      isOver.resolve()
      await turns
      assert.equal(await write('Ground floor'), 200)
    },
  )

  test('20 concurrent requests for a first address make one default', async () => {
    const user = await foyer.newUser()
    const create = () => user.request<Address>('POST', '/addresses', { body: hongKong })
    const created = await Promise.all(Array.from({ length: 20 }, () => retryOutsideSoak(create)))
    for (const { status, text } of created) assert.equal(status, 201, text)
    assert.equal(created.filter(({ body }) => body.default).length, 1)
    const addresses = await user.addresses.list().toArray()
    assert.equal(addresses.filter((address) => address.default).length, 1)
  })
})

/** A new user with one address, and a function that changes it. */
async function prepareOne(foyer: Foyer) {
  const user = await foyer.newUser()
  const { id } = await user.addresses.create(london)
  const write = async (address_2: string): Promise<number> => {
    const patch = () => user.request('PATCH', `/addresses/${id}`, { body: { address_2 } })
    return (await retryOutsideSoak(patch)).status
  }
  return { ...user, write }
}

/**
 * Runs all writers of every user against the default address, for `atOnce` users at a time.
 * Meanwhile a reader lists the addresses of each user.
 * @returns the status of each write, the number of reads, and every list without exactly one
 * default
 */
async function write(foyer: Foyer, { users, atOnce, writers }: Load) {
  const stories: Awaited<ReturnType<typeof writeTo>>[] = []
  for (let done = 0; done < users; done += atOnce) {
    const count = Math.min(atOnce, users - done)
    const people = await Promise.all(Array.from({ length: count }, () => prepare(foyer)))
    stories.push(...(await Promise.all(people.map((person) => writeTo(person, writers)))))
  }
  return {
    statuses: stories.flatMap(({ statuses }) => statuses),
    reads: stories.reduce((sum, { reads }) => sum + reads, 0),
    wrong: stories.flatMap(({ wrong }) => wrong),
  }
}

/** A new user with four addresses. */
async function prepare(foyer: Foyer) {
  const user = await foyer.newUser()
  const ids: number[] = []
  for (const address of [london, berlin, hongKong, hongKong])
    ids.push(Number((await user.addresses.create(address)).id))
  return { user, ids }
}

/** Runs the writers of one user. */
async function writeTo({ user, ids }: Awaited<ReturnType<typeof prepare>>, writers: number) {
  const reading = new AbortController()
  const watched = watch(user, reading.signal)
  const writes = Array.from({ length: writers }, (_, which) => writeOnce(user, ids, which))
  const statuses = await Promise.all(writes)
  reading.abort()
  return { statuses, ...(await watched) }
}

/**
 * Sends one of four writes that affect the default. `which` selects the write and the address.
 * @returns the status
 */
async function writeOnce(user: TestUser, ids: readonly number[], which: number): Promise<number> {
  const path = `/addresses/${ids[Math.floor(which / 4) % ids.length]}`
  const isDefault = { default: true }
  const body = { ...london, ...isDefault }
  const create = () => retryOutsideSoak(() => user.request<Address>('POST', '/addresses', { body }))
  const patch = (body: object) => retryOutsideSoak(() => user.request('PATCH', path, { body }))
  switch (which % 4) {
    case 0:
      return (await create()).status
    case 1:
      return (await patch(isDefault)).status
    case 2:
      return (await patch({ ...isDefault, address_2: `Floor ${which}` })).status
    default: {
      // This address was just created as the default and often still is. Then another one must
      // become the default.
      const { body } = await create()
      const remove = () => user.request('DELETE', `/addresses/${body.id}`)
      return (await retryOutsideSoak(remove)).status
    }
  }
}

/**
 * Lists a user’s addresses until the signal aborts. Collects every list without exactly one
 * default.
 */
async function watch(user: TestUser, signal: AbortSignal) {
  const wrong: Address[][] = []
  let reads = 0
  for (; !signal.aborted; reads++) {
    const addresses = await callOutsideSoak(() => user.addresses.list().toArray())
    if (addresses.filter((address) => address.default).length !== 1) wrong.push(addresses)
    // The pause leaves processor time to the writers. They need longer on any machine.
    await pause(10)
  }
  return { reads, wrong }
}
