import type { Browser, Page } from './browser.ts'
import { newBrowser } from './sign-in.ts'
import { repetitions } from './soak.ts'
import { retry503 } from './wire.ts'

/**
 * Sends a form that was fetched once, by default from a network that no other test uses. A busy
 * service gets it again.
 */
export type SendForm = (fields: Readonly<Record<string, string>>, from?: Browser) => Promise<Page>

/**
 * Fetches the form of a path, to send it many times. Its service is `behindProxy`. A browser that
 * sends it gets the cookies that belong to the form.
 */
export async function fetchForm(origin: string, path: string): Promise<SendForm> {
  const fetched = newBrowser(origin)
  const page = await fetched.get(path)
  return (fields, from = newBrowser(origin)) => {
    for (const { name, value, path } of fetched.cookies)
      from.plant(`${name}=${value}; Path=${path}`)
    return retry503(() => from.submit(page, fields, path))
  }
}

/**
 * How many requests `statusesOf` sends at once. Beside other work, the last answers to hundreds of
 * requests would be too late, although they count. The soak runs without other work.
 */
const atOnce = repetitions({ short: 40, soak: Number.POSITIVE_INFINITY })

/** Sends requests, many at once. @returns how many answers have each status */
export async function statusesOf(
  count: number,
  send: (index: number) => Promise<Page>,
): Promise<Readonly<Record<number, number>>> {
  const counts: Record<number, number> = {}
  for (let sent = 0; sent < count; sent += atOnce) {
    const length = Math.min(atOnce, count - sent)
    const wave = await Promise.all(Array.from({ length }, (_, index) => send(sent + index)))
    for (const { status } of wave) counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

/** The fields that a page names as wrong. */
export const faultsIn = ({ text }: Page): string[] =>
  [...text.matchAll(/<a href="#([a-z_]+)">/g)].map(([, field = '']) => field)
