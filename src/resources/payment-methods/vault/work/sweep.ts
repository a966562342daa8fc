import {
  finishCustomers,
  removeRetiredCustomers,
} from '../../../../processor/customers/customers.ts'
import { VaultUnavailable } from '../../../../processor/vault.ts'
import { isInUse, isInUseByAnybody } from '../../store.ts'
import type { WalletDeps } from '../../wallet/open-wallet.ts'
import { endExpiredSetups } from '../setups/expired-setups.ts'
import { cancelUnknown } from '../setups/setups.ts'
import { restoreDetails } from './details.ts'
import type { VaultWorkDeps } from './keep.ts'
import { giveUpIn, remove } from './removal.ts'
import * as store from './store.ts'

/**
 * The minimum age of unfinished work that the sweep handles, in milliseconds. It is much longer
 * than any request. The database sets the times, and compares them.
 */
const minAgeMs = 5 * 60_000

/**
 * The sweep stops after failures for this many users in a row, because then the vault is at fault,
 * not the cards.
 */
const maxFailuresInRow = 3

/**
 * Finishes work in the vaults of cards and bank accounts that failed before. Call this about every
 * minute. Several instances may call it at once.
 * @returns how many pieces of work it finished
 * @throws {VaultUnavailable} if some failed; they and all other work of their users wait for
 *   another sweep, behind the rest
 */
export async function sweepVault(wallet: WalletDeps): Promise<number> {
  const { accounts } = wallet.vault
  const sweeps = [() => sweepOne(wallet, () => endExpiredSetups(wallet))]
  if (accounts !== undefined && accounts.name !== wallet.vault.name)
    sweeps.push(() => sweepOne({ ...wallet, vault: accounts }, async () => 0))
  let finished = 0
  let failure: unknown
  for (const sweep of sweeps) {
    try {
      finished += await sweep()
    } catch (error) {
      if (!(error instanceof VaultUnavailable)) throw error
      failure ??= error
    }
  }
  if (failure !== undefined) throw failure
  return finished
}

async function sweepOne(wallet: VaultWorkDeps, endSetups: () => Promise<number>): Promise<number> {
  const { db } = wallet
  const postpone = ({ user_id, id }: store.VaultWork) => store.postponeVaultWork(db, user_id, id)
  const failedUsers = new Set<number>()
  let finished = 0
  let failed = 0
  let failure: unknown
  for await (const work of oldWork(wallet)) {
    // Failing work of one user must not delay the work of others.
    if (failedUsers.has(work.user_id)) {
      await postpone(work)
      continue
    }
    try {
      if (await finish(wallet, work)) finished++
      else await postpone(work)
      failed = 0
    } catch (error) {
      if (!(error instanceof VaultUnavailable)) throw error
      failure ??= error
      failedUsers.add(work.user_id)
      await postpone(work)
      // The vault answers, but not about this user.
      failed = error.concernsOne ? 0 : failed + 1
      if (failed === maxFailuresInRow) break
    }
  }
  const steps = [endSetups, finishCustomers, removeRetiredCustomers]
  for (const step of failed < maxFailuresInRow ? steps : []) {
    try {
      finished += await step(wallet, minAgeMs)
    } catch (error) {
      if (!(error instanceof VaultUnavailable)) throw error
      failure ??= error
    }
  }
  if (failure !== undefined) throw failure
  return finished
}

/** Lists old work page by page. What was postponed is not old any more. */
async function* oldWork({ db, vault }: VaultWorkDeps) {
  for (;;) {
    const works = await store.listVaultWork(db, vault.name, minAgeMs)
    if (works.length === 0) return
    // The last bank account is removed with its connected account, if nothing is added to it.
    yield* works.toSorted((a, b) => Number(a.kind === 'remove') - Number(b.kind === 'remove'))
  }
}

/** @returns whether the work is finished; false if later work of the same card must be before it */
async function finish(
  wallet: VaultWorkDeps,
  { user_id, id, kind, reference }: store.VaultWork,
): Promise<boolean> {
  const { db, vault } = wallet
  if (kind === 'keep') {
    // A setup that was cancelled too late has succeeded, so the card is found after that.
    await cancelUnknown(wallet, user_id, reference)
    if (await isInUse(db, user_id, vault.name, reference))
      return restoreDetails(wallet, user_id, { workId: id, reference })
    const cards = await vault.find(user_id, reference)
    const retired = await giveUpIn(db, vault.name, user_id, { workId: id, reference }, cards)
    for (const card of retired ?? []) await remove(wallet, user_id, card)
  } else if (await isInUseByAnybody(db, vault.name, reference)) {
    // Another user has got the card since its removal was recorded.
    await store.removeVaultWork(db, user_id, id)
  } else await remove(wallet, user_id, { workId: id, vault: vault.name, token: reference })
  return true
}
