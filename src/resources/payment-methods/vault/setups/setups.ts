import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database, Queryable } from '../../../../platform/database/db.ts'
import { isRefused, Refused, refusals } from '../../../../platform/errors/refusals.ts'
import { declines, setupRefusals } from '../../../../processor/refusals.ts'
import {
  type Agreement,
  AuthenticationNeeded,
  type Card,
  type CardSetups,
  type CardVault,
  cardDeclined,
  cardDeclinedBy,
  type Setup,
  type SetupState,
  type Vault,
  VaultUnavailable,
} from '../../../../processor/vault.ts'
import type { Writer } from '../../../../support/idempotency/writer.ts'
import type { BeginAttempt, Origin } from '../../cards/attempts.ts'
import { lockUser } from '../../store.ts'
import { endKeeping, type Keeping } from '../work/keep.ts'
import * as store from './store.ts'

/*
 * The setups of cards at the processor. Like a card, a setup is recorded before the processor is
 * asked for it, so the sweep finds those whose answers were lost. Whoever sees the setup's secret
 * may enter a card until the setup expires.
 */

interface SetupDeps {
  readonly db: Database
  readonly vault: CardVault
  readonly clock: Clock
  /** Counts an attempt to add a card. */
  readonly beginAttempt?: BeginAttempt | undefined
}

/** How long a user may take to enter and confirm a card, in milliseconds. */
const lifetimeMs = 60 * 60_000
/** How long an answer of the processor may take, in milliseconds. Much longer than any request. */
const requestedMs = 5 * 60_000
/** The setups that a user may have open. Each is an object at the processor. The oldest expire. */
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
  { db, vault, clock, beginAttempt }: SetupDeps,
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
      const locked = lockUser(tx, userId)
      const now = new Date(clock.now())
      const expiresAt = new Date(clock.now() + requestedMs)
      const requested = { vault: vault.name, reference, setupId: null, state: 'requested' } as const
      await Promise.all([locked, attempt?.assertFirst(tx)])
      await store.expireOldest(tx, userId, maxOpenSetups - 1, now)
      const starter = starterOf(tried?.from)
      return store.insertSetup(tx, userId, { ...requested, ...starter, now, expiresAt })
    })
    .catch(giveBack)
  const setup = await setups.start(userId, reference).catch(giveBack)
  const expiresAt = new Date(clock.now() + lifetimeMs)
  const opened = { setupId: setup.id, state: setup.status, expiresAt }
  return writer.transactionFor(userId, async (tx) => {
    if (!(await store.openSetup(tx, userId, id, opened))) throw endedMeanwhile()
    return shown(vault, { ...opened, id }, setup)
  })
}

/**
 * Reads a setup, from the processor unless it has ended.
 * @throws {Refused} not_found
 * @throws {VaultUnavailable}
 */
export async function readSetup(
  { db, vault, clock }: SetupDeps,
  userId: number,
  id: number,
): Promise<CardSetup> {
  const row = await store.findSetup(db, userId, id)
  if (row?.setup_id == null || row.vault !== vault.name) throw new Refused(refusals.not_found)
  const { setup_id: setupId } = row
  const expiresAt = new Date(row.expires_at)
  if (row.ended_at !== null || vault.setups === undefined)
    return shown(vault, { id, setupId, state: row.state, expiresAt }, undefined)
  const setup = await vault.setups.read(userId, setupId)
  const state = setup?.status ?? 'canceled'
  if (state !== 'canceled') await store.putState(db, userId, setupId, state)
  else await store.cancelSetup(db, userId, setupId, new Date(clock.now()))
  return shown(vault, { id, setupId, state, expiresAt }, setup)
}

function shown(
  { name, setups }: CardVault,
  row: Pick<CardSetup, 'id' | 'setupId' | 'state'> & { readonly expiresAt: Date },
  setup: Setup | undefined,
): CardSetup {
  const isOpen = setup !== undefined && setup.status !== 'canceled'
  return {
    ...row,
    processor: name,
    expiresAt: row.expiresAt.toISOString(),
    clientSecret: isOpen ? setup.clientSecret : null,
    publishableKey: setups?.hostedFields.publishableKey,
  }
}

/**
 * Returns the card of a setup if the token names one: the setup must be the user's, and have
 * succeeded.
 * @throws {AuthenticationNeeded} if its holder must confirm the card
 * @throws {Refused} if the setup cannot be used
 */
