import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { PaymentMethod } from '@foyer/client'
import { CarrierUnavailable } from '../../src/resources/addresses/carrier/carrier.ts'
import { httpCarrier } from '../../src/resources/addresses/carrier/http-carrier.ts'
import { DirectoryUnavailable } from '../../src/resources/listings/directory/directory.ts'
import { httpDirectory } from '../../src/resources/listings/directory/http-directory.ts'
import { SendingFailed, smtpTransport } from '../../src/support/mail/transport.ts'
import { newCard, visa } from '../support/cards.ts'
import { CarrierServer } from '../support/carrier-server.ts'
import { anyOne } from '../support/database.ts'
import type { TestUser } from '../support/foyer.ts'
import { sql } from '../support/inside.ts'
import { ListingServer } from '../support/listing-server.ts'
import { oddAnswers, oddAnswersAt, unended } from '../support/odd-answers.ts'
import type { Fault, Step } from '../support/processor.ts'
import { type Answer as SmtpAnswer, startSmtpServer } from '../support/smtp-server.ts'
import { isSoak } from '../support/soak.ts'
import { type StripeFoyer, startStripeFoyer } from '../support/stripe-foyer.ts'

/*
 * Whatever another service answers, the process keeps running (this one runs the service), callers
 * get 400 or 503, and nothing is left over.
 */

const create = '/paymentmethods/creditcard'
const replace = (id: number) => `/paymentmethods/${id}/creditcard`

/** A change of a card by somebody whose name tells the processor what to answer. */
interface Story {
  readonly of: StripeFoyer
  readonly user: TestUser
  /** The holder of the cards that the change is about. */
  readonly holder: string
  /** A card that the user has before the change. */
  readonly id: number
}

interface Change {
  readonly change: (story: Story) => Promise<{ status: number; text: string }>
  readonly steps: readonly Step[]
}

const { card_number: _, ...renewed } = { ...visa, expiry_year: 2095 }

/** The changes of a card, and the requests to the processor that each is made of. */
const changes: Readonly<Record<string, Change>> = {
  'a first card': {
    change: async ({ user, holder }) =>
      user.request('POST', create, { body: { ...newCard(), full_name: holder } }),
    steps: ['customers.create'],
  },
  'a card by its number': {
    change: ({ user, holder }) =>
      user.request('POST', create, { body: { ...newCard(), full_name: holder } }),
    steps: ['payment_methods.create', 'setup_intents.create'],
  },
  'a card by the name of a payment method': {
    change: ({ of, user, holder }) => {
      const card_token = of.processor.newMethod(newCard().card_number ?? '', holder)
      return user.request('POST', create, { body: { ...renewed, full_name: holder, card_token } })
    },
    steps: ['payment_methods.retrieve', 'setup_intents.create', 'payment_methods.update'],
  },
  'a replaced card': {
    change: ({ user, holder, id }) =>
      user.request('PUT', replace(id), { body: { ...newCard(), full_name: holder } }),
    steps: ['payment_methods.create', 'setup_intents.create', 'payment_methods.detach'],
  },
  'a renewed card': {
    change: ({ user, holder, id }) =>
      user.request('PUT', replace(id), { body: { ...renewed, full_name: holder } }),
    steps: ['payment_methods.update'],
  },
  'a deleted card': {
    change: ({ user, id }) => user.request('DELETE', `/paymentmethods/${id}`),
    steps: ['payment_methods.detach'],
  },
}

/** How many users change their cards at once. */
const people = 8
/** The steps among which the unreadable answers are divided: each is tried at one or two steps. */
const places = 8

