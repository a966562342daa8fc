import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { OddAnswer } from './odd-answers.ts'
import { Accounts } from './processor-accounts.ts'
import { Keys } from './processor-keys.ts'
import { processorPages } from './processor-pages.ts'
import { Payments } from './processor-payments.ts'
import { type ErrorBody, missing, newId, Problem } from './processor-problems.ts'
import { type Setup, Setups } from './processor-setups.ts'
import { requestFaults } from './stripe-requests.ts'

export { mandateOf } from './processor-setups.ts'

/** The requests of the processor's interface that are answered here, by name. */
export type Step =
  | 'customers.create'
  | 'customers.retrieve'
  | 'customers.delete'
  | 'payment_methods.create'
  | 'payment_methods.retrieve'
  | 'payment_methods.update'
  | 'payment_methods.detach'
  | 'customers.payment_methods'
  | 'confirmation_tokens.retrieve'
  | 'setup_intents.create'
  | 'setup_intents.retrieve'
  | 'setup_intents.list'
  | 'setup_intents.confirm'
  | 'setup_intents.cancel'
  | 'payment_intents.create'
  | 'payment_intents.retrieve'
  | 'payment_intents.confirm'
  | 'tokens.create'
  | 'accounts.create'
  | 'accounts.retrieve'
  | 'accounts.update'
  | 'accounts.delete'
  | 'external_accounts.create'
  | 'external_accounts.list'
  | 'external_accounts.update'
  | 'external_accounts.delete'

/**
 * A fault of a request: before the request takes effect, or afterwards, so that only the response
 * is lost.
 */
export type Fault =
  | { readonly kind: 'dropped' | 'lost' }
  /** The request takes effect later by these milliseconds, or at once with a late response. */
  | { readonly kind: 'late' | 'lost late'; readonly by: number }
  /** The request takes effect at once. The response waits for something else. */
  | { readonly kind: 'answered after'; readonly wait: () => Promise<unknown> | undefined }
  /** The response is an error. The request has no effect, or has taken effect. */
  | { readonly kind: 'refused' | 'spoilt'; readonly status: number; readonly error: ErrorBody }
  /** The response is an odd one. The request has no effect, or has taken effect. */
  | { readonly kind: 'odd' | 'odd after all'; readonly answer: OddAnswer }

/** The kinds of faults that may keep a client waiting. The others are answered at once. */
const slowFaults: ReadonlySet<Fault['kind']> = new Set([
  'late',
  'lost late',
  'answered after',
  'odd',
  'odd after all',
])

/**
 * The requests whose answers with 5xx are not stored here, although the processor does that: the
 * sweep needs two turns to make such a customer or account, and the first may remain.
 */
const notStored: ReadonlySet<Step> = new Set(['customers.create', 'accounts.create'])

/** A request as received. */
export interface Received {
  readonly step: Step | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: URLSearchParams
}

interface CardData {
  readonly number: string
  exp_month: number
  exp_year: number
  /** The brand, as the processor spells it. */
  readonly brand?: string
  readonly wallet?: string
  readonly networks?: readonly string[]
}

interface Method {
  readonly id: string
  readonly card: CardData
  name: string | null
  customer: string | null
  wasAttached: boolean
  metadata: Record<string, string>
}

/** What a request does. */
interface Route {
  readonly step: Step
  act(): object
}

interface Answer {
  readonly status: number
  readonly body: object
}

/**
 * A stand-in for the card processor. It serves the documented requests that Foyer uses, over HTTP
 * with its objects in memory, and can cause every kind of fault.
 */
