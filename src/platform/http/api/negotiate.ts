import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { holdsCardNumber } from '../../text/card-number/card-number.ts'

/** The media types of resources. */
export const resourceTypes = ['application/hal+json', 'application/json'] as const

/** The media type of a merge patch (RFC 7396). PATCH takes it beside the types of resources. */
export const mergePatch = 'application/merge-patch+json'

/** The media types that PATCH takes, for the header `Accept-Patch` (RFC 5789, 3.1). */
export const acceptPatch = [...resourceTypes, mergePatch].join(', ')

/** Answers by header, for each list of media types. */
const cachedAnswers = new Map<readonly string[], LRUCache<string, boolean>>()

/** Whether an `Accept` header (RFC 9110, 12.5.1) allows one of these media types. */
export function accepts(header: string | undefined, types: readonly string[]): boolean {
  if (header === undefined || header === '' || header === '*/*') return true
  let answers = cachedAnswers.get(types)
  if (answers === undefined) {
    answers = new LRUCache({ max: 500 })
    cachedAnswers.set(types, answers)
  }
  let answer = answers.get(header)
  if (answer === undefined) {
    answer = new Negotiator(withoutParameters(header)).mediaType([...types]) !== undefined
    if (!holdsCardNumber(header)) answers.set(header, answer)
  }
  return answer
}

/**
 * Removes the parameters of media types, such as character sets, profiles and versions. They do not
 * matter.
 */
const withoutParameters = (accept: string) => ({
  headers: { accept: accept.replace(/;(?!\s*q=)[^;,]*/gi, '') },
})

/** Whether an `Accept` header names one of these media types. A wildcard does not count. */
export function namesMediaType(header: string | undefined, types: readonly string[]): boolean {
  const ranges = new Negotiator({ headers: { accept: header ?? '' } }).mediaTypes()
  return ranges.some((range) => types.includes(range.toLowerCase()))
}
