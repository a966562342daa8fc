import type { FastifyReply } from 'fastify'
import type { LimitState } from './limits.ts'

/**
 * Says in the headers of a response what remains of limits
 * (draft-ietf-httpapi-ratelimit-headers-10).
 * @param policies the header `RateLimit-Policy` so far, without these limits
 * @param remains the header `RateLimit` so far
 */
export function writeLimits(
  reply: FastifyReply,
  states: readonly LimitState[],
  policies = '',
  remains = '',
): void {
  if (states.length === 0) return
  for (const { limit, remaining, secondsLeft } of states) {
    const separator = remains === '' ? '' : ', '
    policies += `${separator}"${limit.name}";q=${limit.max};w=${Math.ceil(limit.windowMs / 1_000)}`
    remains += `${separator}"${limit.name}";r=${remaining};t=${secondsLeft}`
  }
  reply.header('ratelimit-policy', policies)
  reply.header('ratelimit', remains)
}

/**
 * Makes the function that adds other limits to the headers, after the limits of requests. A further
 * call replaces what was added.
 */
export function limitAdder(reply: FastifyReply): (states: readonly LimitState[]) => void {
  const [policies, remains] = ['ratelimit-policy', 'ratelimit'].map((name) => reply.getHeader(name))
  return (states) => writeLimits(reply, states, text(policies), text(remains))
}

const text = (header: unknown): string => (typeof header === 'string' ? header : '')
