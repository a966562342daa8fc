/*
 * Checks the text around digits. It may show that they are not a card number.
 */

/**
 * Words, or starts of words, for telephones, letter boxes, orders and accounts, in the languages of
 * the users. No card number follows them.
 */
const labels: readonly RegExp[] = [
  /(?<!\p{L})(?:t[eé]l|phone|mob|handy|cell|fax|whatsapp|portable|m[oó]vil|celular)|電話|携帯/iu,
  /(?<!\p{L})(?:packstation|paket|post|p\.? ?o\.? ?box|bo[iî]te|locker)|私書箱|〒/iu,
  /(?<!\p{L})(?:apartado|apdo|casilla|casella|caixa|zip|plz|cep)/iu,
  /(?<!\p{L})(?:order|bestell|commande|pedido|ordine|encomenda|booking|buchung)|注文|予約/iu,
  /(?<!\p{L})(?:r[eé]serv|r[eé]f|invoice|rechnung|factur|fattur|fatura|tracking|sendung|env[ií]o)/iu,
  /(?<!\p{L})(?:kunde|customer|client|iban|konto|account|imei|isbn|ean|siret|vat|ust|steuer)|口座/iu,
]

/** The position of the first label. The length of the text if there is no label. */
export const indexOfLabel = (text: string): number =>
  Math.min(...labels.map((label) => label.exec(text)?.index ?? text.length))

/** The maximum length of the part before the `@` (RFC 5321, 4.5.3.1). */
const maxLocalPartLength = 64

/** Whether digits from `start` to `end` belong to an e-mail address. */
export const isInEmail = (text: string, start: number, end: number): boolean =>
  /^[^\s@]*@/.test(text.slice(end, end + maxLocalPartLength)) ||
  /@[^\s@]*$/.test(text.slice(Math.max(0, start - maxLocalPartLength), start))

/**
 * The maximum number of digits of telephone numbers in use, with the country code. E.164 allows two
 * more, but card numbers can have that length, too.
 */
const maxPhoneDigits = 13

/**
 * The maximum number of digits of a telephone number at `start`. 0 if it does not begin with `+` or
 * `00`.
 */
export function maxPhoneDigitsAt(text: string, start: number): number {
  if (/\+ ?$/.test(text.slice(Math.max(0, start - 2), start))) return maxPhoneDigits
  return /^0 ?0/.test(text.slice(start, start + 3)) ? maxPhoneDigits + 2 : 0
}

/** Lengths of IBANs by country (ISO 13616, the registry of SWIFT). */
const ibanLengths: ReadonlyMap<string, number> = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18
FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20
LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24
SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

const ibanStarts = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?=[ -]?[A-Z\d])/giu

/** Replaces every IBAN with correct check digits (ISO 7064, MOD 97-10) by an `x`. */
export function withoutIbans(text: string): string {
  let result = ''
  let copiedTo = 0
  for (const { index } of text.matchAll(ibanStarts)) {
    const end = index < copiedTo ? undefined : endOfIban(text, index)
    if (end === undefined) continue
    result += `${text.slice(copiedTo, index)}x`
    copiedTo = end
  }
  return result + text.slice(copiedTo)
}

/** Whether a text contains an IBAN with correct check digits. */
export function holdsIban(text: string): boolean {
  // Normalisation takes quadratic time on many combining marks.
  const normalised = text.replace(/\p{M}/gu, '').normalize('NFKC')
  return withoutIbans(normalised) !== normalised
}

function endOfIban(text: string, start: number): number | undefined {
  const length = ibanLengths.get(text.slice(start, start + 2).toUpperCase())
  if (length === undefined) return undefined
  let iban = ''
  let end = start
  // A space or a dash may separate its characters.
  while (iban.length < length) {
    if (iban !== '' && /[ -]/.test(text[end] ?? '')) end++
    const character = text[end] ?? ''
    if (!/^[A-Z\d]$/i.test(character)) return undefined
    iban += character
    end++
  }
  return !/[\p{L}\p{N}]/u.test(text[end] ?? '') && isIban(iban) ? end : undefined
}

function isIban(iban: string): boolean {
  const moved = iban.slice(4) + iban.slice(0, 4)
  const digits = Array.from(moved, (letter) => Number.parseInt(letter, 36)).join('')
  return BigInt(digits) % 97n === 1n
}
