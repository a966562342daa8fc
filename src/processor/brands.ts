/**
 * Other spellings of brands, by processors and in files of other systems, with the one that Foyer
 * uses: that of `card-validator`, which the interface had from the beginning. An unknown brand
 * keeps its name, so a new brand at the processor is no failure.
 */
const spellings: Readonly<Record<string, string>> = {
  amex: 'american-express',
  americanexpress: 'american-express',
  cb: 'cartes-bancaires',
  'carte-bancaire': 'cartes-bancaires',
  cartebancaire: 'cartes-bancaires',
  cartesbancaires: 'cartes-bancaires',
  'china-union-pay': 'unionpay',
  cup: 'unionpay',
  diners: 'diners-club',
  dinersclub: 'diners-club',
  'diners-club-international': 'diners-club',
  'eftpos-au': 'eftpos-australia',
  'master-card': 'mastercard',
  mc: 'mastercard',
  'union-pay': 'unionpay',
}

/**
 * Returns the one spelling of a brand or network: small letters, with hyphens between words.
 * @param name as a processor or another system spells it, such as `amex`, `cartes_bancaires` or
 *   `American Express`
 */
export function brandOf(name: string): string {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-')
  return spellings[plain] ?? plain
}
