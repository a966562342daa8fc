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
