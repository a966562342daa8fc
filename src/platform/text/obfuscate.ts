/** A card number for display: twelve asterisks and the last four digits. */
export const obfuscatedCard = (last4: string): string => `************${last4}`

/** An e-mail address for display: the first letter, three asterisks and the domain. */
export function obfuscatedEmail(email: string): string {
  const [first = ''] = email
  return `${first}***${email.slice(email.lastIndexOf('@'))}`
}
