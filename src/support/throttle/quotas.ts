import type { Queryable } from '../../platform/database/db.ts'
import { Refused } from '../../platform/errors/refusals.ts'
import { throttleRefusals } from './refusals.ts'
import * as store from './store.ts'
import { keyOf, returnOrRetry, type ThrottleDeps } from './throttle.ts'

/** A limit that operators set, and what counts against it. */
export interface QuotaSubject {
  /** The name of the limit. It appears in the `RateLimit` header. */
  readonly name: string
  readonly of: string | number
  readonly max: number
  readonly windowMs: number
}

/** A use of a limit. */
export interface QuotaUse extends QuotaSubject {
  /** All uses in the window, with this one. */
  readonly used: number
  readonly key: Buffer
  readonly endsAt: Date
}

/** What remains of a limit. */
export interface QuotaState extends Pick<QuotaSubject, 'name' | 'max' | 'windowMs'> {
  readonly remaining: number
  readonly secondsLeft: number
}

/** @param now milliseconds since the epoch */
export const stateOf = (
  { name, max, windowMs, used, endsAt }: QuotaUse,
  now: number,
): QuotaState => ({
  name,
  max,
  windowMs,
  remaining: Math.max(0, max - used),
  secondsLeft: Math.max(1, Math.ceil((endsAt.getTime() - now) / 1_000)),
})

/** What was counted, and the refusal if the use is one too many. */
export interface CountedQuotas {
  readonly uses: readonly QuotaUse[]
  /** `too_many_attempts`. `uses` has the limits that are reached, and nothing was counted. */
  readonly refused: Refused | undefined
}

/** Counts one use against all subjects, or against none if it is one too many for some. */
export async function countQuotas(
  throttle: ThrottleDeps,
  subjects: readonly QuotaSubject[],
): Promise<CountedQuotas> {
  const uses = await addToQuotas(throttle, subjects, 1)
  const reached = uses.filter(({ used, max }) => used > max)
  if (reached.length === 0) return { uses, refused: undefined }
  await giveQuotasBack(throttle, uses)
  return { uses: reached, refused: refusalOf(reached, throttle.clock.now()) }
}

function refusalOf(reached: readonly QuotaUse[], now: number): Refused {
  const ends = Math.max(...reached.map(({ endsAt }) => endsAt.getTime()))
  const retryAfterSeconds = Math.max(1, Math.ceil((ends - now) / 1_000))
  return new Refused(throttleRefusals.too_many_attempts, {
    retryAfterSeconds,
    limits: reached.map(({ name }) => name),
    message: ['page.error.too_many', { minutes: Math.ceil(retryAfterSeconds / 60) }],
  })
}

/** Counts more against subjects, because the use has turned out worse. Refuses nothing. */
export async function addToQuotas(
  { db, clock, key }: Pick<ThrottleDeps, 'clock' | 'key'> & { readonly db: Queryable },
  subjects: readonly QuotaSubject[],
  weight: number,
): Promise<QuotaUse[]> {
  if (subjects.length === 0) return []
  const now = clock.now()
  const wanted = subjects.map((subject) => ({
    ...subject,
    key: keyOf(key, [subject.name, subject.of]),
    endsAt: new Date(now + subject.windowMs),
  }))
  const counted = await store.count(db, wanted, new Date(now), weight)
  return counted.flatMap(({ place, count, ends }) => {
    const subject = wanted[place - 1]
    return subject === undefined ? [] : [{ ...subject, used: count, endsAt: new Date(ends) }]
  })
}

/** Takes one use back, because it was not made. Later, if the database is unavailable. */
export const giveQuotasBack = (throttle: ThrottleDeps, uses: readonly QuotaUse[]): Promise<void> =>
  returnOrRetry(throttle, uses)
