import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refused } from '../../platform/errors/refusals.ts'
import {
  type Answer,
  encodeAnswer,
  fromBytes,
  sendAnswer,
  sendEncoded,
  toBytes,
} from '../../platform/http/api/answer.ts'
import { readIdempotencyKey } from '../../platform/http/api/idempotency-key.ts'
import { encodeRefusal } from '../../platform/http/errors.ts'
import { canonicalJson } from '../../platform/text/json.ts'
import { type IdempotencyDeps, openIdempotency } from './idempotency.ts'
import type { Writer } from './writer.ts'

/** A request of a user. */
type UserRequest = FastifyRequest & {
  readonly caller: { readonly userId: number; readonly applicationId: number }
}

/**
 * Handles a request that may change something: runs `change`, and responds with `answer`. Every
 * route with POST, PUT, PATCH or DELETE of a user's resources uses it. If the request has an
 * Idempotency-Key, the change runs once, and a repeated request gets the same response.
 * @param change must make its change in `writer.transactionFor`
 * @param answer makes the response from the result of that transaction, and does nothing else
 */
export type Write = <T>(
  request: UserRequest,
  reply: FastifyReply,
  change: (writer: Writer<T>) => Promise<T>,
  answer: (result: T) => Answer,
) => Promise<FastifyReply>

/** Creates the function that handles writes. A process creates one, and shares it. */
export function openWrite(deps: IdempotencyDeps): Write {
  const runOnce = openIdempotency(deps, { toBytes, fromBytes })
  return async (request, reply, change, answer) => {
    const key = readIdempotencyKey(request)
    if (key === undefined) return sendAnswer(reply, answer(await change(deps.db)))
    const { language } = request
    const { answer: encoded, isReplayed } = await runOnce(keyedRequest(request, key), {
      run: change,
      encode: (result) => encodeAnswer(answer(result), language),
      encodeRefusal: (refused) =>
        isStored(refused) ? encodeRefusal(refused, language) : undefined,
    })
    if (isReplayed) reply.header('Idempotency-Replayed', 'true')
    return sendEncoded(reply, encoded)
  }
}

function keyedRequest(request: UserRequest, key: string) {
  const { caller, method, routeOptions, params, query, sentBody } = request
  return {
    userId: caller.userId,
    key: canonicalJson([caller.applicationId, method, routeOptions.url, params, key]),
    content: canonicalJson([query, sentBody]),
  }
}

/**
 * Faults of the request (400) or its token (401) and refusals for lack of capacity are not stored.
 */
const isStored = ({ refusal: { status } }: Refused): boolean =>
  status > 401 && status < 500 && status !== 429
