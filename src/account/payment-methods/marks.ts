import { type Html, markup } from '../../platform/http/pages/html.ts'
import type { PaymentMethod } from '../../resources/payment-methods/payment-methods.ts'

const word = (text: string, fill: string, size: number, more = ''): string =>
  `<text x="20" y="17" font-size="${size}" font-weight="700" text-anchor="middle" fill="${fill}"${more}>${text}</text>`
const circles = (first: string, second: string): string =>
  `<circle cx="16" cy="13" r="7.500" fill="${first}"/>` +
  `<circle cx="24" cy="13" r="7.500" fill="${second}" fill-opacity=".85"/>`
const bars = (...fills: readonly string[]): string =>
  fills.map((fill, at) => `<path d="M${8 + at * 8} 6h8v14h-8z" fill="${fill}"/>`).join('')

/** What distinguishes the marks of brands: their colours and a word, not their logos. */
const drawings: Readonly<Record<string, string>> = {
  visa: word('VISA', '#1a1f71', 11, ' font-style="italic"'),
  mastercard: circles('#eb001b', '#f79e1b'),
  maestro: circles('#0099df', '#ed0006'),
  'american-express': `<path d="M0 0h40v26H0z" fill="#016fd0"/>${word('AMEX', '#fff', 10)}`,
  discover: `${word('DISC', '#231f20', 9)}<path d="M24 26c7-1 12-4 16-8v8z" fill="#f27712"/>`,
  'diners-club':
    '<circle cx="20" cy="13" r="8" fill="#0079be"/><path d="M17 8v10M23 8v10" stroke="#fff" stroke-width="2"/>',
  jcb: bars('#0e4c96', '#c41230', '#007940'),
  unionpay: bars('#e21836', '#00447c', '#007b84'),
  BankAccount:
    '<path d="M20 4l10 5H10zM12 11h3v7h-3zM18.500 11h3v7h-3zM25 11h3v7h-3zM10 20h20v2H10z" fill="#2f6f5e"/>',
  PayPal: word('PayPal', '#003087', 9, ' font-style="italic"'),
}

/** A card of an unknown brand: its stripe. */
const plain = '<path d="M0 6h40v5H0z" fill="#55605c"/><path d="M6 17h10v2H6z" fill="#7b8783"/>'

/** The mark of a payment method's brand. Its name stands beside it, so screen readers skip it. */
export function mark(method: PaymentMethod): Html {
  const brand = method.type === 'CreditCard' ? method.brand : method.type
  return markup(
    `<svg class="mark" viewBox="0 0 40 26" aria-hidden="true" focusable="false">${drawings[brand] ?? plain}</svg>`,
  )
}
