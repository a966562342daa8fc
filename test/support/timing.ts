import { randomInt, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { formsOf } from './browser.ts'
import { networkHeaders, newBrowser } from './sign-in.ts'

/** How well the time of an answer gives away whether there is an account. */
export interface Giveaway {
  /**
   * How often an answer about an account takes longer than one about none: 0.5 tells nothing, 0 and
   * 1 everything.
   */
  readonly auc: number
  /** Milliseconds, of answers about accounts and about none. */
  readonly medians: readonly [known: number, unknown: number]
}

export interface Measuring {
  /** A service that takes this machine for a proxy. */
  readonly authUrl: string
  /** Addresses with an account, none asked about yet, half as many as `times` at least. */
  readonly emails: readonly string[]
  /** How often each is asked about. */
  readonly times: number
  /**
   * How many answers are waited for at once: with more than one it is sooner over, and sees less.
   */
  readonly lanes: number
}

/** What is asked. */
const questions = {
  '/sign-in': { password: 'wrong horse battery' },
  '/sign-up': { password: 'wrong horse battery' },
  '/forgotten-password': {},
  '/sign-in/code': {},
} as const

export type Question = keyof typeof questions

export const allQuestions = Object.keys(questions) as Question[]

/**
 * Asks about addresses with an account and as many without one, in random order, each twice and
 * from a network of its own, so that no limit is met; and compares the times.
 */
export async function giveawayOf(
  question: Question,
  { authUrl, emails, times, lanes }: Measuring,
): Promise<Giveaway> {
  const fields = questions[question]
  const ask = await openAsker(authUrl, question)
  const strangers = emails.map(() => `${randomUUID()}@example.com`)
  const took = { known: [] as number[], unknown: [] as number[] }
  const asked = shuffled(
    Array.from({ length: times }, (_, index) => index % Math.ceil(times / 2)).flatMap((index) => [
      { of: took.known, email: emails[index] },
      { of: took.unknown, email: strangers[index] },
    ]),
  )
  // What comes first is slow, whatever it is.
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

/** Posts a form over one connection a lane. @returns the milliseconds to the end of the answer */
async function openAsker(
  authUrl: string,
  path: string,
): Promise<(fields: Readonly<Record<string, string>>) => Promise<number>> {
  const browser = newBrowser(authUrl)
  const [form] = formsOf(await browser.get(path))
  const cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const agent = new Agent({ keepAlive: true })
  return (fields) => {
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
        if (![200, 400].includes(answer.statusCode ?? 0))
          reject(new Error(`${path} answers ${answer.statusCode}`))
        answer.resume().on('end', () => resolve(performance.now() - began))
      })
        .on('error', reject)
        .end(body)
    })
  }
}

/**
 * The area under the curve of the receiver's choices: the share of pairs in which the first is
 * greater (Mann and Whitney).
 */
export function aucOf(some: readonly number[], others: readonly number[]): number {
  const pairs = some.flatMap((one) =>
    others.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)),
  )
  return pairs.reduce<number>((sum, pair) => sum + pair, 0) / pairs.length
}

/**
 * How far the figure is from one half by chance alone, one time in three, where there is nothing to
 * see.
 */
export const chanceOf = (times: number): number => Math.sqrt((2 * times + 1) / (12 * times * times))

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** In an order of chance (Fisher and Yates). */
function shuffled<T>(values: readonly T[]): T[] {
  const mixed = [...values]
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    ;[mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T]
  }
  return mixed
}
