import { domainToASCII } from 'node:url'
import { hasForbiddenCharacter } from './text.ts'

/**
 * How e-mail addresses compare: NFKC, letter case folded ("STRASSE" is "straße", and every sigma one). They are stored,
 * and mailed to, as written.
 */
export const emailKey = (email: string): string =>
  email.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')

/** A dot-atom (RFC 5322, 3.2.3) in which letters of any script may stand (RFC 6531, 3.3). */
const localPart =
  /^[^\p{Cc}\p{Cf}\p{Cs}\p{Z}"(),.:;<>@[\\\]]+(?:\.[^\p{Cc}\p{Cf}\p{Cs}\p{Z}"(),.:;<>@[\\\]]+)*$/u
/** A domain as people write it, in any script. Labels may hold joiners (RFC 5892, A.1 and A.2). */
const writtenDomain = /^(?:[a-z\d.-]|[^\p{ASCII}\p{Z}])+$/iu
const hidden = /[\p{Cc}\p{Cs}\u00ad\u200b\u2060\ufeff]/u
/** A label of a host name (RFC 1123, 2.1). */
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/
/** No top-level domain is a single letter or a number. */
const topLevel = /^(?=.*[a-z]).{2,}$/

/** In octets (RFC 5321, 4.5.3.1). */
const maxLocalPartOctets = 64
const maxDomainOctets = 253
const maxEmailOctets = 254

/**
 * Whether a text is an e-mail address. This is the one rule for addresses that are stored. The domain has at least two
 * labels. Quoted local parts and address literals are refused: docs/decisions/email-addresses.md says why.
 */
export function isEmail(text: string): boolean {
  if (text.length > maxEmailOctets) return false
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 1 || !localPart.test(local) || Buffer.byteLength(local) > maxLocalPartOctets)
    return false
  const ascii = asciiDomain(domain)
  return ascii !== undefined && Buffer.byteLength(local) + 1 + ascii.length <= maxEmailOctets
}

/** The domain as DNS has it (RFC 5890, 2.3.2.1); undefined where it is no public domain name. */
function asciiDomain(domain: string): string | undefined {
  if (!writtenDomain.test(domain) || hidden.test(domain)) return undefined
  const ascii = domainToASCII(domain)
  const labels = ascii.split('.')
  const isName =
    ascii.length <= maxDomainOctets &&
    labels.length >= 2 &&
    // Only a full stop separates labels here: the ideographic one would be stored as it is written.
    labels.length === domain.split('.').length &&
    labels.every((one) => label.test(one)) &&
    topLevel.test(labels.at(-1) ?? '')
  return isName ? ascii : undefined
}

/**
 * Whether a text may be an address that was stored before, perhaps under an older rule. Use it to find accounts, never
 * to store an address.
 */
export const mayBeEmail = (text: string): boolean =>
  /^[^\s@]{1,64}@[^\s@]{1,190}$/.test(text) && !hasForbiddenCharacter(text)
