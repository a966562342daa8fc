import { Refused } from '../platform/errors/refusals.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { type Tracer, traced } from '../platform/telemetry/tracer.ts'
import {
  type AccountVault,
  type CardSetups,
  type CardVault,
  type Vault,
  VaultUnavailable,
} from './vault.ts'

/** Upper bounds, in seconds. A processor takes some tenths of a second. */
const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Measures the calls of a card vault, and traces them if there is a tracer. */
export function measuredVault(
  vault: CardVault,
  { metrics, tracer }: { readonly metrics: Metrics; readonly tracer?: Tracer | undefined },
): CardVault {
  const calls = metrics.histogram({
    name: 'foyer_vault_call_duration_seconds',
    help: 'Duration of calls of the card vault: done, refused, unavailable, or failed.',
    labels: ['operation', 'outcome'],
    buckets,
  })
  const measured = async <T>(operation: string, call: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    let outcome = 'done'
    try {
      const name = `${vault.name} ${operation}`
      const attributes = { 'foyer.vault.operation': operation }
      return await (tracer === undefined
        ? call()
        : traced(tracer, name, { kind: 'client', attributes }, call))
    } catch (error) {
      outcome = outcomeOf(error)
      throw error
    } finally {
      calls.add({ operation, outcome }, (performance.now() - start) / 1_000)
    }
  }
  const measuredSetups = (setups: CardSetups): CardSetups => ({
    hostedFields: setups.hostedFields,
    start: (...given) => measured('setup_start', () => setups.start(...given)),
    read: (...given) => measured('setup_read', () => setups.read(...given)),
    cancel: (...given) => measured('setup_cancel', () => setups.cancel(...given)),
    cancelAll: (...given) => measured('setup_cancel', () => setups.cancelAll(...given)),
  })
  const measuredBase = (of: Vault, prefix = '') => ({
    name: of.name,
    change:
      of.change &&
      ((...given: Parameters<NonNullable<Vault['change']>>) =>
        measured(`${prefix}change`, async () => of.change?.(...given))),
    remove: (token: string) => measured(`${prefix}remove`, () => of.remove(token)),
    finishCustomer: (userId: number) =>
      measured(`${prefix}finish_customer`, () => of.finishCustomer(userId)),
    removeCustomer: (id: string) =>
      measured(`${prefix}remove_customer`, () => of.removeCustomer(id)),
    find: (userId: number, reference: string) =>
      measured(`${prefix}find`, () => of.find(userId, reference)),
  })
  const measuredAccounts = (accounts: AccountVault): AccountVault => ({
    ...measuredBase(accounts, 'account_'),
    takesNew: accounts.takesNew,
    keep: (...given) => measured('account_keep', () => accounts.keep(...given)),
    readSeller:
      accounts.readSeller &&
      ((id) => measured('account_read_seller', async () => accounts.readSeller?.(id))),
  })
  return {
    ...measuredBase(vault),
    setups: vault.setups && measuredSetups(vault.setups),
    accounts: vault.accounts && measuredAccounts(vault.accounts),
    referenceOf: (card) => vault.referenceOf(card),
    keep: (...given) => measured('keep', () => vault.keep(...given)),
    cardsOf: (...given) => measured('cards_of', () => vault.cardsOf(...given)),
    isAttached: (...given) => measured('is_attached', () => vault.isAttached(...given)),
  }
}

function outcomeOf(error: unknown): 'refused' | 'unavailable' | 'failed' {
  if (error instanceof Refused) return 'refused'
  return error instanceof VaultUnavailable ? 'unavailable' : 'failed'
}
