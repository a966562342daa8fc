import type { FastifyReply, FastifyRequest } from 'fastify'
import { FairQueue } from '../../platform/database/fair-queue.ts'
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
  readonly slowHashOf: SlowHash
}

type SlowHash = (userId: number, numbers: string) => Promise<string>

/** Creates the function that handles writes. A process creates one, and shares it. */
export function openWrite({ slowHashOf, ...deps }: WriteDeps): Write {
  const runOnce = openIdempotency(deps, { toBytes, fromBytes })
  const hash = inTurn(slowHashOf)
  return async (request, reply, change, answer) => {
    const key = readIdempotencyKey(request)
    if (key === undefined) return sendAnswer(reply, answer(await change(deps.db)))
    const { language } = request
    const { answer: encoded, isReplayed } = await runOnce(keyedRequest(request, key, hash), {
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
    const request = { userId, applicationId: null, key, content: '', waits: true }
    const { answer } = await runOnce<T>(request, {
      run,
      encode: note,
      encodeRefusal: () => undefined,
    })
    return written ?? { noted: answer }
  }
}

function keyedRequest(request: UserRequest, key: string, slowHashOf: SlowHash): KeyedRequest {
  const { caller, method, routeOptions, params, query, sentBody } = request
  const { userId, applicationId } = caller
  const keyed = {
    userId,
    applicationId,
    key: canonicalJson([applicationId, method, routeOptions.url, params, key]),
  }
  const whole = () => canonicalJson([query, sentBody])
  const entries = Object.entries(sentBody ?? {})
  const numbers = entries.filter(isNumber)
  if (numbers.length === 0) return { ...keyed, content: whole() }
  const rest = entries.filter((entry) => !isNumber(entry))
  const declared = propertiesOf(routeOptions.schema?.body)
  const hashed = numbers.filter(([name]) => Object.hasOwn(declared, name))
  // A body with an unknown property is refused, so its number need not be compared.
  const unknown = numbers.filter((entry) => !hashed.includes(entry)).map(([name]) => [name, true])
  const comparable = Object.fromEntries([...rest, ...unknown])
  if (hashed.length === 0) return { ...keyed, content: canonicalJson([query, comparable]) }
  const content = async () => {
    const slowHash = await slowHashOf(userId, canonicalJson(Object.fromEntries(hashed)))
    return canonicalJson([query, comparable, slowHash])
  }
  return { ...keyed, content, formerContent: whole }
}

/** The properties of bodies that have numbers of cards and bank accounts. */
const numberNames: ReadonlySet<string> = new Set(['account_number', 'card_number', 'iban'])

const isNumber = ([name, value]: readonly [string, unknown]): boolean =>
  numberNames.has(name) && value !== null

/** The properties that the schema of a body declares. */
const propertiesOf = (schema: unknown): object =>
  (schema as { readonly properties?: object } | undefined)?.properties ?? {}

/** How long a request waits for its slow hash to begin, in milliseconds. */
const maxWaitMs = 1_000

/**
 * Runs slow hashes one at a time: each takes a core, and is not counted as an attempt. Users take
 * turns, apart from the queue of passwords, so no user holds up others.
 * @throws {Overloaded} when the turn does not come in time
 */
function inTurn(slowHashOf: SlowHash): SlowHash {
  const turns = new FairQueue(1)
  return async (userId, numbers) => {
    const leave = await turns.enter(userId, performance.now() + maxWaitMs)
    try {
      return await slowHashOf(userId, numbers)
    } finally {
      leave()
    }
  }
}

/**
 * Faults of the request (400) or its token (401) and refusals for lack of capacity are not stored.
 */
const isStored = ({ refusal: { status } }: Refused): boolean =>
  status > 401 && status < 500 && status !== 429
