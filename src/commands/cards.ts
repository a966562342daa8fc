import { systemClock } from '../platform/clock.ts'
import type { Command, Outcome } from './terminal/command.ts'
import { commandRefused } from './terminal/failures.ts'
import { pairs } from './terminal/layout.ts'

const reconcile: Command = {
  name: 'cards reconcile',
  summary: 'Compare the cards of all users with the card processor, and correct what differs',
  acts: true,
  options: { report: { help: 'Change nothing, and only tell what differs' } },
  notes: ['The service does this each night by itself. See docs/operations.md.'],
  stopsOnInterrupt: true,
  async run(db, values, { config, secretKey, signal, progress, notice }): Promise<Outcome> {
    if (config.cardVault.name === 'local')
      throw commandRefused('CARD_VAULT is local, so no processor has cards.')
    const { openVault } = await import('../processor/open-vault.ts')
    const { openWallet } = await import('../resources/payment-methods/wallet/open-wallet.ts')
    const { countUsers, notBegun, reconcileAll } = await import(
      '../resources/payment-methods/reconciliation/reconcile-all.ts'
    )
    const vault = await openVault(config.cardVault, db)
    const { authUrl } = config
    const wallet = openWallet({ db, vault, clock: systemClock, secretKey, authUrl })
    const total = await countUsers(wallet)
    const { soFar, hasEnded } = await reconcileAll(wallet, notBegun, {
      mends: !values.has('report'),
      isOver: () => signal.aborted,
      onPage: async ({ users, failed }) => progress(Math.min(users + failed, total), total),
      onError: (error, userId) => notice(`User ${userId} could not be compared: ${error}`),
    })
    const { users, renewed, detached, orphaned, customers, failed } = soFar
    const json = { users, renewed, detached, orphaned, customers, failed, ended: hasEnded }
    const text = pairs({
      'Users compared': users,
      'Cards renewed': renewed,
      'Cards detached': detached,
      'Cards without a payment method': orphaned,
      'Customers deleted': customers,
      'Users that could not be compared': failed,
    })
    return { json, text, failed: failed > 0 || !hasEnded }
  },
}

export const cardCommands: readonly Command[] = [reconcile]
