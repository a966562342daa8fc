import { after, before, beforeEach, describe } from 'node:test'
import {
  hostedFieldsOf,
  openStripe,
  type StripeSettings,
} from '../../src/processor/stripe/stripe.ts'
import type { StripeLimits } from '../../src/processor/stripe/stripe-calls.ts'
import { stripeVault } from '../../src/processor/stripe/stripe-vault.ts'
import { sweepVault } from '../../src/resources/payment-methods/custody/sweep.ts'
import {
  openWallet,
  type WalletDeps,
} from '../../src/resources/payment-methods/wallet/open-wallet.ts'
import { suiteDatabases } from './database.ts'
import { FailingDatabase } from './failing-database.ts'
import { type Foyer, startFoyer, TestClock } from './foyer.ts'
import { type OpenDatabase, type Queryable, readConfig, sql } from './inside.ts'
import { Processor } from './processor.ts'
import { eventSecrets } from './processor-events.ts'

/** A service with a processor and a database whose failures tests control. */
export interface StripeFoyer {
  readonly foyer: Foyer
  readonly db: FailingDatabase
  readonly processor: Processor
  /** The vault of the sweep, with its own clock. */
  readonly wallet: WalletDeps
  /** Starts a second instance on the same database, with the same processor. */
  otherInstance(): Promise<{ readonly baseUrl: string; stop(): Promise<void> }>
  /** Sweeps the vault as if some minutes had passed. @returns how much was ended */
  sweepLater(): Promise<number>
  /** Sweeps the vault when all setups have expired. @returns how much was ended */
  sweepMuchLater(): Promise<number>
  /** The ids, in the vault, of the setups that users may continue, in order. */
  openSetups(): Promise<string[]>
  /** The ids, in the vault, of the cards of all users, in order. */
  named(): Promise<string[]>
}

/** The settings of a service that uses this processor. */
export const envOf = ({ url, key, publishableKey }: Processor) => ({
  CARD_VAULT: 'stripe',
  STRIPE_SECRET_KEY: key,
  STRIPE_URL: url,
  STRIPE_PUBLISHABLE_KEY: publishableKey,
  STRIPE_SCRIPT_URL: `${url}/endive/stripe.js`,
  STRIPE_WEBHOOK_SECRET: eventSecrets.join(','),
})

/** The settings of the vault. */
export function settingsOf(
  processor: Processor,
  env: Readonly<Record<string, string>> = {},
): StripeSettings {
  const { cardVault } = readConfig({ ...envOf(processor), ...env })
  if (cardVault.name !== 'stripe') throw new Error('these are the settings of another vault')
  return cardVault
}

/**
 * The time limits for the processor, in milliseconds: the usual one, and a short one while it does
 * not answer.
 */
const patient = { attemptTimeoutMs: 4_000, callTimeoutMs: 8_000 }
const impatient = { attemptTimeoutMs: 250, callTimeoutMs: 500 }
const minutes = 60_000

/**
 * Runs a suite on every available database. No fault of the processor or the database is set when a
 * test begins.
 */
export async function onEveryStripeFoyer(
  name: string,
  suite: (of: StripeFoyer) => void,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const database of await suiteDatabases()) {
    describe(`${name} (${database.name})`, () => {
      const of = {} as Running
      before(async () => {
        Object.assign(of, await start(new FailingDatabase(await database.open()), env))
      })
      beforeEach(() => {
        of.processor.heal()
        of.beginAgain()
      })
      after(() => of.stop())
      suite(of)
    })
  }
}

interface Running extends StripeFoyer {
  /** The sweep's clock shows the correct time again. */
  beginAgain(): void
  stop(): Promise<void>
}

async function start(db: FailingDatabase, env: Readonly<Record<string, string>>): Promise<Running> {
  const processor = await Processor.start()
  const limits = {
    retries: 1,
    get attemptTimeoutMs() {
      return (processor.isSlow ? impatient : patient).attemptTimeoutMs
    },
    get callTimeoutMs() {
      return (processor.isSlow ? impatient : patient).callTimeoutMs
    },
  }
  return startWith(db, processor, limits, env)
}

/** Lets time pass for all open items in the vault. The database's clock judges what is due. */
export async function ageWork(db: Queryable, minutes: number): Promise<void> {
  const age = sql`
    update vault_items set due_at = due_at - ${minutes}::integer * interval '1 minute'
    where ended_at is null`
  const ageRequests = sql`
    update vault_customers set requested_at = requested_at - ${minutes}::integer * interval '1 minute'`
  for (const statement of [age, ageRequests]) await db.query(statement)
}

/** Starts a service with its own processor, with the given time limit. */
export const startStripeFoyer = async (db: OpenDatabase, limits: StripeLimits) =>
  startWith(new FailingDatabase(db), await Processor.start(), limits)

async function startWith(
  db: FailingDatabase,
  processor: Processor,
  limits: StripeLimits,
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const cardVault = settingsOf(processor, env)
  const stripe = openStripe(cardVault)
  // The client waits half a second before a retry. Tests need not wait.
  Object.assign(stripe, { getInitialNetworkRetryDelay: () => 0.02 })
  const options = { hostedFields: hostedFieldsOf(cardVault), connect: cardVault.connect }
  const vault = stripeVault(stripe, db, options, limits)
  const settings = { ...envOf(processor), ...env }
  const foyer = await startFoyer(db, settings, vault)
  const secretKey = 'for nothing but fingerprints, which are not made here'
  // This is the sweep's clock. Tokens expire by the service's clock.
  const clock = new TestClock()
  const wallet = openWallet({ db, vault, clock, secretKey, authUrl: foyer.authUrl })
  return {
    foyer,
    db,
    processor,
    wallet,
    async otherInstance() {
      const { baseUrl, app } = await startFoyer(db, settings, vault)
      return { baseUrl, stop: () => app.close() }
    },
    async sweepLater() {
      clock.offset += 6 * minutes
      await ageWork(db, 6)
      return sweepVault(wallet)
    },
    async sweepMuchLater() {
      clock.offset += 90 * minutes
      await ageWork(db, 90)
      return sweepVault(wallet).finally(() => {
        clock.offset -= 90 * minutes
      })
    },
    async openSetups() {
      const rows = await db.query<{ setup_id: string }>(
        sql`select setup_id from vault_items
          where ended_at is null and setup_id is not null and setup_state <> 'succeeded'`,
      )
      return rows.map(({ setup_id }) => setup_id).sort()
    },
    async named() {
      const rows = await db.query<{ vault_token: string }>(
        sql`select vault_token from payment_methods where vault = 'stripe'`,
      )
      return rows.map(({ vault_token }) => vault_token).sort()
    },
    beginAgain() {
      clock.offset = 0
    },
    async stop() {
      await foyer.stop()
      await processor.stop()
    },
  }
}
