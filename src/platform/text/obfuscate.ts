/** A card number for display: twelve asterisks and the last four digits. */
export const obfuscatedCard = (last4: string): string => `************${last4}`

/** A bank account for display: its country and the end of its number. */
export const obfuscatedAccount = (country: string, last4: string): string =>
  `${country}** **** … ${last4}`

/** An e-mail address for display: the first letter, three asterisks and the domain. */
export function obfuscatedEmail(email: string): string {
  const [first = ''] = email
  return `${first}***${email.slice(email.lastIndexOf('@'))}`
}
