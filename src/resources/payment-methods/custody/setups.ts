import { randomUUID } from 'node:crypto'
import type { Database, Queryable } from '../../../platform/database/db.ts'
import { isRefused, Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { SetupDecline } from '../../../processor/events.ts'
import { declines, setupRefusals } from '../../../processor/refusals.ts'
import {
  AuthenticationNeeded,
  type Card,
  type CardSetups,
  type CardVault,
  cardDeclined,
  cardDeclinedBy,
  type Setup,
  type SetupState,
  VaultUnavailable,
} from '../../../processor/vault.ts'
import type { Writer } from '../../../support/idempotency/writer.ts'
import { lockUser } from '../store.ts'
import type { BeginAttempt, CountDecline, Origin } from './attempts.ts'
import type { Custody, Item } from './custody.ts'
import * as store from './store.ts'

/*
 * The setups of cards at the processor. A setup belongs to a wanted item. Whoever sees the setup's
 * secret may enter a card until the item is due.
 */

/** The custody of cards. */
export interface CardCustody extends Custody {
  readonly vault: CardVault
  /** Counts an attempt to add a card. */
  readonly beginAttempt?: BeginAttempt | undefined
}

/** The setups that a user may have open. Each is an object at the processor. The oldest end. */
const maxOpenSetups = 10

/** A setup of a user's card. */
export interface CardSetup {
  readonly id: number
  readonly processor: string
  readonly state: SetupState
  /** The processor's id. */
  readonly setupId: string
  /** Null if the setup has ended. */
  readonly clientSecret: string | null
  readonly publishableKey: string | undefined
  /** ISO 8601, in UTC. */
  readonly expiresAt: string
}

/** @throws {Refused} setup_not_supported */
function setupsOf({ setups }: CardVault): CardSetups {
  if (setups === undefined) throw new Refused(setupRefusals.setup_not_supported)
  return setups
}

/**
 * Starts a setup.
 * @throws {Refused} setup_not_supported, too_many_attempts
 * @throws {VaultUnavailable}
 */
export async function startSetup(
  { db, vault, beginAttempt }: CardCustody,
  userId: number,
  writer: Writer<CardSetup> = db,
): Promise<CardSetup> {
  const setups = setupsOf(vault)
  const tried = await beginAttempt?.()
  const giveBack = async (error: unknown) => {
    await tried?.failed(undefined)
    throw error
  }
  const reference = randomUUID()
  const { attempt } = writer
  const id = await db
    .transactionFor(userId, async (tx) => {
      await Promise.all([lockUser(tx, userId), attempt?.assertFirst(tx)])
      await store.expireOldest(tx, userId, maxOpenSetups - 1)
      return store.addSetup(tx, userId, vault.name, reference, tried?.from ?? {})
    })
    .catch(giveBack)
  const setup = await setups.start(userId, reference).catch(giveBack)
  return writer.transactionFor(userId, async (tx) => {
    const expiresAt = await store.openSetup(tx, userId, id, setup)
    if (expiresAt === undefined) throw endedMeanwhile()
    return shown(vault, { id, setupId: setup.id, state: setup.status, expiresAt }, setup)
  })
}

/**
 * Reads a setup, from the processor unless it has ended.
 * @throws {Refused} not_found
 * @throws {VaultUnavailable}
 */
export async function readSetup(
  { db, vault }: CardCustody,
  userId: number,
  id: number,
): Promise<CardSetup> {
  const row = await store.findSetup(db, userId, id)
  if (row === undefined || row.vault !== vault.name) throw new Refused(refusals.not_found)
  const { setup_id: setupId, expires_at: expiresAt } = row
  if (row.ended_at !== null || vault.setups === undefined)
    return shown(vault, { id, setupId, state: row.setup_state, expiresAt }, undefined)
  const setup = await vault.setups.read(userId, setupId)
  const state = setup?.status ?? 'canceled'
  await putState(db, userId, { id, setup_id: setupId }, state)
  return shown(vault, { id, setupId, state, expiresAt }, setup)
}

/** Stores what the processor says of a setup. If it was cancelled there, the setup has ended. */
const putState = (
  db: Queryable,
  userId: number,
  { id, setup_id }: { readonly id: number; readonly setup_id: string },
  state: Setup['status'],
): Promise<void> =>
  state === 'canceled'
    ? store.endGone(db, userId, id, state)
    : store.putSetupState(db, userId, setup_id, state)

function shown(
  { name, setups }: CardVault,
  row: Pick<CardSetup, 'id' | 'setupId' | 'state' | 'expiresAt'>,
  setup: Setup | undefined,
): CardSetup {
  const isOpen = setup !== undefined && setup.status !== 'canceled'
  return {
    ...row,
    processor: name,
    expiresAt: new Date(row.expiresAt).toISOString(),
    clientSecret: isOpen ? setup.clientSecret : null,
    publishableKey: setups?.hostedFields.publishableKey,
  }
}

/**
 * Reads the states of a user's setups that have not ended, after an event of the processor.
 * @throws {VaultUnavailable}
 */
export async function refreshSetups({ db, vault }: Custody, userId: number): Promise<void> {
  if (vault.setups === undefined) return
  for (const item of await store.listOpenSetups(db, userId, vault.name)) {
    const setup = await vault.setups.read(userId, item.setup_id)
    await putState(db, userId, item, setup?.status ?? 'canceled')
  }
}

/**
 * Returns the card of a setup if the token names one: the setup must be the user's, and have
 * succeeded.
 * @throws {AuthenticationNeeded} if its holder must confirm the card
 * @throws {Refused} if the setup cannot be used
 */
export async function nameCard<Named extends Pick<Card, 'token'>>(
  { db, vault }: Pick<CardCustody, 'db' | 'vault'>,
  userId: number,
  card: Named,
): Promise<Named & Pick<Card, 'token' | 'setup'>> {
  if (vault.setups === undefined || !card.token?.startsWith('seti_')) return card
  const setup = await vault.setups.read(userId, card.token)
  if (setup === undefined) throw cardDeclined('card_token', ['card.token.unknown'])
  if (setup.status !== 'canceled') await store.putSetupState(db, userId, setup.id, setup.status)
  if (setup.status === 'succeeded' && setup.token !== null)
    return { ...card, token: setup.token, setup }
  if (setup.status === 'canceled')
    throw setup.decline ?? cardDeclinedBy(declines.setup_ended, 'card_token')
  if (setup.status !== 'requires_action')
    throw setup.decline ?? cardDeclinedBy(declines.setup_incomplete, 'card_token')
  const open = await store.listOpenSetups(db, userId, vault.name)
  const id = open.find(({ setup_id }) => setup_id === setup.id)?.id
  throw new AuthenticationNeeded(declines.authentication_required, setup, id)
}

/**
 * Whether a refusal of the card of a setup does not count as a declined card: no issuer has declined
 * it, or an event of the processor has counted the declines of this setup.
 */
export async function isFree(
  { db, vault }: { readonly db: Database; readonly vault: CardVault },
  userId: number,
  { token }: Pick<Card, 'token'>,
  error: unknown,
): Promise<boolean> {
  const isNoDecline =
    isRefused(error, declines.setup_incomplete) ||
    isRefused(error, declines.setup_ended) ||
    error instanceof AuthenticationNeeded
  if (isNoDecline) return true
  const isDecline = Object.values(declines).some((decline) => isRefused(error, decline))
  return token !== undefined && isDecline && store.hasDeclines(db, userId, vault.name, token)
}

/**
 * Gives an item the setup that its card needs: its holder continues with that.
 * @returns the refusal, which names the setup
 * @throws {VaultUnavailable} if the item was given up because this took too long
 */
export function awaitHolder(
  { db }: Pick<Custody, 'db'>,
  { user_id: userId, id }: Item,
  { refusal, setup }: AuthenticationNeeded,
  from: Origin | undefined,
): Promise<AuthenticationNeeded> {
  return db.transactionFor(userId, async (tx) => {
    await lockUser(tx, userId)
    await store.expireOldest(tx, userId, maxOpenSetups - 1)
    const expiresAt = await store.openSetup(tx, userId, id, setup, from)
    if (expiresAt === undefined) throw endedMeanwhile()
    return new AuthenticationNeeded(refusal, setup, id)
  })
}

const endedMeanwhile = () =>
  new VaultUnavailable(new Error('The setup of the card ended during the request.'))

/** A setup ends after so many declined cards. Somebody may be testing stolen ones. */
const maxDeclines = 4

/**
 * Counts a card that was declined in a setup, as a declined attempt of whoever started the setup.
 * After several declines, lets the setup end. If a limit is reached, lets all setups of the user
 * end. Declines in setups that are not ours do not count here: a card that a request has sent is
 * counted with the request.
 */
export async function countSetupDecline(
  tx: Queryable,
  userId: number,
  vault: string,
  { setupId, identity }: SetupDecline,
  countDecline: CountDecline,
): Promise<void> {
  const setup = await store.addDecline(tx, userId, vault, setupId)
  if (setup === undefined) return
  const { applicationId, address, declines } = setup
  const isReached = await countDecline(tx, { userId, applicationId, address }, identity)
  if (isReached) await store.expireOldest(tx, userId, 0)
  else if (declines >= maxDeclines) await store.expireSetup(tx, userId, setupId)
}
