import { difference, isSpelling } from '../../text/suggest.ts'
import type { App } from '../app.ts'
import { unservedMethod } from './methods.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The operation that a request most likely meant, as its method and URL. */
    nearOperation: NearOperation
  }
}

/**
 * Finds the operation that a request most likely meant. Parameters stay as in `{addressId}`, so the
 * result repeats nothing of the request.
 * @param isKnown whether the path exists and only the method is wrong. Then only an operation with
 * the method and nearly the same path counts. PUT and PATCH count as one method.
 */
export type NearOperation = (method: string, url: string, isKnown: boolean) => string | undefined

interface Operation {
  readonly method: string
  readonly segments: readonly string[]
  readonly url: string
}

/** Longer paths and segments are not compared, because of the time that this would take. */
const maxSegments = 7
const maxSegmentLength = 40

/** Names that other services have for the same things. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['me', 'user'],
  ['profile', 'user'],
  ['keys', 'jwks'],
])

/** What a difference between two paths costs. More than these limits is no similarity. */
const costs = {
  /** Each letter of a different spelling. */
  letter: 0.3,
  words: 0.5,
  /** A text for a parameter that is no id. */
  text: 0.1,
  otherMethod: 0.5,
  /** PUT for PATCH, or the other way round. */
  otherChange: 0.1,
  added: 1,
  droppedId: 1,
  dropped: 1.25,
  replaced: 1.5,
} as const
const limits = { unknownPath: 2.5, knownPath: 1 } as const

/**
 * Collects the routes that are registered after this call, to suggest one of them for a request
 * that has no route.
 * @param originOf the origin of the URL of a route
 */
export function suggestOperations(app: App, originOf: (path: string) => string): void {
  const operations: Operation[] = []
  app.addHook('onRoute', ({ method, url }) => {
    const own = [method].flat()
    // A route with the method that nobody serves refuses all methods that a path does not have.
    if (url.includes('*') || own.includes(unservedMethod)) return
    const path = url.replace(/:(\w+)/g, '{$1}')
    for (const name of own.filter((one) => one !== 'HEAD' && one !== 'OPTIONS'))
      operations.push({ method: name, segments: segmentsOf(path), url: originOf(url) + path })
  })
  app.decorate('nearOperation', (method, url, isKnown) => {
    const near = nearest(operations, method === 'HEAD' ? 'GET' : method, url, isKnown)
    return near && `${near.method} ${near.url}`
  })
}

const segmentsOf = (path: string): string[] => path.split('/').filter((part) => part !== '')

function nearest(
  operations: readonly Operation[],
  method: string,
  url: string,
  isKnown: boolean,
): Operation | undefined {
  const given = segmentsOf(url.split('?', 1)[0] ?? '').map((one) => otherNames.get(one) ?? one)
  if (given.length > maxSegments || given.some(({ length }) => length > maxSegmentLength))
    return undefined
  const costOf = compareSegments()
  let found: Operation | undefined
  let least: number = isKnown ? limits.knownPath : limits.unknownPath
  for (const operation of operations) {
    const { segments } = operation
    const ofMethod = methodCost(method, operation.method)
    if (isKnown && ofMethod === costs.otherMethod) continue
    if (!sharesNouns(given, segments, costOf)) continue
    const cost = pathCost(given, segments, costOf) + ofMethod
    if (cost < least || (cost === least && found === undefined)) {
      found = operation
      least = cost
    }
  }
  return found
}

const changes: ReadonlySet<string> = new Set(['PUT', 'PATCH'])

function methodCost(given: string, known: string): number {
  if (given === known) return 0
  return changes.has(given) && changes.has(known) ? costs.otherChange : costs.otherMethod
}

/**
 * Whether the last noun of the known path was given, or each noun that was given is in the known
 * path.
 */
function sharesNouns(
  given: readonly string[],
  known: readonly string[],
  costOf: (given: string, known: string) => number,
): boolean {
  const isLike = (one: string) => (other: string) => costOf(one, other) < costs.replaced
  const nouns = known.filter(isNoun)
  const last = nouns.at(-1)
  if (last === undefined) return false
  if (given.some((one) => isLike(one)(last))) return true
  const others = given.filter((one) => isNoun(one) && !isId(one))
  return others.length > 0 && others.every((one) => nouns.some(isLike(one)))
}

const isParameter = (segment: string): boolean => segment.startsWith('{')
const isNoun = (segment: string): boolean => !isParameter(segment) && !/^v\d+$/.test(segment)
const isId = (segment: string): boolean => /^\d+$/.test(segment)

/** Makes the function that compares two segments. It remembers the results of one request. */
function compareSegments(): (given: string, known: string) => number {
  const seen = new Map<string, number>()
  return (given, known) => {
    if (isParameter(known)) {
      if (isId(given)) return 0
      return known.endsWith('Id}') ? costs.replaced : costs.text
    }
    const pair = `${given}/${known}`
    let cost = seen.get(pair)
    if (cost === undefined) {
      const steps = difference(given, known)
      cost = isSpelling(steps) ? steps * costs.letter : costs.words
      if (steps === Infinity) cost = costs.replaced
      seen.set(pair, cost)
    }
    return cost
  }
}

/** The least cost to turn a path into a known one, as in an edit distance of segments. */
function pathCost(
  given: readonly string[],
  known: readonly string[],
  costOf: (given: string, known: string) => number,
): number {
  let row = known.map((_, at) => (at + 1) * costs.added)
  row.unshift(0)
  for (const segment of given) {
    const dropped = isId(segment) ? costs.droppedId : costs.dropped
    const next = [(row[0] ?? 0) + dropped]
    for (const [at, other] of known.entries())
      next.push(
        Math.min(
          (row[at] ?? 0) + costOf(segment, other),
          (row[at + 1] ?? 0) + dropped,
          (next[at] ?? 0) + costs.added,
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
