import type { Queryable } from '../../../platform/database/db.ts'
import { awaitUntil } from '../../../platform/database/deadline.ts'
import { Refused } from '../../../platform/errors/refusals.ts'
import type { AttachedCard, EndState, Setup } from '../../../processor/vault.ts'
import { isInUse, isInUseByAnybody, lockUser } from '../store.ts'
import { type Custody, orLater, vaultNamed } from './custody.ts'
import * as store from './store.ts'

/** How long a request waits until its items are advanced, in milliseconds. */
const patienceMs = 2_000

/**
 * Advances an item that no payment method has got: the only way to end it. What is unwanted is
 * removed from the vault. What was wanted is given up: its setup ends, and what the vault has kept
 * becomes unwanted. If a row refers to it already, the vault gets the details of the row.
 * @param known what the vault has of a wanted item, if the caller knows. Otherwise the vault is asked
 * @returns whether the item has ended. If not, the processor or another item decides first
 * @throws {VaultUnavailable}
 */
export async function advance(
  { db, vault }: Custody,
  item: store.Item,
  known?: readonly AttachedCard[],
): Promise<boolean> {
  const own = vaultNamed({ vault }, item.vault)
  if (own === undefined) return false
  const custody = { db, vault: own }
  return item.state === 'unwanted' ? remove(custody, item) : giveUp(custody, item, known)
}

/**
 * Advances an item in a request. If that takes too long or fails, the sweep does it.
 * @param known see `advance`
 */
export const advanceSoon = (
  custody: Custody,
  item: store.Item,
  known?: readonly AttachedCard[],
): Promise<void> =>
  orLater(awaitUntil(performance.now() + patienceMs, advance(custody, item, known)))

async function remove({ db, vault }: Custody, item: store.Item): Promise<boolean> {
  const { user_id: userId, id, reference: token } = item
  // Another user may have got the card since its removal was recorded.
  const isTaken = !item.isNew && (await isInUseByAnybody(db, vault.name, token))
  if (!isTaken) await vault.remove(token)
  await store.endGone(db, userId, id)
  return true
}

async function giveUp(
  custody: Custody,
  item: store.Item,
  known: readonly AttachedCard[] | undefined,
): Promise<boolean> {
  const { db, vault } = custody
  const { user_id: userId, reference } = item
  // A setup that is cancelled too late has succeeded, so its card is found after that.
  const setup = known?.length ? notSetUp : await endSetup(custody, item)
  if (setup === undefined) return false
  const token = item.setup_state === null ? reference : setup.token
  if (token !== null && (await isInUse(db, userId, vault.name, token))) {
    if (item.setup_state === null) return restoreDetails(custody, item, known !== undefined)
    await store.endGone(db, userId, item.id, 'used')
    return true
  }
  const entries = known ?? (token === null ? [] : await vault.find(userId, token))
  const unwanted = await db.transactionFor(userId, async (tx) => {
    await lockUser(tx, userId)
    await store.endGone(tx, userId, item.id, setup.state)
    const all: store.Item[] = []
    for (const { token, references } of entries) {
      // Somebody else has given it to the customer.
      if (references.length === 0) continue
      const open = await store.findOpen(tx, userId, vault.name, [token, ...references])
      // Another request is keeping it, or its holder may still save it. That item decides.
      if (open.some(({ state, id }) => state === 'wanted' && id !== item.id)) continue
      if (await isInUse(tx, userId, vault.name, token)) continue
      const added = await store.addUnwanted(tx, userId, vault.name, token, undefined)
      if (added !== undefined) all.push(added)
    }
    return all
  })
  for (const one of unwanted) await remove(custody, one)
  return true
}

const notSetUp = { state: 'canceled', token: null } as const

/** How a setup ended, and the token of the card if that was confirmed. */
interface SetupEnd {
  readonly state: EndState
  readonly token: string | null
}

/**
 * Ends the setup of an item at the processor, and those under its reference that no item knows.
 * @returns undefined if the processor is deciding
 */
async function endSetup({ db, vault }: Custody, item: store.Item): Promise<SetupEnd | undefined> {
  const { user_id: userId, reference, setup_id } = item
  const { setups } = vault
  if (setups === undefined) return { state: 'expired', token: null }
  if (setup_id === null) {
    const known = await store.listOpenSetups(db, userId, vault.name)
    const ids = known.map((setup) => setup.setup_id)
    await setups.cancelAll(userId, reference, ids)
    return { state: 'expired', token: null }
  }
  const before = await setups.read(userId, setup_id)
  if (before !== undefined && before.status !== 'succeeded') await setups.cancel(setup_id)
  // It may have succeeded meanwhile, and then it could not be cancelled.
  const after = before?.status === 'succeeded' ? before : await setups.read(userId, setup_id)
  if (after === undefined) return { state: 'canceled', token: null }
  if (after.status === 'canceled') return { state: endOf(before), token: null }
  if (after.status !== 'succeeded' || after.token === null) return undefined
  return { state: 'abandoned', token: after.token }
}

/** How a setup ended that is cancelled now. Its earlier status decides. */
function endOf(before: Setup | undefined): EndState {
  if (before === undefined || before.status === 'canceled') return 'canceled'
  const isEntered = before.status === 'requires_action' || before.decline !== undefined
  return isEntered ? 'abandoned' : 'expired'
}

/** How often the details of a row are given to the vault if the row changes meanwhile. */
const maxTrials = 3

/**
 * Gives the vault the details of the row that refers to a card, and ends the item. If the card has a
 * later item, that restores the details, or a request is changing them now: then the vault is not
 * asked.
 * @param isSoon whether a request has just asked the vault. Then nobody knows which change the vault
 *   has made last, so if the card has any other item, the sweep restores the details
 * @returns whether the item has ended
 * @throws {VaultUnavailable} if the vault does not answer
 */
async function restoreDetails(
  { db, vault }: Custody,
  item: store.Item,
  isSoon: boolean,
): Promise<boolean> {
  const { user_id: userId, id, reference: token } = item
  const othersIn = async (tx: Queryable) =>
    (await store.findOpen(tx, userId, vault.name, [token])).filter(
      (other) => other.state === 'wanted' && other.id !== id,
    )
  const isLater = (other: store.Item) => other.id > id
  const decided = await db.transactionFor(userId, async (tx) => {
    await lockUser(tx, userId)
    const others = await othersIn(tx)
    if (isSoon) return others.length > 0 ? 'waits' : undefined
    if (!others.some(isLater)) return undefined
    await store.endGone(tx, userId, id)
    return 'ended'
  })
  if (decided !== undefined) return decided === 'ended'
  for (let trial = 1; trial <= maxTrials; trial++) {
    const row = await store.findDetails(db, userId, vault.name, token)
    if (row !== undefined) {
      const { full_name, expiry_month, expiry_year } = row
      const expiry = { expiryMonth: expiry_month ?? 0, expiryYear: expiry_year ?? 0 }
      const details = { fullName: full_name, ...expiry }
      await vault.change?.(token, details).catch((error: unknown) => {
        // The vault has no such card, which the comparison with it tells.
        if (!(error instanceof Refused)) throw error
      })
    }
    const outcome = await db.transactionFor(userId, async (tx) => {
      await lockUser(tx, userId)
      const after = await store.findDetails(tx, userId, vault.name, token)
      if (after?.version !== row?.version) return 'changed'
      if ((await othersIn(tx)).some(isLater)) return 'later item'
      await store.endGone(tx, userId, id)
      return 'ended'
    })
    if (outcome !== 'changed') return outcome === 'ended'
  }
  return false
}
