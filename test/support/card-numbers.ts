import { randomInt } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/*
 * Unassigned card numbers in all the forms in which people write them, and a search for them.
 */

/** How numbers of a scheme begin, and how many digits they have. */
const schemes: readonly [beginnings: readonly string[], lengths: readonly number[]][] = [
  [['4'], [13, 16, 18, 19]],
  [['2221', '2720', '51', '55'], [16]],
  [['34', '37'], [15]],
  [
    ['300', '305', '36', '38', '39'],
    [14, 16, 19],
  ],
  [
    ['6011', '644', '65'],
    [16, 19],
  ],
  [
    ['3528', '3589'],
    [16, 17, 18, 19],
  ],
  [
    ['620', '6246', '628'],
    [14, 15, 16, 17, 18, 19],
  ],
  [
    ['500', '56', '6304', '67'],
    [13, 14, 15, 16, 17, 18, 19],
  ],
  [
    ['2200', '2204'],
    [16, 17, 18, 19],
  ],
  [
    ['9792', '1', '7', '8'],
    [13, 16, 19],
  ],
]

/** Different numbers that pass the check digit, of all schemes and lengths. */
export function newNumbers(count: number): string[] {
  const numbers = new Set<string>()
  const kinds = schemes.flatMap(([beginnings, lengths]) =>
    beginnings.flatMap((beginning) => lengths.map((length) => ({ beginning, length }))),
  )
  while (numbers.size < count) {
    const { beginning, length } = kinds[numbers.size % kinds.length] as (typeof kinds)[number]
    let payload = beginning
    while (payload.length < length - 1) payload += randomInt(10)
    numbers.add(payload + checkDigit(payload))
  }
  return [...numbers]
}

/** Numbers that processors publish for tests, by brand. */
export const publishedNumbers = {
  Visa: ['4111111111111111', '4242424242424242', '4000056655665556', '4222222222222'],
  'Visa, 19 digits': ['4000000000000000006'],
  Mastercard: ['5555555555554444', '5105105105105100', '2223003122003222', '2720990000000007'],
  'American Express': ['378282246310005', '371449635398431', '341111111111111'],
  'Diners Club': ['30569309025904', '38520000023237', '36227206271667', '3056930009020004'],
  Discover: ['6011111111111117', '6011000990139424', '6510000000000000', '6440000000000005'],
  JCB: ['3566002020360505', '3530111333300000'],
  UnionPay: ['6200000000000005', '6200000000000047', '6205500000000000004'],
  Maestro: ['6759649826438453', '6799990100000000019', '5019717010103742', '5000550000000029'],
  Mir: ['2200000000000004', '2201382000000013'],
  Elo: ['5066991111111118', '6362970000457013'],
  Hipercard: ['6062826786276634', '6062828888666688'],
  Troy: ['9792030000000000'],
} as const

/** ISO/IEC 7812-1, annex B. */
export function checkDigit(payload: string): number {
  const sum = Array.from(payload, Number).reduceRight((total, digit, index) => {
    const isDoubled = (payload.length - index) % 2 === 1
    return total + (isDoubled ? Math.floor((digit * 2) / 10) + ((digit * 2) % 10) : digit)
  }, 0)
  return (10 - (sum % 10)) % 10
}

const grouped =
  (separator: string, size = 4) =>
  (number: string) =>
    (number.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(separator)

/** Writes digits in another script, given its zero. */
const script = (zero: number) => (number: string) =>
  number.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

/** The ways in which people and programs write a number. */
export const writings: Readonly<Record<string, (number: string) => string>> = {
  bare: (number) => number,
  'with spaces': grouped(' '),
  'with hyphens': grouped('-'),
  'with dots': grouped('.'),
  'with underscores': grouped('_'),
  'with no-break spaces': grouped('\u00a0'),
  'with dashes': grouped('–'),
  'with zero-width spaces': grouped('\u200b'),
  'with two spaces': grouped('  '),
  'as on American Express': (number) =>
    `${number.slice(0, 4)} ${number.slice(4, 10)} ${number.slice(10)}`,
  'digit by digit': grouped(' ', 1),
  'full-width': script(0xff10),
  'full-width, with hyphens': (number) => script(0xff10)(grouped('－')(number)),
  'Arabic-Indic': script(0x660),
  'Devanagari, with spaces': (number) => script(0x966)(grouped(' ')(number)),
  'mathematical bold': script(0x1d7ce),
  circled: (number) =>
    number.replace(/\d/g, (digit) =>
      digit === '0' ? '⓪' : String.fromCodePoint(0x245f + Number(digit)),
    ),
  'in a sentence': (number) => `please charge ${grouped(' ')(number)}, it ends in 12/31, thanks`,
  'between letters': (number) => `no${number}x`,
  'after another number': (number) => `12 ${number} 123`,
}

/**
 * Converts text in other scripts, and with the escapes of URLs, JSON and PostgreSQL, to plain
 * digits.
 */
function plain(text: string): string {
  return text
    .replace(/(?:%[\da-f]{2})+/gi, (escapes) =>
      Buffer.from(escapes.replaceAll('%', ''), 'hex').toString(),
    )
    .replace(/\\u([\da-f]{4})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replace(/\\x((?:[\da-f]{2}){13,})/gi, (_, bytes: string) =>
      Buffer.from(bytes, 'hex').toString(),
    )
    .normalize('NFKC')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
}

/** Returns the wanted numbers that a text contains, in any form. */
export function numbersIn(text: string, wanted: ReadonlySet<string>): string[] {
  const found = new Set<string>()
  for (const [run] of plain(text).matchAll(/\d(?:[\s\p{Pd}\p{Cf}._]*\d){12,}/gu)) {
    const digits = run.replace(/\D/g, '')
    for (let start = 0; start + 13 <= digits.length; start++) {
      for (let length = 13; length <= 19; length++) {
        const part = digits.slice(start, start + length)
        if (wanted.has(part)) found.add(part)
      }
    }
  }
  return [...found]
}

export interface Found {
  readonly file: string
  readonly number: string
}

/**
 * Looks for numbers in every byte of every file below a folder. A running database may replace some
 * files during the search.
 */
export async function findNumbers(folder: string, wanted: ReadonlySet<string>): Promise<Found[]> {
  const found: Found[] = []
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) continue
    for (const number of await numbersInFile(path, wanted)) found.push({ file: name, number })
  }
  return found
}

async function numbersInFile(path: string, wanted: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = []
  try {
    let before = ''
    for await (const chunk of chunksOf(path)) {
      const text = before + chunk.toString()
      found.push(...numbersIn(text, wanted))
      // A number may cross the boundary of two chunks.
      before = text.slice(-300)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return found
}

const chunkBytes = 4 * 1024 * 1024

/**
 * A stream uses the memory of a whole chunk even for the smallest file, so small files are read
 * without one.
 */
async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  if (statSync(path).size <= chunkBytes) yield readFileSync(path)
  else yield* createReadStream(path, { highWaterMark: chunkBytes })
}
