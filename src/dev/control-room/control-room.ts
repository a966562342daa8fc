import type { Server } from 'node:http'
import type { Authenticator } from '../../identity/oauth/tokens/authenticate.ts'
import type { Clock } from '../../platform/clock.ts'
import type { OpenDatabase } from '../../platform/database/db.ts'
import { isRefused, refusals } from '../../platform/errors/refusals.ts'
import type { Outgoing } from '../../platform/http/outgoing/outgoing.ts'
import { basePath } from '../../platform/http/pages/scope.ts'
import type { CardVault } from '../../processor/vault.ts'
import type { Listing } from '../../resources/listings/directory/directory.ts'
import { findListing } from '../../resources/listings/listings.ts'
import type { WalletDeps } from '../../resources/payment-methods/wallet/open-wallet.ts'
import type { DemoFile } from '../demo/demo.ts'
import { openMovedTime } from '../time/time.ts'
import { type DemoCard, expireCard, listCards } from './cards.ts'
import { type Faults, failingOutgoing, failingVault, noFaults } from './faults.ts'
import { Inbox } from './inbox.ts'
import * as store from './store.ts'
import { Traffic } from './traffic.ts'

export interface ControlRoomDeps {
  readonly db: OpenDatabase
  readonly clock: Clock
  readonly authenticator: Authenticator
  readonly wallet: WalletDeps
  readonly demo: DemoFile
  readonly dataDir: string
  readonly authUrl: string
  /** Creates what is missing in the demo, and writes `demo.json`. */
  prepareDemo(): Promise<DemoFile | undefined>
}

/** How far the clock can be moved, in milliseconds: ten years. */
export const maxAheadMs = 3_653 * 86_400_000

/**
 * The controls of a service in development, for its page at `/demo`. Never made in production.
 */
export interface ControlRoom {
  readonly demo: DemoFile
  readonly faults: Faults
  readonly traffic: Traffic
  readonly inbox: Inbox
  /**
   * Whether the clock can be moved and the data reset. PostgreSQL has a clock of its own, and may
   * hold data of others.
   */
  readonly ownsDatabase: boolean
  /** How far the clock is ahead of the machine's, in milliseconds. */
  readonly aheadMs: number
  /** Makes a vault fail while a fault is set. */
  vault(vault: CardVault): CardVault
  /** Makes deliveries to webhooks fail while a fault is set. */
  outgoing(outgoing: Outgoing): Outgoing
  /** Shows the requests that the server receives. */
  watch(server: Server): void
  /**
   * Moves the clock of the service, its database and the OAuth library. 0 sets it to the machine's
   * time.
   */
  moveClock(aheadMs: number): Promise<void>
  /** Removes all data, creates the demo again, and undoes everything else. */
  reset(): Promise<void>
  /**
   * Does one action after the other. Two at once would undo each other: a reset replaces the clock
   * for a while, for example.
   */
  inTurn<T>(action: () => T | Promise<T>): Promise<T>
  /** When the first of the demo's access tokens ends, in milliseconds. 0 if one has ended. */
  tokensEndAt(): Promise<number>
  /** Issues new access tokens for the demo. */
  renewTokens(): Promise<void>
  listListings(): Promise<readonly Listing[]>
  listCards(): Promise<readonly DemoCard[]>
  expireCard(card: DemoCard): Promise<void>
}

/** Makes the control room of a service with a demo. */
export function openControlRoom(deps: ControlRoomDeps): ControlRoom {
  const { db, clock, authenticator, wallet, dataDir, authUrl } = deps
  const time = openMovedTime()
  const faults = noFaults()
  const traffic = new Traffic(clock)
  const inbox = new Inbox(dataDir)
  const ownsDatabase = db.kind === 'embedded'
  let { demo } = deps
  let lastAction: Promise<unknown> = Promise.resolve()
  const base = basePath(authUrl)
  const prepare = async () => {
    demo = (await deps.prepareDemo()) ?? demo
  }
  const assertOwn = () => {
    if (!ownsDatabase) throw new Error('The database is not the embedded one.')
  }
  return {
    get demo() {
      return demo
    },
    faults,
    traffic,
    inbox,
    ownsDatabase,
    get aheadMs() {
      return time.aheadMs
    },
    vault: (vault) => failingVault(vault, faults),
    outgoing: (outgoing) => failingOutgoing(outgoing, faults, { traffic, clock }),
    watch: (server) => traffic.watch(server, [`${base}/demo`, `${base}/assets/`]),
    async moveClock(aheadMs) {
      assertOwn()
      time.move(aheadMs)
      authenticator.forget('')
      // Tokens that ended meanwhile may be deleted. The demo gets new ones.
      if (aheadMs === 0) await prepare()
    },
    async reset() {
      assertOwn()
      time.move(0)
      Object.assign(faults, noFaults())
      await store.empty(db)
      authenticator.forget('')
      inbox.clear()
      traffic.clear()
      await prepare()
    },
    inTurn(action) {
      const turn = lastAction.then(action)
      lastAction = turn.catch(() => {})
      return turn
    },
    async tokensEndAt() {
      const ends = demo.users.map(async ({ access_token }) => {
        try {
          return (await authenticator.authenticate(`Bearer ${access_token}`)).expiresAt
        } catch (error) {
          if (isRefused(error, refusals.invalid_token)) return 0
          throw error
        }
      })
      return Math.min(...(await Promise.all(ends)))
    },
    renewTokens: prepare,
    async listListings() {
      const found = await Promise.all(demo.listings.map(({ id }) => findListing(db, String(id))))
      return found.filter((listing) => listing !== null)
    },
    listCards: () =>
      listCards(
        wallet,
        demo.users.map(({ email }) => email),
      ),
    expireCard: (card) => expireCard(wallet, card),
  }
}
