/*
 * Assertions for every runtime: browsers have no `node:assert`.
 */

export function equal(actual: unknown, expected: unknown, what = 'The value'): void {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (one !== other) throw new Error(`${what} is ${one}, not ${other}.`)
}

export function ok(value: unknown, what: string): asserts value {
  if (!value) throw new Error(`It is not true that ${what}.`)
}

/** Expects a rejection, and returns its reason. */
export async function rejection(work: Promise<unknown>): Promise<unknown> {
  const [result] = await Promise.allSettled([work])
  if (result.status === 'rejected') return result.reason
  throw new Error(`Nothing was rejected: ${JSON.stringify(result.value)}`)
}
