import { FoyerError } from './http/error.ts'
import type { Http } from './http/http.ts'
import type { Sequence, WriteOptions } from './http/options.ts'
import { etagOf } from './http/received.ts'

/**
 * The changes of a resource, or a function from its current version to the next one. The function
 * may return the changed properties or the whole resource. It is called again, with the new
 * version, if somebody else changed the resource in the meantime. `ifMatch` and `idempotencyKey`
 * are then the client's own.
 */
export type Change<Resource, Changes> =
  | Changes
  | ((current: Resource) => Next<Resource, Changes> | Promise<Next<Resource, Changes>>)

type Next<Resource, Changes> = Changes | (Changes & Resource)

/** How often a change starts from a newer version. */
const attempts = 5

/**
 * Changes a resource (PATCH). With a function, reads the resource, sends what is different with
 * `If-Match`, and starts again after 412. If nothing is different, sends nothing.
 */
export async function change<Resource extends object, Changes extends object>(
  http: Http,
  { read, write }: { read: () => Promise<string>; write: () => Promise<string> },
  given: Change<Resource, Changes>,
  options: WriteOptions | undefined,
): Promise<Resource> {
  if (typeof given !== 'function')
    return await http.fetch('PATCH', await write(), { ...options, body: given })
  // The function may wait for a dialog, and meanwhile somebody else may sign in.
  const sequence: Sequence = {}
  const settings = { ...options, ifMatch: undefined, idempotencyKey: undefined }
  for (let attempt = 1; ; attempt += 1) {
    const current = await http.fetch<Resource>('GET', await read(), settings, sequence)
    // The function may change the resource that it gets.
    const before = structuredClone(current)
    const body = difference(before, await given(current))
    if (Object.keys(body).length === 0) return current
    try {
      const ifMatch = etagOf(current)
      return await http.fetch('PATCH', await write(), { ...settings, ifMatch, body }, sequence)
    } catch (error) {
      const isStale = error instanceof FoyerError && error.code === 'precondition_failed'
      if (!isStale || attempt === attempts) throw error
    }
  }
}

/** The properties that are different, without those of HAL. */
const difference = (current: object, next: object): Record<string, unknown> => {
  const known = new Map<string, unknown>(Object.entries(current))
  return Object.fromEntries(
    Object.entries(next).filter(
      ([name, value]) =>
        !name.startsWith('_') && JSON.stringify(value) !== JSON.stringify(known.get(name)),
    ),
  )
}
