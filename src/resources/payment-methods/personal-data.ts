import type { Clock } from '../../platform/clock.ts'
import { ref } from '../../platform/http/api/schema.ts'
import type { PersonalData } from '../../platform/privacy.ts'
import { Type } from '../../platform/schema/type.ts'
import { findPaymentMethods } from './payment-methods.ts'
import { paymentMethodResource } from './resource.ts'
import * as store from './store.ts'
import { retireAll } from './vault/work/removal.ts'
import type { WalletDeps } from './wallet/open-wallet.ts'

/**
 * The payment methods of a user, as the interface shows them. The erasure leaves work for the sweep
 * of the card vault, which outlives the user: it removes the cards there, and then the user's
 * customer.
 */
export const paymentMethodData = ({
  clock,
  wallet: { vault },
}: {
  readonly clock: Clock
  readonly wallet: Pick<WalletDeps, 'vault'>
}): PersonalData => ({
  tables: ['payment_methods', 'vault_work', 'vault_customers', 'card_setups'],
  section: {
    name: 'payment_methods',
    schema: Type.Array(ref('PaymentMethod')),
    async read(db, userId, view) {
      const methods = await findPaymentMethods(db, userId, clock.now(), vault.name)
      return methods.map((method) => paymentMethodResource(method, view))
    },
  },
  async erase(tx, { id }) {
    await retireAll(tx, id, await store.findVaultTokens(tx, id), new Date(clock.now()))
    await store.removeAll(tx, id)
  },
})
