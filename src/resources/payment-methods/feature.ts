import type { Clock } from '../../platform/clock.ts'
import type { Feature } from '../../platform/feature.ts'
import { ref } from '../../platform/http/api/schema.ts'
import type { PersonalData } from '../../platform/privacy.ts'
import { Type } from '../../platform/schema/type.ts'
import { CardSetupSchema } from './cards/setup/resource.ts'
import { setupRoutes } from './cards/setup/routes.ts'
import { ChargeReferenceSchema } from './charge/resource.ts'
import { type ChargeRouteDeps, chargeRoutes } from './charge/routes.ts'
import { releaseAll } from './custody/custody.ts'
import { findPaymentMethods } from './payment-methods.ts'
import { type PayPalSignIn, payPalRoutes } from './payouts/paypal/routes.ts'
import { PayoutReferenceSchema, SellerAccountSchema } from './payouts/reference/resource.ts'
import { payoutReferenceRoutes } from './payouts/reference/routes.ts'
import { type PayoutRouteDeps, payoutRoutes } from './payouts/routes.ts'
import { paymentMethodResource, paymentMethodSchemas } from './resource.ts'
import { type PaymentMethodRouteDeps, paymentMethodRoutes } from './routes.ts'
import * as store from './store.ts'
import type { WalletDeps } from './wallet/open-wallet.ts'
import { type WalletRouteDeps, walletRoutes } from './wallet/routes.ts'

/** The payment methods of a user. */
export const paymentMethodsFeature = (
  deps: PaymentMethodRouteDeps &
    WalletRouteDeps &
    ChargeRouteDeps &
    PayoutRouteDeps & {
      /** Undefined if it is not configured. */
      readonly payPal?: PayPalSignIn | undefined
    },
): Feature => ({
  schemas: [
    ...paymentMethodSchemas,
    ChargeReferenceSchema,
    PayoutReferenceSchema,
    SellerAccountSchema,
    CardSetupSchema,
  ],
  async examples(view) {
    const { paymentMethodExamples } = await import('./examples.ts')
    return paymentMethodExamples(view)
  },
  userRoutes: async (app) => {
    await app.register(paymentMethodRoutes(deps))
    await app.register(walletRoutes(deps))
    await app.register(setupRoutes(deps))
  },
  serviceRoutes: async (app) => {
    await app.register(chargeRoutes(deps))
    await app.register(payoutReferenceRoutes(deps))
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
  clock,
  wallet: { vault },
}: {
  readonly clock: Clock
  readonly wallet: Pick<WalletDeps, 'vault'>
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