export class Processor {
  readonly key = 'sk_test_processor'
  /** The platforms that the keys belong to. */
  readonly keys = new Keys()
  /** The key that pages use. */
  readonly publishableKey = 'pk_test_processor'
  /** Whether the account may send numbers of cards. */
  takesNumbers = true
  readonly received: Received[] = []
  /** The faults of requests that the processor's published OpenAPI document does not allow. */
  readonly invalid: string[] = []
  /** Called before a request takes effect. The request waits for the returned promise. */
  onRequest: ((step: Step) => unknown) | undefined
  readonly #server: Server
  readonly #customers = new Map<string, Record<string, string>>()
  readonly #deletedCustomers = new Set<string>()
  readonly #methods = new Map<string, Method>()
  readonly #tokens = new Map<string, CardData>()
  readonly #setups = new Setups({
    hasCustomer: (id) => this.#hasCustomer(id),
    find: (id) => this.#find(id),
    create: (body, prefix) => this.#createFrom(body, prefix),
    confirm: (token) => {
      const card = this.#confirmations.get(token)
      if (card === undefined || this.#spent.has(token)) throw missing('confirmation_token', 400)
      // It can still be read.
      this.#spent.add(token)
      return this.#keep(card, null, {})
    },
  })
  /** The connected accounts of sellers. */
  readonly accounts = new Accounts(this.keys)
  /** The charges of the purchase service. */
  readonly payments = new Payments({
    find: (id) => this.#find(id),
    isSetUp: (id) => this.#setups.isSetUp(id),
  })
  readonly #confirmations = new Map<string, CardData>()
  readonly #spent = new Set<string>()
  readonly #answers = new Map<string, { request: string; answer: Answer }>()
  readonly #faults = new Map<Step, { fault: Fault; left: number }>()
  readonly #faultsOf = new Map<string, Fault>()
  readonly #pending = new Set<Promise<void>>()

  private constructor() {
    this.#server = createServer((request, response) => {
      const work = this.#answer(request, response).catch(() => void response.destroy())
      this.#pending.add(work)
      work.finally(() => this.#pending.delete(work))
    })
  }

  static async start(): Promise<Processor> {
    const processor = new Processor()
    await new Promise<void>((resolve) => processor.#server.listen(0, '127.0.0.1', resolve))
    return processor
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Stops. Fails if a request was not allowed by the OpenAPI document. */
  async stop(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await this.settled()
    assert.deepEqual(this.invalid, [])
  }

  /** Waits until no request is being processed. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }

  /**
   * Waits until no request has come for some time: longer than a client waits before a retry. The
   * wait consists of many turns of the event loop, so that work that is overdue because the machine
   * was busy is done first.
   */
  async quiet(): Promise<void> {
    for (let calm = 0; calm < 15; calm++) {
      const before = this.received.length
      await pause(10)
      await this.settled()
      if (this.received.length > before) calm = -1
    }
  }

  /** Makes the next requests of a kind fail: this many, or without `times` all until `heal`. */
  fail(step: Step, fault: Fault, times = Number.POSITIVE_INFINITY): void {
    this.#faults.set(step, { fault, left: times })
  }

  /**
   * Makes all requests of a kind that are about one cardholder fail until `heal`. Before there is a
   * card, a user's id stands for the cardholder.
   */
  failFor(holder: string, step: Step, fault: Fault): void {
    this.#faultsOf.set(`${step} ${holder}`, fault)
  }

  healFor(holder: string, step: Step): void {
    this.#faultsOf.delete(`${step} ${holder}`)
  }

  heal(): void {
    this.#faults.clear()
    this.#faultsOf.clear()
    this.onRequest = undefined
  }

  /** Whether some kind of request fails until further notice. */
  get isFailing(): boolean {
    return [...this.#faults.values()].some(({ left }) => left === Number.POSITIVE_INFINITY)
  }

  /** Whether some kind of request may get a late response, until further notice. */
  get isSlow(): boolean {
    return [...this.#faults.values()].some(
      ({ fault, left }) => left === Number.POSITIVE_INFINITY && slowFaults.has(fault.kind),
    )
  }

  /** The ids of the cards that customers have, in order. */
  get attached(): string[] {
    const methods = [...this.#methods.values()]
    return methods
      .filter(({ customer }) => customer !== null)
      .map(({ id }) => id)
      .sort()
  }

  /** The ids of all customers, in order. */
  get customerIds(): string[] {
    return [...this.#customers.keys()].sort()
  }

  get customers(): readonly Record<string, string>[] {
    return [...this.#customers.values()]
  }

  method(id: string | undefined): Readonly<Method> | undefined {
    return this.#methods.get(id ?? '')
  }

  /** All SetupIntents, oldest first. */
  get setups(): readonly Readonly<Setup>[] {
    return this.#setups.all
  }

  /** The ids of the SetupIntents that can still be confirmed, in order. */
  get openSetups(): string[] {
    return this.#setups.open
  }

  /**
   * Confirms a SetupIntent with a card, as hosted fields do. If the issuer has a challenge and
   * `isHolder` is given, ends the challenge.
   * @returns the payment method
   * @throws {Problem} if the card is declined
   */
  confirmSetup(id: string, number: string, isHolder?: boolean): string {
    const method = this.newMethod(number)
    this.#setups.confirm(id, new URLSearchParams({ payment_method: method }))
    const isChallenged = this.#setups.find(id).status === 'requires_action'
    if (isChallenged && isHolder !== undefined) this.#setups.authenticate(id, isHolder)
    return method
  }

  /** Starts a SetupIntent for a customer, as the marketplace's own service may. */
  startSetup(
    customer: string,
    usage = 'off_session',
    number = '4242424242424242',
  ): Readonly<Setup> {
    const method = this.newMethod(number)
    const body = { customer, usage, payment_method: method, confirm: 'true' }
    this.#setups.create(new URLSearchParams(body), {})
    const setup = this.setups.at(-1)
    if (setup === undefined) throw new Error('There is no setup.')
    return setup
  }

  /** The contents of an event about a SetupIntent whose card was declined. */
  failedSetup(id: string): object {
    const { error, method } = this.#setups.find(id)
    const payment_method = method === null ? null : shown(this.#find(method))
    const last_setup_error = { ...error, payment_method }
    return { ...this.#setups.retrieve(id, new URLSearchParams()), last_setup_error }
  }

  /** Ends the challenge of a card's issuer. `isHolder` says whether the holder has answered it. */
  authenticate(id: string, isHolder = true): void {
    this.#setups.authenticate(id, isHolder)
  }

  /** Cancels a SetupIntent, as on the processor's own pages. */
  cancelSetup(id: string): void {
    this.#setups.cancel(id, null)
  }

  /** The token that the hosted fields return for a card. It can be used once. */
  newToken(number: string): string {
    const id = newId('tok')
    this.#tokens.set(id, { number, exp_month: 11, exp_year: 2098 })
    return id
  }

  /** The token that the hosted fields return if the server confirms the card. */
  newConfirmation(card: Partial<CardData> & Pick<CardData, 'number'>): string {
    const id = newId('ctoken')
    this.#confirmations.set(id, { exp_month: 11, exp_year: 2098, ...card })
    return id
  }

  /** The payment method that the hosted fields create. */
  newMethod(number: string, holder: string | null = null): string {
    return this.#keep({ number, exp_month: 11, exp_year: 2098 }, holder, {}).id
  }

  /** Deletes a user's customers, as on the processor's own pages. This detaches their cards. */
  forgetCustomer(userId: number): void {
    for (const [id, { foyer_user }] of this.#customers) {
      if (foyer_user !== String(userId)) continue
      this.#customers.delete(id)
      this.#deletedCustomers.add(id)
      for (const method of this.#methods.values()) {
        if (method.customer === id) method.customer = null
      }
    }
  }

  detach(id: string): void {
    const method = this.#methods.get(id)
    if (method) method.customer = null
  }

  /**
   * Replaces the data of a card, as the processor does when the issuer sends the holder a new card.
   */
  renew(id: string, card: Partial<CardData>): void {
    const method = this.#methods.get(id)
    if (method) Object.assign(method, { card: { ...method.card, ...card } })
  }

  /** Adds a card to a customer, as the marketplace's own service may. */
  give(customer: string, number: string, metadata: Record<string, string> = {}): string {
    const method = this.#keep({ number, exp_month: 11, exp_year: 2098 }, null, metadata)
    method.customer = customer
    method.wasAttached = true
    return method.id
  }

  /** The customer of a user. */
  customerOf(userId: number): string {
    const found = [...this.#customers].find(([, of]) => of.foyer_user === String(userId))
    if (found === undefined) throw new Error(`The user ${userId} has no customer.`)
    return found[0]
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = new URLSearchParams(await text(request))
    const url = new URL(request.url ?? '', 'http://processor')
    if (!url.pathname.startsWith('/v1/')) return this.#show(url, body, response)
    const { step, act } = this.#route(request.method ?? '', url, body)
    this.received.push({ step, headers: request.headers, body })
    const parameters = request.method === 'POST' ? body : url.searchParams
    const faults = requestFaults(request.method ?? '', url.pathname, parameters)
    this.invalid.push(...faults)
    const fault = this.#faultOf(step) ?? this.#faultsOf.get(`${step} ${this.#holderOf(url, body)}`)
    if (step) await this.onRequest?.(step)
    if (fault?.kind === 'odd') return fault.answer(response)
    if (fault?.kind === 'dropped') return void response.destroy()
    if (fault?.kind === 'late') await pause(fault.by)
    const failure =
      fault?.kind === 'refused' || fault?.kind === 'spoilt'
        ? { status: fault.status, body: { error: fault.error } }
        : undefined
    const answer =
      failure && fault?.kind === 'refused' ? failure : this.#once(request, url, body, act)
    if (failure && failure.status >= 500 && step && !notStored.has(step))
      this.#store(request, url, body, failure)
    if (fault?.kind === 'odd after all') return fault.answer(response)
    if (fault?.kind === 'lost') return void response.destroy()
    if (fault?.kind === 'lost late') await pause(fault.by)
    if (fault?.kind === 'answered after') await fault.wait()
    const { status, body: told } = failure ?? answer
    response
      .writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': newId('req') })
      .end(JSON.stringify(told))
  }

  /**
   * Answers a browser: with a page, or with a response to the requests of its fields and
   * challenges.
   */
  #show({ pathname, searchParams }: URL, body: URLSearchParams, response: ServerResponse): void {
    const page = processorPages[pathname]
    if (page) return void response.writeHead(200, { 'Content-Type': page.type }).end(page.content)
    const [, what, id = ''] = pathname.split('/')
    const isHolder = searchParams.get('outcome') === 'succeed'
    const { status, body: told } = attempt(() => {
      if (what === 'challenge') return this.#setups.authenticate(id, isHolder)
      if (this.#setups.find(id).secret !== body.get('client_secret')) throw missing('setup_intent')
      return this.#setups.confirm(id, body)
    })
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(told))
  }

  #faultOf(step: Step | undefined): Fault | undefined {
    const known = step && this.#faults.get(step)
    if (!known || known.left === 0) return undefined
    known.left--
    return known.fault
  }

  /** The subject of a request: the cardholder, or a user's id if there is no card yet. */
  #holderOf({ pathname }: URL, body: URLSearchParams): string | null | undefined {
    const [, , noun, id = ''] = pathname.split('/')
    if (noun === 'customers')
      return body.get('metadata[foyer_user]') ?? this.#customers.get(id)?.foyer_user
    const setup =
      noun === 'setup_intents' ? this.setups.find((known) => known.id === id) : undefined
    const method = body.get('payment_method') ?? setup?.method ?? id
    return body.get('billing_details[name]') ?? this.#methods.get(method)?.name
  }

  /**
   * Returns the stored response for the same key and the same request, without any further effect.
   */
  #once(request: IncomingMessage, url: URL, body: URLSearchParams, act: () => object): Answer {
    if (request.headers.authorization !== `Bearer ${this.key}`) {
      return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid' } } }
    }
    const key = request.headers['idempotency-key']
    if (request.method !== 'POST' || typeof key !== 'string') return attempt(act)
    const asked = `${url.pathname}?${body}`
    const known = this.#answers.get(key)
    if (known !== undefined && known.request !== asked) {
      return { status: 400, body: { error: { type: 'idempotency_error' } } }
    }
    if (known !== undefined) return known.answer
    const answer = attempt(act)
    this.#store(request, url, body, answer)
    return answer
  }

  /** Stores an answer for all later requests with the same key, also one with 5xx. */
  #store(request: IncomingMessage, { pathname }: URL, body: URLSearchParams, answer: Answer): void {
    const key = request.headers['idempotency-key']
    if (request.method !== 'POST' || typeof key !== 'string') return
    this.#answers.set(key, { request: `${pathname}?${body}`, answer })
  }

  #route(method: string, { pathname, searchParams }: URL, body: URLSearchParams) {
    const [, , noun, id = '', verb] = pathname.split('/')
    const post = method === 'POST'
    const route = (step: Step, act: () => object) => ({ step, act })
    if (noun === 'customers' && post) {
      return route('customers.create', () => this.#createCustomer(body))
    }
    if (noun === 'customers' && method === 'DELETE') {
      return route('customers.delete', () => this.#deleteCustomer(id))
    }
    if (noun === 'customers' && verb === 'payment_methods') {
      return route('customers.payment_methods', () => this.#list(id, searchParams))
    }
    if (noun === 'customers') return route('customers.retrieve', () => this.#retrieveCustomer(id))
    if (noun === 'payment_methods' && post) {
      if (id === '') return route('payment_methods.create', () => this.#create(body))
      if (verb === 'detach') return route('payment_methods.detach', () => this.#detach(id))
      return route('payment_methods.update', () => this.#update(id, body))
    }
    if (noun === 'payment_methods')
      return route('payment_methods.retrieve', () => shown(this.#find(id)))
    if (noun === 'payment_intents') return this.#paymentRoute(post, id, body)
    if (noun === 'confirmation_tokens')
      return route('confirmation_tokens.retrieve', () => {
        const card = this.#confirmations.get(id)
        if (card === undefined) throw missing('confirmation_token')
        const payment_method_preview = { type: 'card', card: cardShown(card) }
        return { id, object: 'confirmation_token', payment_method_preview }
      })
    if (noun === 'setup_intents') return this.#setupRoute(post, id, verb, searchParams, body)
    if (noun === 'tokens') return route('tokens.create', () => this.accounts.createToken(body))
    if (noun === 'accounts')
      return verb === 'external_accounts'
        ? this.#externalRoute(method, pathname, searchParams, body)
        : this.#accountRoute(method, id, body)
    const nothing = (): never => {
      throw new Problem(404, { type: 'invalid_request_error', message: 'Unrecognized request URL' })
    }
    return { step: undefined, act: nothing }
  }

  #accountRoute(method: string, id: string, body: URLSearchParams): Route {
    const { accounts } = this
    if (method === 'GET') return { step: 'accounts.retrieve', act: () => accounts.retrieve(id) }
    if (method === 'DELETE') return { step: 'accounts.delete', act: () => accounts.delete(id) }
    if (id !== '') return { step: 'accounts.update', act: () => accounts.update(id, body) }
    return { step: 'accounts.create', act: () => accounts.create(body, metadataIn(body)) }
  }

  #externalRoute(
    method: string,
    pathname: string,
    query: URLSearchParams,
    body: URLSearchParams,
  ): Route {
    const { accounts } = this
    const [, , , id = '', , external] = pathname.split('/')
    if (method === 'GET')
      return { step: 'external_accounts.list', act: () => accounts.list(id, query) }
    if (external === undefined) {
      const act = () => accounts.attach(id, body, metadataIn(body))
      return { step: 'external_accounts.create', act }
    }
    if (method === 'DELETE') {
      const act = () => accounts.deleteExternal(id, external)
      return { step: 'external_accounts.delete', act }
    }
    const act = () => accounts.updateExternal(id, external, body)
    return { step: 'external_accounts.update', act }
  }

  #paymentRoute(
    post: boolean,
    id: string,
    body: URLSearchParams,
  ): { step: Step; act: () => object } {
    const { payments } = this
    if (!post) return { step: 'payment_intents.retrieve', act: () => payments.retrieve(id) }
    if (id === '') return { step: 'payment_intents.create', act: () => payments.create(body) }
    return { step: 'payment_intents.confirm', act: () => payments.confirm(id, body) }
  }

  #setupRoute(
    post: boolean,
    id: string,
    verb: string | undefined,
    query: URLSearchParams,
    body: URLSearchParams,
  ): { step: Step; act: () => object } {
    const setups = this.#setups
    if (post && id === '')
      return { step: 'setup_intents.create', act: () => setups.create(body, metadataIn(body)) }
    if (post && verb === 'confirm')
      return { step: 'setup_intents.confirm', act: () => setups.confirm(id, body) }
    if (post) {
      const act = () => setups.cancel(id, body.get('cancellation_reason'))
      return { step: 'setup_intents.cancel', act }
    }
    if (id === '') return { step: 'setup_intents.list', act: () => setups.list(query) }
    return { step: 'setup_intents.retrieve', act: () => setups.retrieve(id, query) }
  }

  #createCustomer(body: URLSearchParams): object {
    const id = newId('cus')
    this.keys.made(id)
    this.#customers.set(id, metadataIn(body))
    return { id, object: 'customer', metadata: metadataIn(body) }
  }

  #hasCustomer(id: string): boolean {
    return this.#customers.has(id) && this.keys.hasAccess(id)
  }

  /** A deleted customer can still be read, marked as deleted. */
  #retrieveCustomer(id: string): object {
    if (!this.keys.hasAccess(id)) throw missing('customer')
    if (this.#deletedCustomers.has(id)) return { id, object: 'customer', deleted: true }
    const metadata = this.#customers.get(id)
    if (metadata === undefined) throw missing('customer')
    return { id, object: 'customer', metadata }
  }

  /** Deleting a customer detaches the cards. */
  #deleteCustomer(id: string): object {
    if (!this.#hasCustomer(id)) throw missing('customer')
    this.#customers.delete(id)
    this.#deletedCustomers.add(id)
    for (const method of this.#methods.values()) {
      if (method.customer === id) method.customer = null
    }
    return { id, object: 'customer', deleted: true }
  }

  #create(body: URLSearchParams): object {
    return shown(this.#createFrom(body))
  }

  /** @param prefix of the parameters that describe the card; usually empty */
  #createFrom(body: URLSearchParams, prefix?: string): Method {
    const given = (name: string): string | null => {
      const [first = '', ...rest] = name.split('[')
      return body.get(prefix ? [`${prefix}[${first}]`, ...rest].join('[') : name)
    }
    const name = given('billing_details[name]')
    const token = given('card[token]')
    if (token !== null) {
      const card = this.#tokens.get(token)
      if (card === undefined) throw missing('card[token]', 400)
      this.#tokens.delete(token)
      return this.#keep(card, name, metadataIn(body))
    }
    if (!this.takesNumbers && prefix === undefined) {
      const message =
        'Sending credit card numbers directly to the Stripe API is generally unsafe. To enable raw card data APIs, see support.'
      throw new Problem(402, { type: 'invalid_request_error', message })
    }
    const number = given('card[number]') ?? ''
    const exp_month = Number(given('card[exp_month]'))
    const exp_year = Number(given('card[exp_year]'))
    if (!passesCheck(number)) {
      throw new Problem(402, { type: 'card_error', code: 'incorrect_number', param: 'number' })
    }
    return this.#keep({ number, exp_month, exp_year }, name, prefix ? {} : metadataIn(body))
  }

  #keep(card: CardData, name: string | null, metadata: Record<string, string>): Method {
    const id = newId('pm')
    const method = { id, card, name, customer: null, wasAttached: false, metadata }
    this.#methods.set(id, method)
    return method
  }

  #detach(id: string): object {
    const method = this.#find(id)
    if (method.customer === null) {
      throw new Problem(400, {
        type: 'invalid_request_error',
        message:
          'The payment method you provided is not attached to a customer so detachment is impossible.',
      })
    }
    method.customer = null
    return shown(method)
  }

  #update(id: string, body: URLSearchParams): object {
    const method = this.#find(id)
    if (method.customer === null) {
      throw new Problem(400, {
        type: 'invalid_request_error',
        message: 'You must save this PaymentMethod to a customer before you can update it.',
      })
    }
    method.name = body.get('billing_details[name]') ?? method.name
    method.card.exp_month = Number(body.get('card[exp_month]') ?? method.card.exp_month)
    method.card.exp_year = Number(body.get('card[exp_year]') ?? method.card.exp_year)
    Object.assign(method.metadata, metadataIn(body))
    return shown(method)
  }

  #list(customer: string, query: URLSearchParams): object {
    if (!this.#hasCustomer(customer)) throw missing('customer')
    const all = [...this.#methods.values()].filter((method) => method.customer === customer)
    const after = all.findIndex(({ id }) => id === query.get('starting_after'))
    // Returns fewer than requested, so that the caller has to request another page.
    const data = all.slice(after + 1, after + 3)
    return { object: 'list', data: data.map(shown), has_more: after + 3 < all.length }
  }

  /** Finds a payment method. The name of a test card creates a payment method with each use. */
  #find(id: string): Method {
    if (id === 'pm_card_visa')
      return this.#keep({ number: '4242424242424242', exp_month: 10, exp_year: 2097 }, null, {})
    const method = this.#methods.get(id)
    if (method === undefined) throw missing('payment_method')
    return method
  }
}

function attempt(act: () => object): Answer {
  try {
    return { status: 200, body: act() }
  } catch (error) {
    if (error instanceof Problem) return { status: error.status, body: { error: error.error } }
    throw error
  }
}

const metadataIn = (body: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...body].flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1]
      return key === undefined ? [] : [[key, value]]
    }),
  )

const shown = ({ id, card, name, customer, metadata }: Method): object => ({
  id,
  object: 'payment_method',
  type: 'card',
  customer,
  metadata,
  billing_details: { name },
  card: cardShown(card),
})

export const cardShown = ({
  number,
  exp_month,
  exp_year,
  wallet,
  networks,
  ...given
}: CardData) => {
  const { brand = number.startsWith('3') ? 'amex' : 'visa' } = given
  return {
    brand,
    last4: number.slice(-4),
    exp_month,
    exp_year,
    fingerprint: Buffer.from(number).toString('base64url').split('').reverse().join(''),
    networks: { available: networks ?? [brand], preferred: null },
    wallet: wallet === undefined ? null : { type: wallet, dynamic_last4: null },
  }
}

function passesCheck(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