describe('the card processor answers', () => {
  // Most requests of these tests must succeed, even if the machine stalls for a moment.
  const patientMs = 3_000
  const limits = { attemptTimeoutMs: patientMs, callTimeoutMs: 2 * patientMs, retries: 0 }
  let of: StripeFoyer & { stop(): Promise<void> }
  before(async () => {
    const database = await anyOne()
    of = await startStripeFoyer(await database.open(), limits)
  })
  after(() => of.stop())

  /** Gives a user a card, and retries on a busy machine. @returns its id */
  async function addCard(user: TestUser, holder: string): Promise<number> {
    for (let tries = 1; ; tries++) {
      const body = { ...newCard(), full_name: holder }
      const { status, body: card } = await user.request<PaymentMethod>('POST', create, { body })
      if (status === 201) return card.id ?? 0
      assert.ok(status === 503 && tries < 10, String(status))
    }
  }

  /**
   * The changes of cards with odd answers at each of their steps, before the processor acts or
   * after that.
   */
  function* cases() {
    let count = 0
    let place = 0
    for (const [what, { change, steps }] of Object.entries(changes))
      for (const step of steps)
        for (const [how, answer] of oddAnswersAt(place++, places)) {
          const kind = count++ % 2 === 0 ? 'odd' : 'odd after all'
          const fault: Fault = { kind, answer }
          yield { name: `${what}, ${step}: ${how} (${kind})`, change, step, fault }
        }
  }

  test('oddly at every step of every change, and nothing is left over', async () => {
    const wrong: string[] = []
    const all = cases()
    const person = async (_: unknown, index: number) => {
      const user = await of.foyer.newUser()
      const holder = `Ada the ${index}th`
      let id = 0
      for (const { name, change, step, fault } of all) {
        const isFirst = step === 'customers.create'
        const attempt = async () => {
          if (isFirst)
            await of.db.query(sql`delete from vault_customers where user_id = ${user.id}`)
          else if (id === 0) id = await addCard(user, holder)
          const about = isFirst ? String(user.id) : holder
          of.processor.failFor(about, step, fault)
          const answer = await change({ of, user, holder, id })
          of.processor.healFor(about, step)
          return answer
        }
        let { status, text } = await attempt()
        // The removal of what was retired can wait: the change stands.
        const canWait = step === 'payment_methods.detach'
        // On a busy machine another step may take too long. Then another card is changed.
        for (let left = isSoak ? 0 : 20; canWait && status === 503 && left > 0; left--) {
          id = 0
          ;({ status, text } = await attempt())
        }
        const expected = canWait ? [200, 204] : [503]
        if (!expected.includes(status)) wrong.push(`${name}: ${status} ${text}`)
        if (status === 204) id = 0
      }
    }
    await Promise.all(Array.from({ length: people }, person))
    of.processor.heal()
    await of.processor.settled()
    while ((await of.sweepLater()) > 0);
    assert.deepEqual(of.processor.attached, await of.named())
    assert.deepEqual(wrong, [])
  })

  test('oddly during a sweep: what is left over stays for the next sweep', async () => {
    const user = await of.foyer.newUser()
    const holder = 'Ada the last'
    const wrong: string[] = []
    const steps = [
      'customers.payment_methods',
      'payment_methods.retrieve',
      'payment_methods.detach',
    ] as const
    for (const [place, step] of steps.entries()) {
      const id = await addCard(user, holder)
      const card_token = of.processor.newMethod(newCard().card_number ?? '', holder)
      const left = step === 'payment_methods.retrieve' ? { ...renewed, card_token } : newCard()
      of.processor.fail('setup_intents.create', { kind: 'lost' })
      await user.request('POST', create, { body: { ...left, full_name: holder } })
      of.processor.heal()
      if (step === 'payment_methods.detach') {
        of.processor.fail(step, { kind: 'dropped' })
        await user.request('DELETE', `/paymentmethods/${id}`)
        of.processor.heal()
      }
      limits.attemptTimeoutMs = 200
      for (const [how, answer] of oddAnswersAt(place, steps.length)) {
        of.processor.fail(step, { kind: 'odd', answer })
        const failure = await of.sweepLater().then(
          () => 'nothing',
          (error: Error) => error.name,
        )
        if (failure !== 'VaultUnavailable') wrong.push(`${step}: ${how}: ${failure}`)
      }
      limits.attemptTimeoutMs = patientMs
      of.processor.heal()
      while ((await of.sweepLater()) > 0);
      assert.deepEqual(of.processor.attached, await of.named())
    }
    assert.deepEqual(wrong, [])
  })
})

