import { removeInBatches } from '../../../../platform/database/batches.ts'
import { type EndState, type Setup, VaultUnavailable } from '../../../../processor/vault.ts'
import { isInUse } from '../../store.ts'
import type { WalletDeps } from '../../wallet/open-wallet.ts'
import { giveUpIn, remove } from '../work/removal.ts'
import { cancelUnknown } from './setups.ts'
import * as store from './store.ts'

/** How long setups that have ended are kept, in milliseconds. */
const keptMs = 7 * 24 * 60 * 60_000
/** How long a setup waits that the processor is deciding on, in milliseconds. */
const postponedMs = 5 * 60_000
/** How long a setup waits that could not be ended, in milliseconds. */
const retryMs = 60_000
/** The sweep stops after this many failures, because then the vault is at fault. */
const maxFailures = 3

/**
 * Ends the setups that have expired: cancels them at the processor, and removes the cards that were
 * entered and not saved. Deletes the setups that ended long ago.
 * @returns how many it ended
 * @throws {VaultUnavailable} if some could not be ended
 */
export async function endExpiredSetups(wallet: WalletDeps): Promise<number> {
  const { db, vault, clock } = wallet
  const now = new Date(clock.now())
  const before = new Date(clock.now() - keptMs)
  await removeInBatches((limit) => store.removeEnded(db, before, limit))
  let ended = 0
  for (;;) {
    const rows = await store.listExpired(db, vault.name, now)
    if (rows.length === 0) return ended
    ended += await endAll(wallet, rows)
  }
}

/**
 * Ends the setups of a user that have expired.
 * @throws {VaultUnavailable} if some could not be ended
 */
export async function endExpiredSetupsOf(wallet: WalletDeps, userId: number): Promise<void> {
  const { db, vault, clock } = wallet
  const now = new Date(clock.now())
  await endAll(wallet, await store.listExpiredOf(db, userId, vault.name, now))
}

async function endAll(wallet: WalletDeps, rows: readonly store.SetupRow[]): Promise<number> {
  const { db, clock } = wallet
  const now = clock.now()
  const failures: VaultUnavailable[] = []
  let ended = 0
  for (const row of rows) {
    if (failures.length === maxFailures) break
    try {
      const state = await endAtProcessor(wallet, row)
      if (state === undefined)
        await store.postponeSetup(db, row.user_id, row.id, new Date(now + postponedMs))
      else {
        await store.endSetup(db, row.user_id, row.id, state, new Date(now))
        await store.removeOfErased(db, row.user_id)
        ended++
      }
    } catch (error) {
      if (!(error instanceof VaultUnavailable)) throw error
      failures.push(error)
      await store.postponeSetup(db, row.user_id, row.id, new Date(now + retryMs))
    }
  }
  if (failures[0] !== undefined) throw failures[0]
  return ended
}

/** @returns how it ended; undefined if it cannot end yet */
async function endAtProcessor(
  wallet: WalletDeps,
  row: store.SetupRow,
): Promise<EndState | undefined> {
  const { db, vault } = wallet
  const { user_id, reference, setup_id } = row
  if (setup_id === null) await cancelUnknown(wallet, user_id, reference)
  if (setup_id === null || vault.setups === undefined) return 'expired'
  const before = await vault.setups.read(user_id, setup_id)
  if (before !== undefined && before.status !== 'succeeded') await vault.setups.cancel(setup_id)
  // It may have succeeded meanwhile, and then it could not be cancelled.
  const after = before?.status === 'succeeded' ? before : await vault.setups.read(user_id, setup_id)
  if (after === undefined) return 'canceled'
  if (after.status === 'canceled') return endOf(before)
  if (after.status !== 'succeeded' || after.token === null) return undefined
  if (await isInUse(db, user_id, vault.name, after.token)) return 'used'
  return (await removeUnsaved(wallet, row, after.token)) ? 'abandoned' : undefined
}

/** How a setup ended that is cancelled now. Its earlier status decides. */
function endOf(before: Setup | undefined): EndState {
  if (before === undefined || before.status === 'canceled') return 'canceled'
  const isEntered = before.status === 'requires_action' || before.decline !== undefined
  return isEntered ? 'abandoned' : 'expired'
}

/**
 * Removes a card that nobody has saved, unless somebody else has given it to the customer, or it is
 * the card of another setup that has not ended.
 * @returns whether no request is saving it now
 */
async function removeUnsaved(
  wallet: WalletDeps,
  { user_id, reference }: store.SetupRow,
  token: string,
): Promise<boolean> {
  const { db, vault } = wallet
  const cards = await vault.find(user_id, token)
  const work = { reference: token, ended: reference }
  const retired = await giveUpIn(db, vault.name, user_id, work, cards)
  for (const card of retired ?? []) await remove(wallet, user_id, card)
  return retired !== undefined
}
