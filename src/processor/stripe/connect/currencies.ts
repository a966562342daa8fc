/** The countries with the euro, of those whose bank accounts the processor may pay. */
const euro = 'AT BE BG CY DE EE ES FI FR GR HR IE IS IT LT LU LV MC MT NL PT SI SK SM'.split(' ')

/** The currencies of the other countries. */
const others: Readonly<Record<string, string>> = {
  AE: 'aed',
  AL: 'all',
  AZ: 'azn',
  BA: 'bam',
  BH: 'bhd',
  CH: 'chf',
  CR: 'crc',
  CZ: 'czk',
  DK: 'dkk',
  DO: 'dop',
  EG: 'egp',
  GB: 'gbp',
  GI: 'gbp',
  GT: 'gtq',
  HU: 'huf',
  IL: 'ils',
  JO: 'jod',
  KW: 'kwd',
  KZ: 'kzt',
  LI: 'chf',
  MD: 'mdl',
  MK: 'mkd',
  MU: 'mur',
  NO: 'nok',
  PK: 'pkr',
  PL: 'pln',
  QA: 'qar',
  RO: 'ron',
  RS: 'rsd',
  SA: 'sar',
  SE: 'sek',
  SV: 'usd',
  TN: 'tnd',
  TR: 'try',
  US: 'usd',
}

/**
 * The currency in which a bank account is paid: that of its country, in which banks pay without a
 * conversion. Undefined if the processor pays no accounts in the country. It may also refuse
 * accounts in the other countries.
 */
export const currencyOf = (country: string): string | undefined =>
  euro.includes(country) ? 'eur' : others[country]

/** The territories whose bank accounts have the country code of their state, by state. */
const territories: Readonly<Record<string, string>> = {
  FI: 'AX',
  FR: 'BL GF GP MF MQ NC PF PM RE TF WF YT',
  GB: 'GG IM JE',
  NO: 'SJ',
  US: 'AS GU MP PR UM VI',
}

const states: ReadonlyMap<string, string> = new Map(
  Object.entries(territories).flatMap(([state, codes]) =>
    codes.split(' ').map((code) => [code, state] as const),
  ),
)

/**
 * The country of a seller's account at the processor. Territories count as their state, as they do
 * for bank accounts (the registry of ISO 13616, and the routing numbers of the US).
 */
export const stateOf = (country: string): string => states.get(country) ?? country