export async function nameCard<Named extends Pick<Card, 'token'>>(
  { db, vault }: Pick<SetupDeps, 'db' | 'vault'>,
  userId: number,
  card: Named,
): Promise<Named & Pick<Card, 'token' | 'setup'>> {
  if (vault.setups === undefined || !card.token?.startsWith('seti_')) return card
  const setup = await vault.setups.read(userId, card.token)
  if (setup === undefined) throw cardDeclined('card_token', ['card.token.unknown'])
  if (setup.status !== 'canceled') await store.putState(db, userId, setup.id, setup.status)
  if (setup.status === 'succeeded' && setup.token !== null)
    return { ...card, token: setup.token, setup }
  if (setup.status === 'canceled')
    throw setup.decline ?? cardDeclinedBy(declines.setup_ended, 'card_token')
  if (setup.status === 'requires_action')
    throw await withRow({ db, vault }, userId, declines.authentication_required, setup)
  throw setup.decline ?? cardDeclinedBy(declines.setup_incomplete, 'card_token')
}

/** Whether a refusal is about a setup that no issuer has declined: it goes on, or it has ended. */
export const isNoDecline = (error: unknown): boolean =>
  isRefused(error, declines.setup_incomplete) ||
  isRefused(error, declines.setup_ended) ||
  error instanceof AuthenticationNeeded

/**
 * Whether a refusal is the decline of a setup's card, and an event of the processor has counted
 * declines of this setup.
 */
export const isCounted = async (
  { db, vault }: Pick<SetupDeps, 'db' | 'vault'>,
  userId: number,
  { token }: Pick<Card, 'token'>,
  error: unknown,
): Promise<boolean> =>
  token !== undefined &&
  isDecline(error) &&
  (await store.hasDeclines(db, userId, vault.name, token))

const isDecline = (error: unknown): boolean =>
  Object.values(declines).some((decline) => isRefused(error, decline))

const withRow = async (
  { db, vault }: Pick<SetupDeps, 'db' | 'vault'>,
  userId: number,
  decline: typeof declines.authentication_required,
  setup: Setup,
): Promise<AuthenticationNeeded> =>
  new AuthenticationNeeded(decline, setup, await store.findOpenId(db, userId, vault.name, setup.id))

/**
 * Records the setup that a card without one needs, in place of the work of keeping the card: its
 * holder continues with the setup.
 * @returns the refusal, which names the setup
 */
export function startAuthentication(
  { db, vault, clock }: SetupDeps,
  userId: number,
  { workId, reference }: Keeping,
  { refusal, setup }: AuthenticationNeeded,
  from: Origin | undefined,
): Promise<AuthenticationNeeded> {
  return db.transactionFor(userId, async (tx) => {
    await Promise.all([lockUser(tx, userId), endKeeping(tx, userId, workId)])
    const now = new Date(clock.now())
    await store.expireOldest(tx, userId, maxOpenSetups - 1, now)
    const id = await store.insertSetup(tx, userId, {
      vault: vault.name,
      reference,
      setupId: setup.id,
      state: setup.status,
      ...starterOf(from),
      now,
      expiresAt: new Date(clock.now() + lifetimeMs),
    })
    return new AuthenticationNeeded(refusal, setup, id)
  })
}

const starterOf = (from: Origin | undefined): store.Starter => ({
  applicationId: from?.applicationId ?? null,
  address: from?.address ?? null,
})

/** Cancels the setups under a reference that no row knows. */
export async function cancelUnknown(
  { db, vault }: Pick<SetupDeps, 'db'> & { readonly vault: Vault },
  userId: number,
  reference: string,
): Promise<void> {
  if (vault.setups === undefined) return
  const known = await store.listOpenIds(db, userId, vault.name)
  await vault.setups.cancelAll(userId, reference, known)
}

/**
 * Reads the states of a user's setups that have not ended, after an event of the processor.
 * @throws {VaultUnavailable}
 */
export async function refreshSetups(
  { db, vault, clock }: SetupDeps,
  userId: number,
): Promise<void> {
  if (vault.setups === undefined) return
  for (const setupId of await store.listOpenIds(db, userId, vault.name)) {
    const state = (await vault.setups.read(userId, setupId))?.status ?? 'canceled'
    if (state !== 'canceled') await store.putState(db, userId, setupId, state)
    else await store.cancelSetup(db, userId, setupId, new Date(clock.now()))
  }
}

/**
 * Whether a setup that has not ended was started under one of the references. Its holder may still
 * confirm and save the card.
 */
export const hasOpenSetup = (
  db: Queryable,
  userId: number,
  vault: string,
  references: readonly string[],
): Promise<boolean> => store.hasOpenSetup(db, userId, vault, references)

/** Ends the setup that a card was made of, in the transaction that writes the card. */
export const completeSetup = async (
  { clock }: Pick<SetupDeps, 'clock'>,
  tx: Queryable,
  userId: number,
  { setupId }: Agreement,
): Promise<void> => {
  if (setupId !== null) await store.useSetup(tx, userId, setupId, new Date(clock.now()))
}

/** Lets all setups of a user expire, who is being erased. The sweep ends them. */
export const expireSetups = (tx: Queryable, userId: number, now: Date): Promise<void> =>
  store.expireAll(tx, userId, now)

const endedMeanwhile = () =>
  new VaultUnavailable(new Error('The setup of the card ended during the request.'))
