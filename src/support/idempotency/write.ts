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
import { type IdempotencyDeps, type KeyedRequest, openIdempotency } from './idempotency.ts'
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

export interface WriteDeps extends IdempotencyDeps {
  /**
   * Returns a slow hash of the numbers of a card or bank account. A fast one would reveal them to
   * whoever has it and the key.
   */
  readonly identityOf: (userId: number, numbers: string) => Promise<string>
}

/** Creates the function that handles writes. A process creates one, and shares it. */
export function openWrite({ identityOf, ...deps }: WriteDeps): Write {
  const runOnce = openIdempotency(deps, { toBytes, fromBytes })
  return async (request, reply, change, answer) => {
    const key = readIdempotencyKey(request)
    if (key === undefined) return sendAnswer(reply, answer(await change(deps.db)))
    const { language } = request
    const { answer: encoded, isReplayed } = await runOnce(keyedRequest(request, key, identityOf), {
      run: change,
      encode: (result) => encodeAnswer(answer(result), language),
      encodeRefusal: (refused) =>
        isStored(refused) ? encodeRefusal(refused, language) : undefined,
    })
    if (isReplayed) reply.header('Idempotency-Replayed', 'true')
    return sendEncoded(reply, encoded)
  }
}

/** A form of a page that creates something. */
export interface CreatingForm {
  readonly userId: number
  /** The path that the form is sent to. */
  readonly path: string
  /**
   * All fields. `formKeyField` is the random key of the page: a form with the same fields is the
   * same form, sent again. Without the key, the form counts as another one.
   */
  readonly fields: ReadonlyMap<string, string>
}

/** The name of the hidden field with the key of a form. */
export const formKeyField = 'form_key'

/** What a form has created, or the note about it if an earlier one with the same fields has. */
export type Written<T> = { readonly created: T } | { readonly noted: string }

/**
 * Runs the change of a form once, because no script keeps a browser from sending a form twice.
 * @param create must make its change in `writer.transactionFor`
 * @param note names what was created, for the answer to the same form
 */
export type WriteForm = <T>(
  form: CreatingForm,
  create: (writer: Writer<T>) => Promise<T>,
  note: (created: T) => string,
) => Promise<Written<T>>

/** Creates the function that handles such forms. A process creates one, and shares it. */
export function openWriteForm(deps: IdempotencyDeps): WriteForm {
  const runOnce = openIdempotency<string>(deps, {
    toBytes: (text) => Buffer.from(text),
    fromBytes: (bytes) => bytes.toString(),
  })
  return async <T>(
    { userId, path, fields }: CreatingForm,
    create: (writer: Writer<T>) => Promise<T>,
    note: (created: T) => string,
  ): Promise<Written<T>> => {
    if (!fields.get(formKeyField)) return { created: await create(deps.db) }
    let written: Written<T> | undefined
    const run = async (writer: Writer<T>): Promise<T> => {
      const created = await create(writer)
      written = { created }
      return created
    }
    const key = canonicalJson(['form', path, [...fields]])
    const request = { userId, key, content: '', waits: true }
    const { answer } = await runOnce<T>(request, {
      run,
      encode: note,
      encodeRefusal: () => undefined,
    })
    return written ?? { noted: answer }
  }
}

function keyedRequest(
  request: UserRequest,
  key: string,
  identityOf: WriteDeps['identityOf'],
): KeyedRequest {
  const { caller, method, routeOptions, params, query, sentBody } = request
  const { userId } = caller
  const keyed = {
    userId,
    key: canonicalJson([caller.applicationId, method, routeOptions.url, params, key]),
  }
  const whole = () => canonicalJson([query, sentBody])
  const entries = Object.entries(sentBody ?? {})
  const numbers = entries.filter(isNumber)
  if (numbers.length === 0) return { ...keyed, content: whole() }
  const content = async () => {
    const rest = entries.filter((entry) => !isNumber(entry))
    const identity = await identityOf(userId, canonicalJson(Object.fromEntries(numbers)))
    return canonicalJson([query, Object.fromEntries(rest), identity])
  }
  return { ...keyed, content, formerContent: whole }
}

/** The properties of bodies that have numbers of cards and bank accounts. */
const numberNames: ReadonlySet<string> = new Set(['account_number', 'card_number', 'iban'])

const isNumber = ([name, value]: readonly [string, unknown]): boolean =>
  numberNames.has(name) && value !== null

/**
 * Faults of the request (400) or its token (401) and refusals for lack of capacity are not stored.
 */
const isStored = ({ refusal: { status } }: Refused): boolean =>
  status > 401 && status < 500 && status !== 429
