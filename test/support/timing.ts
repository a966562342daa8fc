import { randomInt, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { formsOf } from './browser.ts'
import { networkHeaders, newBrowser } from './sign-in.ts'
import { isSoak } from './soak.ts'

/** How well the response time reveals whether an account exists. */
export interface Giveaway {
  /**
   * How often a response for an address with an account takes longer than one for an address
   * without: 0.5 reveals nothing, 0 and 1 everything.
   */
  readonly auc: number
  /** Median times in milliseconds, for addresses with an account and without. */
  readonly medians: readonly [known: number, unknown: number]
}

export interface Measuring {
  /** A service that trusts this machine as a proxy. */
  readonly authUrl: string
  /**
   * Addresses with an account that were not used in a request yet, at least half as many as
   * `times`.
   */
  readonly emails: readonly string[]
  /** The number of requests for each kind of address. */
  readonly times: number
  /** The number of concurrent requests. More than one is faster, but less sensitive. */
  readonly lanes: number
}

/** The fields of the requests besides the email address, by path. */
const questions = {
  '/sign-in': { password: 'wrong horse battery' },
  '/sign-up': { password: 'wrong horse battery' },
  '/forgotten-password': {},
  '/sign-in/code': {},
} as const

export type Question = keyof typeof questions

export const allQuestions = Object.keys(questions) as Question[]

/**
 * Sends requests for addresses with an account and for as many without one, in random order. Each
 * address is used twice, and each request has its own network, so that no limit is reached.
 * Compares the times.
 */
export async function giveawayOf(
  question: Question,
  { authUrl, emails, times, lanes }: Measuring,
): Promise<Giveaway> {
  const fields = questions[question]
  const ask = await openSender(authUrl, question)
  const strangers = emails.map(() => `${randomUUID()}@example.com`)
  const took = { known: [] as number[], unknown: [] as number[] }
  const asked = shuffled(
    Array.from({ length: times }, (_, index) => index % Math.ceil(times / 2)).flatMap((index) => [
      { of: took.known, email: emails[index] },
      { of: took.unknown, email: strangers[index] },
    ]),
  )
  // The first requests are always slow, so they are not measured.
  const first = Array.from({ length: 8 }, () =>
    ask({ ...fields, email: `${randomUUID()}@example.com` }),
  )
  await Promise.all(first)
  const lane = async (): Promise<void> => {
    for (let next = asked.pop(); next !== undefined; next = asked.pop())
      next.of.push(await ask({ ...fields, email: next.email ?? '' }))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return {
    auc: aucOf(took.known, took.unknown),
    medians: [medianOf(took.known), medianOf(took.unknown)],
  }
}

/**
 * Returns a function that posts a form, and returns the milliseconds until the end of the response.
 * Each concurrent request has its own connection. A request that is refused for lack of capacity
 * beside other tests is sent again, and its time is left out.
 */
async function openSender(
  authUrl: string,
  path: string,
): Promise<(fields: Readonly<Record<string, string>>) => Promise<number>> {
  const browser = newBrowser(authUrl)
  const [form] = formsOf(await browser.get(path))
  const cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const agent = new Agent({ keepAlive: true })
  const send = (fields: Readonly<Record<string, string>>): Promise<number> => {
    const body = new URLSearchParams({ csrf: form?.fields.csrf ?? '', ...fields }).toString()
    const headers = {
      cookie,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
      ...networkHeaders(),
    }
    return new Promise((resolve, reject) => {
      const began = performance.now()
      request(authUrl + path, { method: 'POST', agent, headers }, (answer) => {
        const { statusCode = 0, headers: told } = answer
        const isBusy = !isSoak && statusCode === 503 && told['retry-after'] !== undefined
        if (!isBusy && ![200, 400].includes(statusCode))
          reject(new Error(`${path} answers ${statusCode}`))
        answer.resume().on('end', () => {
          const took = performance.now() - began
          resolve(isBusy ? pause(50).then(() => send(fields)) : took)
        })
      })
        .on('error', reject)
        .end(body)
    })
  }
  return send
}

/**
 * The area under the ROC curve: the share of pairs in which the first value is greater (Mann and
 * Whitney).
 */
export function aucOf(some: readonly number[], others: readonly number[]): number {
  const pairs = some.flatMap((one) =>
    others.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)),
  )
  return pairs.reduce<number>((sum, pair) => sum + pair, 0) / pairs.length
}

/** The standard deviation of this area from one half if the times do not differ. */
export const chanceOf = (times: number): number => Math.sqrt((2 * times + 1) / (12 * times * times))

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Returns the values in random order (Fisher and Yates). */
function shuffled<T>(values: readonly T[]): T[] {
  const mixed = [...values]
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    ;[mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T]
  }
  return mixed
}
