import type Stripe from 'stripe'
import * as customers from '../customers/customers.ts'
import { declines } from '../refusals.ts'
import {
  type Agreement,
  AuthenticationNeeded,
  type CardSetups,
  type HostedFields,
  type Setup,
} from '../vault.ts'
import { type Ask, keyOf, name, type StripeCalls } from './stripe-calls.ts'
import { isCustomerMissing, isMissing, unavailable } from './stripe-errors.ts'
import {
  foreign,
  readSetup,
  readSetups,
  type SetupAnswer,
  setupOf,
} from './stripe-setup-answers.ts'

/*
 * A SetupIntent of the processor makes a card ready for payments while its holder is away. Its
 * issuer may want the holder to authenticate (3-D Secure, EMVCo 2.2).
 */

/** What every SetupIntent says. */
const common = (customer: string, userId: number, reference: string) => ({
  customer,
  usage: 'off_session' as const,
  payment_method_types: ['card'],
  metadata: { foyer_reference: reference, foyer_user: String(userId) },
})

/** The setups of the processor. */
export function stripeSetups(calls: StripeCalls, hostedFields: HostedFields): CardSetups {
  const { stripe, db, startCall, customerOf, forgetDeleted } = calls

  async function start(
    ask: Ask,
    userId: number,
    reference: string,
    isRepeated = false,
  ): Promise<SetupAnswer> {
    const customer = await customerOf(ask, userId)
    try {
      return await ask(
        readSetup,
        (options) => stripe.setupIntents.create(common(customer, userId, reference), options),
        keyOf(reference, `setup-${customer}`),
      )
    } catch (error) {
      await forgetDeleted(ask, userId, customer, error)
      if (isRepeated) throw error
      return start(ask, userId, reference, true)
    }
  }

  const cancel = async (ask: Ask, id: string): Promise<void> => {
    try {
      await ask(readSetup, (options) =>
        stripe.setupIntents.cancel(id, { cancellation_reason: 'abandoned' }, options),
      )
    } catch (error) {
      if (!isMissing(error) && !isEnded(error)) throw unavailable(error)
    }
  }

  return {
    hostedFields,

    async start(userId, reference) {
      try {
        return setupOf(await start(startCall(), userId, reference))
      } catch (error) {
        throw unavailable(error)
      }
    },

    async read(userId, setupId) {
      const customer = await customers.findCustomer(db, userId, name)
      if (customer === undefined || !isSetupId(setupId)) return undefined
      try {
        const answer = await startCall()(readSetup, (options) =>
          stripe.setupIntents.retrieve(setupId, { expand: ['latest_attempt'] }, options),
        )
        return answer.customer === customer && isOffSession(answer) ? setupOf(answer) : undefined
      } catch (error) {
        if (isMissing(error)) return undefined
        throw unavailable(error)
      }
    },

    cancel: (setupId) => cancel(startCall(), setupId),

    async cancelAll(userId, reference, except) {
      const customer = await customers.findCustomer(db, userId, name)
      if (customer === undefined) return
      const ask = startCall()
      for (const setup of await listSetups(calls, ask, { customer })) {
        if (setup.metadata?.foyer_reference !== reference || except.includes(setup.id)) continue
        if (setup.status !== 'succeeded' && setup.status !== 'canceled') await cancel(ask, setup.id)
      }
    },
  }
}

/**
 * Sets up a payment method for a customer, which also attaches it. The payment method may be given
 * by a confirmation token, which makes it.
 * @returns the setup, which has succeeded
 * @throws {AuthenticationNeeded} if its holder must authenticate
 */
export async function setUp(
  { stripe }: StripeCalls,
  ask: Ask,
  customer: string,
  card: { readonly userId: number; readonly reference: string } & (
    | { readonly paymentMethod: string; readonly isForeign?: boolean }
    | { readonly confirmationToken: string }
  ),
): Promise<Setup> {
  const { userId, reference } = card
  const isToken = 'confirmationToken' in card
  const named = isToken ? card.confirmationToken : card.paymentMethod
  const { metadata, ...rest } = common(customer, userId, reference)
  const isForeign = !isToken && card.isForeign === true
  const details = {
    ...rest,
    metadata: { ...metadata, ...(isForeign && { foyer_card: foreign }) },
    ...(isToken ? { confirmation_token: named } : { payment_method: named }),
    confirm: true,
    expand: ['latest_attempt'],
  }
  // A payment method may be sent again after a decline. With the same key, the processor would
  // repeat the decline.
  const key = reference === named ? undefined : keyOf(reference, `setup-${customer}-${named}`)
  const setup = setupOf(
    await ask(readSetup, (options) => stripe.setupIntents.create(details, options), key),
  )
  if (setup.status === 'requires_action')
    throw new AuthenticationNeeded(declines.authentication_required, setup)
  if (setup.status === 'succeeded') return setup
  throw setup.decline ?? unavailable(new Error(`The SetupIntent is ${setup.status}.`))
}

/** A setup that has succeeded, as far as it tells who has attached its payment method. */
interface Succeeded {
  readonly reference: string | null
  /** Undefined if the card may not be charged while its holder is away. */
  readonly agreement: Agreement | undefined
}

/** Returns the setups of a customer's payment method that have succeeded, the newest first. */
export async function listSetupsOf(
  calls: StripeCalls,
  ask: Ask,
  customer: string,
  paymentMethod: string,
): Promise<Succeeded[]> {
  const all = await listSetups(calls, ask, { customer, payment_method: paymentMethod })
  return all
    .filter(({ status }) => status === 'succeeded')
    .map((answer) => {
      const { reference, agreement } = setupOf(answer)
      return { reference, agreement: isOffSession(answer) ? agreement : undefined }
    })
}

/**
 * Returns the references under which we have attached a payment method: its own, and those of its
 * setups, the newest first. Empty if somebody else attached it: a setup does not attach what is
 * already attached.
 */
export function attachedUnder(
  own: string | undefined,
  setups: readonly Pick<Succeeded, 'reference'>[],
): readonly string[] {
  const ofSetups = setups.map(({ reference }) => reference)
  if (own === undefined && ofSetups.at(-1) == null) return []
  const all = [own, ...ofSetups].filter((reference) => reference != null)
  return [...new Set(all)]
}

/** Returns all setups that a filter selects, page by page. */
export async function listSetups(
  { stripe }: StripeCalls,
  ask: Ask,
  filter: Stripe.SetupIntentListParams,
): Promise<SetupAnswer[]> {
  const found: SetupAnswer[] = []
  let after: string | undefined
  do {
    const page = {
      ...filter,
      limit: 100,
      expand: ['data.latest_attempt'],
      ...(after && { starting_after: after }),
    }
    try {
      const { data, has_more } = await ask(readSetups, (options) =>
        stripe.setupIntents.list(page, options),
      )
      found.push(...data)
      after = has_more ? data.at(-1)?.id : undefined
    } catch (error) {
      // Without the customer there is nothing that could still be confirmed.
      if (isCustomerMissing(error)) return found
      throw unavailable(error)
    }
  } while (after !== undefined)
  return found
}

/** Whether the card of a setup may be charged while its holder is away. */
const isOffSession = ({ usage }: SetupAnswer): boolean => usage === 'off_session'

/** Whether a setup could not be cancelled because it has ended, or is about to. */
const isEnded = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'setup_intent_unexpected_state'

/** Whether a text is an id of a SetupIntent. */
export const isSetupId = (text: string): boolean => /^seti_[A-Za-z0-9]{1,200}$/.test(text)
