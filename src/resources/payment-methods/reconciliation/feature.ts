import type { Feature } from '../../../platform/feature.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'
import type { Worker } from '../../../platform/process/work.ts'
import type { SecretKey } from '../../../platform/secrets/keys.ts'
import { type CardVaultSettings, openEvents } from '../../../processor/open-vault.ts'
import type { RequestLimits } from '../../../support/limits/requests.ts'
import { openQueue, type Queue } from '../../../support/work/work.ts'
import type { CountDecline } from '../custody/attempts.ts'
import { refreshSetups } from '../custody/setups.ts'
import type { WalletDeps } from '../wallet/open-wallet.ts'
import { type ChangedCards, removeOldEvents } from './events.ts'
import { type NightlyDeps, nightlyReconciliation, openDifferences } from './nightly.ts'
import { eventRoutes, openEventCounts } from './routes.ts'

export interface CardVaultFeatureDeps {
  readonly wallet: WalletDeps
  readonly settings: CardVaultSettings
  readonly secretKey: SecretKey
  readonly authUrl: string
  readonly limits: RequestLimits
  readonly countDecline: CountDecline
  readonly metrics: Metrics
  readonly log: NightlyDeps['log']
}

/** The queue of users whose cards may have changed at the processor. */
export const changedCardsQueueName = 'changed cards'

/**
 * What keeps rows and the card vault alike: the sweep of unfinished work, the events of the
 * processor, and the nightly comparison.
 */
export function cardVaultFeature(deps: CardVaultFeatureDeps): Feature {
  const { wallet, settings, secretKey, authUrl, limits, countDecline, metrics, log } = deps
  const { db, vault, clock } = wallet
  const count = openDifferences(metrics)
  const nightly = nightlyReconciliation({ wallet, metrics, log, count })
  const countEvent = openEventCounts(metrics)
  const queue = openQueue<ChangedCards>(changedCardsQueueName, secretKey)
  const read = openEvents(settings)
  return {
    ...(read && {
      authRoutes: eventRoutes({
        db,
        clock,
        vault: vault.name,
        queue,
        read,
        limits,
        countDecline,
        count: countEvent,
        authUrl,
      }),
    }),
    chores: [
      {
        name: 'sweep the card vault',
        everyMs: 60_000,
        async run() {
          const { sweepVault } = await import('../custody/sweep.ts')
          await sweepVault(wallet)
        },
      },
      {
        name: 'delete old events of the card processor',
        everyMs: 10 * 60_000,
        run: () => removeOldEvents(wallet),
      },
      ...(vault.name === 'local'
        ? []
        : [{ name: 'compare cards with the processor', everyMs: 60_000, run: nightly }]),
    ],
    workers: [changedCardsWorker(wallet, queue, count)],
  }
}

/** Compares the cards and bank accounts of users after events of the processor. */
const changedCardsWorker = (
  wallet: WalletDeps,
  queue: Queue<ChangedCards>,
  count: NightlyDeps['count'],
): Worker => ({
  queue: queue.name,
  atOnce: 4,
  retriesAtOnce: 3,
  hostShare: 1,
  retry: { firstSeconds: 15, factor: 3, maxSeconds: 8 * 60 * 60, maxAttempts: 10 },
  timeoutMs: 60_000,
  async perform(job) {
    const { userId, revoked } = queue.read(job)
    const { reconcileUser } = await import('./reconcile-user.ts')
    const { advanceDueOf } = await import('../custody/sweep.ts')
    await refreshSetups(wallet, userId)
    await advanceDueOf(wallet, userId)
    count(await reconcileUser(wallet, userId, { revoked }), 'event')
    return undefined
  },
})
