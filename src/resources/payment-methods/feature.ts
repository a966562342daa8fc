import type { Feature } from '../../platform/feature.ts'
import { ref } from '../../platform/http/api/schema.ts'
import type { PersonalData } from '../../platform/privacy.ts'
import { Type } from '../../platform/schema/type.ts'
import { releaseAll } from './custody/custody.ts'
import { CardSetupSchema } from './custody/resource.ts'
import { type CardRouteDeps, setupRoutes } from './custody/routes.ts'
import { kindRoutes } from './kinds/routes.ts'
import { findPaymentMethods } from './payment-methods.ts'
import { type PayPalSignIn, payPalRoutes } from './payouts/paypal/routes.ts'
import { type PayoutRouteDeps, payoutRoutes } from './payouts/routes.ts'
import { referenceSchemas } from './references/resource.ts'
import { referenceRoutes } from './references/routes.ts'
import { paymentMethodResource, paymentMethodSchemas } from './resource.ts'
import { paymentMethodRoutes } from './routes.ts'
import * as store from './store.ts'
import type { WalletDeps } from './wallet/open-wallet.ts'

/** The payment methods of a user. */
export const paymentMethodsFeature = (
  deps: CardRouteDeps<WalletDeps> &
    PayoutRouteDeps & {
      /** Undefined if it is not configured. */
      readonly payPal?: PayPalSignIn | undefined
    },
): Feature => ({
  schemas: [...paymentMethodSchemas, ...referenceSchemas, CardSetupSchema],
  async examples(view) {
    const { paymentMethodExamples } = await import('./examples.ts')
    return paymentMethodExamples(view)
  },
  userRoutes: async (app) => {
    await app.register(paymentMethodRoutes(deps))
    await app.register(kindRoutes(deps))
    await app.register(setupRoutes(deps))
  },
  serviceRoutes: async (app) => {
    await app.register(referenceRoutes(deps))
  },
  authRoutes: async (app) => {
    await app.register(payoutRoutes(deps))
    if (deps.payPal) await app.register(payPalRoutes(deps, deps.payPal))
  },
  personalData: [paymentMethodData(deps)],
})

/**
 * The payment methods of a user, as the interface shows them. The erasure leaves items for the
 * sweep, which outlive the user: it removes the cards from the vault, and then the user's customer.
 */
const paymentMethodData = ({
  wallet: { clock, vault },
}: {
  readonly wallet: Pick<WalletDeps, 'clock' | 'vault'>
}): PersonalData => ({
  tables: ['payment_methods', 'vault_items', 'vault_customers'],
  section: {
    name: 'payment_methods',
    schema: Type.Array(ref('PaymentMethod')),
    async read(db, userId, view) {
      const methods = await findPaymentMethods(db, userId, clock.now(), vault.name)
      return methods.map((method) => paymentMethodResource(method, view))
    },
  },
  async erase(tx, { id }) {
    await releaseAll(tx, id, await store.findVaultTokens(tx, id))
    await store.removeAll(tx, id)
  },
})
