/** A card as it may be shown: twelve asterisks and the last four digits. */
export const obfuscatedCard = (last4: string): string => `************${last4}`

/** An e-mail address as it may be shown: the first letter, three asterisks and the domain. */
export function obfuscatedEmail(email: string): string {
  const [first = ''] = email
  return `${first}***${email.slice(email.lastIndexOf('@'))}`
}
