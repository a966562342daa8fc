import type { Feature } from '../../platform/feature.ts'
import { CardSetupSchema } from './cards/setup/resource.ts'
import { setupRoutes } from './cards/setup/routes.ts'
import { ChargeReferenceSchema } from './charge/resource.ts'
import { type ChargeRouteDeps, chargeRoutes } from './charge/routes.ts'
import { type PayPalSignIn, payPalRoutes } from './payouts/paypal/routes.ts'
import { PayoutReferenceSchema, SellerAccountSchema } from './payouts/reference/resource.ts'
import { payoutReferenceRoutes } from './payouts/reference/routes.ts'
import { type PayoutRouteDeps, payoutRoutes } from './payouts/routes.ts'
import { paymentMethodData } from './personal-data.ts'
import { paymentMethodSchemas } from './resource.ts'
import { type PaymentMethodRouteDeps, paymentMethodRoutes } from './routes.ts'
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