/** Answers that may come instead of a line of SMTP. */
const oddLines: Readonly<Record<string, SmtpAnswer>> = {
  'a JSON scalar': '"Service Unavailable"',
  'a JSON object': '{}',
  HTTP: 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n',
  HTML: '<html><h1>502</h1></html>',
  'an empty line': '',
  'an unknown status': '999 5.9.9 What',
  'a status without text': '500',
  'a list without an end': '250-one\r\n250-two',
  'half a line': (socket) => socket.write('25'),
  'half a line, then a reset': (socket) => socket.write('25', () => socket.resetAndDestroy()),
  'invalid UTF-8': (socket) => socket.write(Buffer.from('550 \xff\xfe\xc3\r\n', 'latin1')),
  'null bytes': (socket) => socket.write(Buffer.alloc(4_096)),
  'a line of 4 MiB': (socket) => socket.write(`550 ${'x'.repeat(4 * 1024 * 1024)}\r\n`),
  'lines without an end': (socket) => {
    const timer = setInterval(() => socket.write('250-and more\r\n'.repeat(1_000)), 1)
    socket.once('close', () => clearInterval(timer))
  },
  'a reset': (socket) => socket.resetAndDestroy(),
  'the end': 'drop',
  'no answer': 'hang',
}

test('if a mail server answers oddly at any step, the message stays queued', async () => {
  const limits = {
    dnsTimeout: 500,
    connectionTimeout: 500,
    greetingTimeout: 500,
    socketTimeout: 500,
    socketCloseTimeout: 100,
  }
  const message = { from: 'foyer@example.com', to: 'ada@example.com', subject: 's', text: 't' }
  const steps = ['greeting', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'content'] as const
  const wrong: string[] = []
  const cases = steps.flatMap((step) =>
    Object.entries(oddLines).map(([how, answer]) => ({ step, how, answer })),
  )
  await Promise.all(
    cases.map(async ({ step, how, answer }) => {
      const server = await startSmtpServer()
      server.misbehave(step, answer)
      const url = server.url.replace('//', '//ada:secret@')
      const signal = AbortSignal.timeout(2_000)
      const failure = await smtpTransport(url, limits)
        .send('name', message, signal)
        .then(
          () => undefined,
          (error: Error) => error,
        )
        .finally(server.close)
      if (!(failure instanceof SendingFailed)) wrong.push(`${step}: ${how}: ${failure}`)
      if (server.received.length > 0 && step !== 'content') wrong.push(`${step}: ${how}: sent`)
    }),
  )
  assert.deepEqual(wrong, [])
})

test('if a listing directory answers oddly, the listing is unavailable until the directory recovers', async (t) => {
  const server = await ListingServer.start()
  t.after(() => server.goAway())
  const wrong: string[] = []
  let id = 1
  const isUnended = ([how]: [string, unknown]) => unended.has(how)
  // The cases that wait for the time limit run at the same time.
  const cases = Object.entries(oddAnswers).toSorted(
    (a, b) => Number(isUnended(b)) - Number(isUnended(a)),
  )
  assert.equal(cases.filter(isUnended).length, unended.size)
  for (const chunk of chunksOf(cases, 12)) {
    await Promise.all(
      chunk.map(async ([how, answer]) => {
        const listing = String(id++)
        server.manners.set(listing, answer)
        const timeoutMs = unended.has(how) ? 1_500 : 5_000
        const directory = httpDirectory({ url: server.url, timeoutMs })
        const told = await directory.find(listing, 1).catch((error: unknown) => error)
        if (!(told instanceof DirectoryUnavailable)) wrong.push(`${how}: ${JSON.stringify(told)}`)
        if ((await directory.find(String(id++), 1)) !== null) wrong.push(`${how}: and after that`)
      }),
    )
  }
  assert.deepEqual(wrong, [])
})

test('if a carrier answers oddly, it is unavailable for that place until it recovers', async (t) => {
  const server = await CarrierServer.start()
  t.after(() => server.goAway())
  const wrong: string[] = []
  const cases = Object.entries(oddAnswers)
  const place = (postal_code: string) => ({ country_code: 'GB', state_province: null, postal_code })
  for (const chunk of chunksOf(cases, 12))
    await Promise.all(
      chunk.map(async ([how, answer]) => {
        server.manners.set(how, answer)
        const timeoutMs = unended.has(how) ? 1_500 : 5_000
        const carrier = httpCarrier({ url: server.url, excludedCountries: [], timeoutMs })
        const told = await carrier.pickup(place(how), 0, 1).catch((error: unknown) => error)
        if (!(told instanceof CarrierUnavailable)) wrong.push(`${how}: ${JSON.stringify(told)}`)
        const next = await carrier.pickup(place('EC1'), 0, 1)
        if (next?.name !== 'Night Riders') wrong.push(`${how}: and after that`)
      }),
    )
  assert.deepEqual(wrong, [])
})

function chunksOf<T>(all: readonly T[], size: number): T[][] {
  const count = Math.ceil(all.length / size)
  return Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size))
}
