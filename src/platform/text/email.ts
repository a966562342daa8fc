import { domainToASCII, domainToUnicode } from 'node:url'
import { cleanPasted } from './pasted.ts'
import { hasForbiddenCharacter } from './text.ts'

/** Format characters that no address needs. Joiners belong to words of some scripts. */
const strayCharacters = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\p{VS}/gu

/**
 * The address that a person has typed or pasted. The digits, dashes and joiners of an international
 * address (RFC 6531) are its own, so only stray characters are removed from it.
 */
export function readEmail(text: string): string {
  const cleaned = cleanPasted(text).trim()
  return /^[\x20-\x7e]*$/.test(cleaned) ? cleaned : text.replace(strayCharacters, '').trim()
}

/**
 * The form of an e-mail address for comparison: NFKC with folded letter case ("STRASSE" equals
 * "straße", and all sigmas are equal). Addresses are stored and used as the user wrote them.
 */
export const foldedEmail = (email: string): string =>
  email.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')

/**
 * The key of the account that has an e-mail address: its folded form. Some browsers send an
 * international domain in ASCII (RFC 5890, 2.3.2.1), others as it was typed, so the domain is
 * decoded, unless folding makes another domain of it: "strasse.example" of "straße.example".
 */
export function emailKey(email: string): string {
  const folded = foldedEmail(readEmail(email))
  const [local, domain] = partsOf(folded)
  if (!/(?:^|\.)xn--/.test(domain)) return folded
  const decoded = foldedEmail(`${local}@${domainToUnicode(domain)}`)
  return asciiDomain(partsOf(decoded)[1]) === domain ? decoded : folded
}

/**
 * The keys under which the account of an address may be stored. Earlier versions stored an
 * international domain as it was sent. The key of the address as it is written comes first, so that
 * each of two accounts that were made with both forms is found by its own.
 */
export function emailKeys(email: string): readonly string[] {
  const key = emailKey(email)
  const [local, domain] = partsOf(key)
  const ascii = `${local}@${asciiDomain(domain)}`
  return [...new Set([foldedEmail(email), key, ...(emailKey(ascii) === key ? [ascii] : [])])]
}

const partsOf = (email: string): readonly [local: string, domain: string] => {
  const at = email.lastIndexOf('@')
  return [email.slice(0, at), email.slice(at + 1)]
}

/**
 * Whether two addresses certainly name one mailbox: the local parts differ only in the case of
 * ASCII letters, and the domains are the same in DNS (RFC 5891). Addresses with equal folded forms
 * may be two mailboxes: "straße.example" and "strasse.example" are two domains.
 */
export const sameDestination = (a: string, b: string): boolean =>
  destinationOf(a) === destinationOf(b)

/** The form of an address that is equal for two addresses with the same destination. */
export function destinationOf(email: string): string {
  const [local, domain] = partsOf(email)
  // What is no domain name is compared as it is, and not decoded.
  const ascii = asciiDomain(domain) ?? domain
  return `${local.replace(/[A-Z]/g, (letter) => letter.toLowerCase())}@${ascii}`
}

/** A dot-atom (RFC 5322, 3.2.3) with letters of any script (RFC 6531, 3.3). */
const localPart =
  /^[^\p{Cc}\p{Cf}\p{Cs}\p{Z}"(),.:;<>@[\\\]]+(?:\.[^\p{Cc}\p{Cf}\p{Cs}\p{Z}"(),.:;<>@[\\\]]+)*$/u
/**
 * A local part with dots anywhere, as carriers in Japan gave them out until 2009. It is no dot-atom,
 * so it is quoted on its way (RFC 5321, 4.1.2).
 */
const dottedLocalPart = /^\.*[a-z\d!#$%&'*+/=?^_`{|}~-][a-z\d!#$%&'*+./=?^_`{|}~-]*$/i
/** The domains of Japan, and those of its carriers elsewhere. */
const japaneseDomain = /(?:\.jp|(?:^|\.)(?:au|willcom)\.com)$/
/**
 * A domain as people write it, in any script. Labels may contain joiners (RFC 5892, A.1 and A.2).
 */
const writtenDomain = /^(?:[a-z\d.-]|[^\p{ASCII}\p{Z}])+$/iu
/** Characters that DNS ignores, besides joiners: an address with one names another's mailbox. */
const hidden = /[\p{Cc}\p{Cs}]|(?![\u200c\u200d])\p{DI}/u
/** A label of a host name (RFC 1123, 2.1). */
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/
/** No top-level domain is a single letter or a number. */
const topLevel = /^(?=.*[a-z]).{2,}$/

/** In octets (RFC 5321, 4.5.3.1). */
const maxLocalPartOctets = 64
const maxDomainOctets = 253
const maxEmailOctets = 254

/**
 * Whether a text is an e-mail address. This is the one rule for addresses that are stored. The
 * domain has at least two labels. Quoted local parts and address literals are refused:
 * docs/decisions/email-addresses.md says why.
 */
export function isEmail(text: string): boolean {
  if (text.length > maxEmailOctets) return false
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 1 || Buffer.byteLength(local) > maxLocalPartOctets) return false
  const ascii = asciiDomain(domain)
  if (ascii === undefined || Buffer.byteLength(local) + 1 + ascii.length > maxEmailOctets)
    return false
  return localPart.test(local) || (dottedLocalPart.test(local) && japaneseDomain.test(ascii))
}

/**
 * The domain in ASCII, as in DNS (RFC 5890, 2.3.2.1). Undefined if it is not a public domain name.
 */
function asciiDomain(domain: string): string | undefined {
  if (!writtenDomain.test(domain) || hidden.test(domain)) return undefined
  const ascii = domainToASCII(domain)
  const labels = ascii.split('.')
  const isName =
    ascii.length <= maxDomainOctets &&
    labels.length >= 2 &&
    // Only a full stop may separate labels. An ideographic full stop would be stored as written.
    labels.length === domain.split('.').length &&
    labels.every((one) => label.test(one)) &&
    topLevel.test(labels.at(-1) ?? '')
  return isName ? ascii : undefined
}

/**
 * Whether a text may be an address that was stored earlier, perhaps under an older rule. Use this
 * function to find accounts, never to store an address.
 */
export const mayBeEmail = (text: string): boolean =>
  text.length <= 255 && /^[^\s@]{1,64}@[^\s@]+$/.test(text) && !hasForbiddenCharacter(text)
