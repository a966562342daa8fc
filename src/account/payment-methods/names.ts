import cardValidator from 'card-validator'
import { type Language, say } from '../../platform/i18n/catalogue.ts'
import type { PaymentMethod } from '../../resources/payment-methods/payment-methods.ts'
import { payoutName } from '../../resources/payment-methods/wallet/payout-emails.ts'

/** The name of a card brand for people, such as "American Express". */
const brandName = (brand: string): string =>
  cardValidator.creditCardType.getTypeInfo(brand)?.niceType ??
  brand.charAt(0).toUpperCase() + brand.slice(1)

/** The name of a payment method for its owner, such as "Visa ending 1111". */
export function nameOf(method: PaymentMethod, language: Language): string {
  return method.type === 'CreditCard'
    ? say(language, 'page.name.card', { brand: brandName(method.brand), last4: method.last4 })
    : payoutName(
        method.type === 'PayPal' ? { ...method, email: method.paid_email ?? method.email } : method,
        language,
      )
}

/** The expiry date of a card as cards show it. */
export const expiryText = (month: number, year: number): string =>
  `${String(month).padStart(2, '0')}/${year}`
