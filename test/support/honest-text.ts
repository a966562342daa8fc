import { addressRules, countryCodes } from '../../src/resources/countries/rules.ts'

/*
 * Ordinary text with many digits but no card number. It is made from a seed, so that every run
 * tests the same texts.
 */

type Random = () => number

/** Mulberry32, a small generator of random numbers from 0 to 1. */
function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Picks from lists and makes digits, with one generator of random numbers. */
class Chance {
  readonly #random: Random
  constructor(seed: number) {
    this.#random = randomFrom(seed)
  }
  below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }
  between(low: number, high: number): number {
    return low + this.below(high - low + 1)
  }
  one<T>(all: readonly T[]): T {
    return all[this.below(all.length)] as T
  }
  digits(count: number): string {
    return Array.from({ length: count }, () => this.below(10)).join('')
  }
  /** Replaces every `#` by a digit, and every `N` by one that is not 0. */
  fill(pattern: string): string {
    return pattern.replace(/[#N]/g, (at) => String(at === '#' ? this.below(10) : 1 + this.below(9)))
  }
}

const names = [
  'ada',
  'lovelace',
  'm.garcia',
  'jean-luc',
  'k_tanaka',
  'x',
  'tickets',
  'fan',
] as const
const mailHosts = ['example.com', 'gmail.com', 'qq.com', '163.com', 'web.de', 'naver.com'] as const

/**
 * Digits that people use in email addresses: birthdays, telephone numbers, identity numbers, time
 * stamps, or any.
 */
const mailDigits = (chance: Chance): string =>
  chance.one([
    () => String(chance.between(1940, 2015)),
    () => `${chance.between(1940, 2015)}${chance.fill('0N1#')}`,
    () => chance.digits(chance.between(1, 12)),
    () => chance.fill('49151########'),
    () => chance.fill('861##########'),
    () => chance.fill('8201########'),
    () => String(1_400_000_000_000 + chance.below(400_000_000_000)),
    () => chance.digits(13),
    () => chance.digits(13),
    () => chance.digits(14),
  ])()

const email = (chance: Chance): string => {
  const local = chance.one([
    () => `${chance.one(names)}${mailDigits(chance)}`,
    () => `${chance.one(names)}.${mailDigits(chance)}`,
    () => mailDigits(chance),
    () => `${chance.one(names)}_${chance.digits(4)}-${chance.digits(9)}`,
    () => `${chance.one(names)}+${mailDigits(chance)}`,
  ])()
  return `${local}@${chance.one(mailHosts)}`
}

const emailOf13Digits = (chance: Chance): string =>
  `${chance.one(['', '', 'ada', 'm.garcia.', 'k_'])}${chance.digits(13)}@${chance.one(mailHosts)}`

const streets = [
  'High Street',
  'Hauptstraße',
  'rue de la Paix',
  'Calle Mayor',
  'Via Roma',
  'Avenida Paulista',
  '丸の内',
  'MG Road',
] as const

/** The ways in which people write telephone numbers. */
const phonePatterns = [
  '+49 151 ########',
  '+49 30 ######',
  '+49 (0)30 ########',
  '+4915#########',
  '0049 151 ########',
  '0049 30 #########',
  '004915#########',
  '00 49 171 #######',
  '0151 ########',
  '0151/########',
  '(030) ######-##',
  '+44 20 #### ####',
  '0044 7### ######',
  '+33 6 ## ## ## ##',
  '0033 6 ## ## ## ##',
  '06 ## ## ## ##',
  '+34 6## ## ## ##',
  '+39 3## #######',
  '+31 6 ########',
  '+351 9## ### ###',
  '+1 (N##) 555-####',
  '+1-N##-N##-####',
  '1-800-N##-####',
  '011 44 20 #### ####',
  '+55 11 9####-####',
  '0055 11 9####-####',
  '+81 90-####-####',
  '+8190########',
  '090-####-####',
  '+86 13# #### ####',
  '008613#########',
  '+91 98### #####',
  '+62 812-####-####',
  '+62 812 #### #####',
  '+43 664 #########',
  '+43 5 9133 ## ####',
  '+5411########',
  '+52 1 55 #### ####',
  '+7 (9##) ###-##-##',
] as const

const phoneLabels = [
  '',
  '',
  '',
  'Tel. ',
  'Tel: ',
  'Telefon ',
  'Phone ',
  'mobile: ',
  'Handy ',
  'Fax ',
  'Tél. ',
  'Téléphone : ',
  'Teléfono ',
  'cellulare ',
  'Telefone ',
  'Mobiel ',
  '電話 ',
  'WhatsApp ',
  'c/o Ada, ',
] as const

const phone = (chance: Chance): string => {
  const number = chance.fill(chance.one(phonePatterns))
  const more = chance.one(['', '', '', ' (home)', ', evenings', ' ext. 12', '-0', ' or call Ada'])
  return `${chance.one(phoneLabels)}${number}${more}`
}

const postalAddress = (chance: Chance): string => {
  const code = chance.one(countryCodes)
  const postalCode = chance.one(addressRules(code).postalCode?.examples ?? ['12345'])
  const street = chance.one(streets)
  return chance.one([
    () => chance.fill('Packstation N## N#########'),
    () => chance.fill('N######### Packstation N##'),
    () => chance.fill('DHL Packstation N##, Postnummer ##########'),
    () => chance.fill('Postfiliale 5## #########'),
    () => chance.fill('Postfach ## ## ##, ##### Berlin'),
    () => chance.fill('P.O. Box ######'),
    () => chance.fill('P.O. Box ##### ####-####'),
    () => chance.fill(`N### ${street}, Apt ###, #####-####`),
    () => chance.fill(`N## ${street} #####-#### ###`),
    () => chance.fill(`N## ${street}, ${postalCode} ${code}`),
    () => chance.fill(`${street} N## - ## ${postalCode}`),
    () => chance.fill(`${postalCode} ${street} N-##-#-####`),
    () => chance.fill('Calle N## #45-67, Apto N###, Torre #'),
    () => chance.fill('Cra. N## No. ##-## Apto ###'),
    () => chance.fill('Km ##.# Ruta ##, Lote ####'),
    () => chance.fill('Plot ###, Sector ##, N##### 98########'),
    () => chance.fill('N-##-# #### 090-####-####'),
    () => chance.fill('Parcel locker AB###, access code ########'),
    () => `${street} ${chance.between(1, 300)}, ${phone(chance)}`,
    () =>
      `${postalCode} ${street}, ${chance.one(phoneLabels) || 'Tel. '}${chance.fill('+49 30 ########')}`,
  ])()
}

/** Formats of accounts by country (ISO 13616): `#` is a digit, `A` a letter. */
const ibanFormats = {
  DE: '##################',
  AT: '################',
  FR: '##########AA#########7##',
  ES: '####################',
  IT: 'A######################',
  NL: 'AAAA##########',
  BE: '############',
  PT: '#####################',
  GB: 'AAAA##############',
  CH: '#################',
  PL: '########################',
  SE: '####################',
  NO: '###########',
  DK: '##############',
  HU: '########################',
} as const

function iban(chance: Chance): string {
  const country = chance.one(Object.keys(ibanFormats) as (keyof typeof ibanFormats)[])
  const account = ibanFormats[country]
    .replace(/#/g, () => String(chance.below(10)))
    .replace(/A/g, () => chance.one([...'ABCDEFGHIKLMNOPR']))
  const value = [...`${account}${country}00`].map((letter) => Number.parseInt(letter, 36)).join('')
  const check = 98n - (BigInt(value) % 97n)
  return `${country}${String(check).padStart(2, '0')}${account}`
}

const ibanInText = (chance: Chance): string => {
  const bare = iban(chance)
  const written = chance.one([
    bare,
    ...Array.from({ length: 3 }, () => bare.replace(/.{4}(?!$)/g, '$& ')),
    bare.replace(/.{4}(?!$)/g, '$&-'),
  ])
  const before = chance.one(['', 'IBAN ', 'IBAN: ', 'Bitte auf ', 'please pay to ', 'Konto '])
  return `${before}${written}${chance.one(['', ' Ada Lovelace', ', thanks', ' BIC COBADEFFXXX', '.'])}`
}

const orderId = (chance: Chance): string => {
  const id = chance.one([
    () => chance.digits(16),
    () => chance.fill(`20${chance.between(15, 26)}##########01`),
    () => chance.fill('N##-#######-#######'),
    () => chance.fill('2026-#########'),
    () => chance.digits(14),
    () => chance.fill('#### #### ####'),
  ])()
  const label = chance.one([
    'Order ',
    'order no. ',
    'Order #',
    'Bestellnummer ',
    'Bestellung: ',
    'commande n° ',
    'Pedido ',
    'Ordine n. ',
    'Bestelling ',
    'Encomenda ',
    '注文番号 ',
    'booking ref ',
    'Invoice ',
    'Rechnung Nr. ',
    'tracking ',
  ])
  return `${label}${id}`
}

const kinds = {
  'e-mail addresses': email,
  'e-mail addresses with 13 digits': emailOf13Digits,
  'postal addresses': postalAddress,
  'telephone numbers': phone,
  'IBANs in text': ibanInText,
  'order numbers': orderId,
} as const

export type HonestKind = keyof typeof kinds

/** Returns texts of each kind. They are the same in every run. */
export const honestTexts = (count: number): [kind: HonestKind, texts: string[]][] =>
  Object.entries(kinds).map(([kind, write], index) => {
    const chance = new Chance(20_261_121 + index)
    return [kind as HonestKind, Array.from({ length: count }, () => write(chance))]
  })
