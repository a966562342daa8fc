import type { Metrics } from '../../../platform/metrics/metrics.ts'
import type { WalletDeps } from '../wallet/open-wallet.ts'
import type { Differences } from './reconcile-user.ts'
import * as store from './store.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** A comparison is due at this time of the day in UTC, in milliseconds. */
const dueAtMs = 3 * 60 * minuteMs

/** How long one run of the chore compares users, in milliseconds. The next run continues. */
const runMs = 50_000

/** What has found a difference: an event of the processor, or the nightly comparison. */
export type Finder = 'event' | 'comparison'

/** Makes the function that counts differences. */
export function openDifferences(metrics: Metrics): (found: Differences, by: Finder) => void {
  const counter = metrics.counter({
    name: 'foyer_card_differences_total',
    help:
      'Differences between the cards of users and the card processor that were corrected, by ' +
      'what found them: an event of the processor, or the nightly comparison.',
    labels: ['kind', 'found_by'],
  })
  const add = ({ renewed, detached, orphaned, customers }: Differences, found_by: Finder): void => {
    for (const [kind, count] of Object.entries({ renewed, detached, orphaned, customers }))
      counter.of({ kind, found_by }).value += count
  }
  const nothing = { renewed: 0, detached: 0, orphaned: 0, customers: 0 }
  for (const finder of ['event', 'comparison'] as const) add(nothing, finder)
  return add
}

/** The logger of the comparison. */
interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

export interface NightlyDeps {
  readonly wallet: WalletDeps
  readonly metrics: Metrics
  readonly log: Log
  readonly count: (found: Differences, by: Finder) => void
}

/**
 * Makes the function that compares the cards of all users with the vault, each night. Call it every
 * minute, on one instance at a time.
 */
export function nightlyReconciliation({ wallet, metrics, log, count }: NightlyDeps) {
  const { db, vault, clock } = wallet
  metrics.gauge({
    name: 'foyer_card_reconciliation_last_end_timestamp_seconds',
    help: 'When the last comparison of all cards with the card processor ended.',
    read: async () => {
      const ended = (await store.findLast(db, vault.name))?.ended_at
      return ended == null ? undefined : ended / 1_000
    },
  })
  return async (): Promise<void> => {
    const startMs = clock.now()
    const { notBegun, reconcileAll } = await import('./reconcile-all.ts')
    const last = await store.findLast(db, vault.name)
    const goesOn = last !== undefined && last.ended_at === null
    if (!goesOn && last !== undefined && last.began_at >= lastDue(startMs)) return
    if (!goesOn) await store.begin(db, vault.name, new Date(startMs))
    let counted = goesOn ? last : notBegun
    const save = async (soFar: store.Reconciliation, ended: Date | null) => {
      count(differencesSince(counted, soFar), 'comparison')
      counted = soFar
      await store.saveProgress(db, vault.name, soFar, ended)
    }
    const { soFar, hasEnded } = await reconcileAll(wallet, counted, {
      isOver: () => clock.now() - startMs > runMs,
      onPage: (soFar) => save(soFar, null),
      onError: (err) => log.warn({ err }, 'the cards of a user could not be compared'),
    })
    await save(soFar, hasEnded ? new Date(clock.now()) : null)
    const { users, renewed, detached, orphaned, customers, failed } = soFar
    const counts = { users, renewed, detached, orphaned, customers, failed }
    if (hasEnded) log.info(counts, 'the cards were compared with the processor')
  }
}

/** Returns the last time at which a comparison was due, in milliseconds since the epoch. */
const lastDue = (now: number): number => now - ((now - dueAtMs) % dayMs)

const differencesSince = (before: store.Counts, after: store.Counts): Differences => ({
  renewed: after.renewed - before.renewed,
  detached: after.detached - before.detached,
  orphaned: after.orphaned - before.orphaned,
  customers: after.customers - before.customers,
})
