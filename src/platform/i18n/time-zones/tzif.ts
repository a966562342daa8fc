/*
 * Compiled zone files: the Time Zone Information Format, RFC 9636. Files may list every change up
 * to 2037, or end with a rule for all later years. Both are read.
 */

/** The rules of one zone. Offsets are in seconds ahead of UTC. */
export interface ZoneRules {
  /** The offset before the first change. */
  readonly first: number
  /** When the offset changes, in seconds since the epoch, in order. */
  readonly changes: readonly number[]
  /** The offset from each change on. */
  readonly offsets: readonly number[]
  /** The rule after the last change, if there is one. */
  readonly later: YearlyRule | undefined
}

interface YearlyRule {
  readonly standard: number
  readonly summer?: { readonly offset: number; readonly starts: Day; readonly ends: Day }
}

/** Returns the seconds after the first instant of a year, in local time. */
type Day = (year: number) => number

const daySeconds = 86_400

/**
 * Reads a zone file of version 2 or later.
 * @throws {RangeError} if it is something else, or is damaged
 */
export function readTzif(file: Buffer): ZoneRules {
  const old = readHeader(file, 0)
  // The first block has times of 32 bits, and is there for old readers.
  const start = headerBytes + bytesOf(old, 4)
  const header = readHeader(file, start)
  const { times, types } = header
  const atTimes = start + headerBytes
  const atIndices = atTimes + times * 8
  const atTypes = atIndices + times
  const offsetOf = (type: number): number => {
    if (type >= types) throw new RangeError('the zone file names a type that it does not have')
    return file.readInt32BE(atTypes + type * 6)
  }
  const indices = [...Array(times).keys()]
  return {
    first: offsetOf(0),
    changes: indices.map((index) => Number(file.readBigInt64BE(atTimes + index * 8))),
    offsets: indices.map((index) => offsetOf(file.readUInt8(atIndices + index))),
    later: readFooter(file.toString('latin1', start + headerBytes + bytesOf(header, 8))),
  }
}

const headerBytes = 44

interface Header {
  readonly leaps: number
  readonly times: number
  readonly types: number
  readonly characters: number
  readonly isUniversal: number
  readonly isStandard: number
}

function readHeader(file: Buffer, start: number): Header {
  if (file.toString('latin1', start, start + 4) !== 'TZif' || file.readUInt8(start + 4) < 0x32)
    throw new RangeError('this is not a zone file of version 2 or later')
  const count = (index: number) => file.readUInt32BE(start + 20 + index * 4)
  return {
    isUniversal: count(0),
    isStandard: count(1),
    leaps: count(2),
    times: count(3),
    types: count(4),
    characters: count(5),
  }
}

const bytesOf = (header: Header, timeBytes: number): number =>
  header.times * (timeBytes + 1) +
  header.types * 6 +
  header.characters +
  header.leaps * (timeBytes + 4) +
  header.isStandard +
  header.isUniversal

/** Reads the footer: a line with the value of `TZ` (POSIX, section 8.3) for later times. */
function readFooter(footer: string): YearlyRule | undefined {
  const [, line = ''] = footer.split('\n')
  return line === '' ? undefined : readRule(line)
}

/**
 * Reads a rule, such as `CST6CDT,M3.2.0,M11.1.0` or `<-02>2<-01>,M3.5.0/-1,M10.5.0/0`.
 * @throws {RangeError} if it is not one
 */
function readRule(line: string): YearlyRule {
  const [zones = '', starts, ends] = line.split(',')
  const [west, summerWest] = zones
    .replace(/<[^<>]*>|[A-Za-z]+/g, ' ')
    .trim()
    .split(' ')
  if (west === undefined || !/^[<A-Za-z]/.test(line) || !/^[+-]?\d[\d:]*$/.test(west))
    throw new RangeError(`this is not a rule: ${line}`)
  const standard = 0 - secondsOf(west)
  if (starts === undefined || ends === undefined) return { standard }
  const offset = summerWest === undefined ? standard + 3_600 : 0 - secondsOf(summerWest)
  return { standard, summer: { offset, starts: readDay(starts), ends: readDay(ends) } }
}

/** Reads hours, or hours, minutes and seconds. Hours may be negative, and more than 24. */
function secondsOf(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[+-]/, '').split(':').map(Number)
  const sum = hours * 3_600 + minutes * 60 + seconds
  return text.startsWith('-') ? 0 - sum : sum
}

/** Reads the day of a change and its local time, which is 2:00 if it is not given. */
function readDay(text: string): Day {
  const [day = '', at = '2'] = text.split('/')
  const seconds = secondsOf(at)
  const [, month, week, weekday] = /^M(\d+)\.([1-5])\.([0-6])$/.exec(day) ?? []
  if (month !== undefined)
    return (year) => nthWeekday(year, Number(month), Number(week), Number(weekday)) + seconds
  const [, kind, number] = /^(J?)(\d+)$/.exec(day) ?? []
  if (number === undefined) throw new RangeError(`this is not a day of a rule: ${day}`)
  // `J60` is always 1 March. Without the J, days begin with 0 and count 29 February.
  return (year) => {
    const skipsLeapDay = kind === 'J' && Number(number) > 59 && isLeap(year)
    const index = kind === 'J' ? Number(number) - 1 + Number(skipsLeapDay) : Number(number)
    return index * daySeconds + seconds
  }
}

const isLeap = (year: number): boolean => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29

/** Returns when, in seconds of the year, the nth weekday of a month begins. 5 means the last one. */
function nthWeekday(year: number, month: number, week: number, weekday: number): number {
  const firstOfMonth = new Date(Date.UTC(year, month - 1, 1))
  const firstDay = 1 + ((weekday - firstOfMonth.getUTCDay() + 7) % 7)
  const lastOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const nth = firstDay + (week - 1) * 7
  const day = nth > lastOfMonth ? nth - 7 : nth
  return (Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 1)) / 1_000
}

/**
 * Returns the offset of a zone in seconds.
 * @param at seconds since the epoch
 */
export function offsetIn({ first, changes, offsets, later }: ZoneRules, at: number): number {
  const next = changes.findIndex((change) => change > at)
  if (next >= 0) return offsets[next - 1] ?? first
  return later === undefined ? (offsets.at(-1) ?? first) : laterOffset(later, at)
}

function laterOffset({ standard, summer }: YearlyRule, at: number): number {
  if (summer === undefined) return standard
  const year = new Date((at + standard) * 1_000).getUTCFullYear()
  const newYear = Date.UTC(year, 0, 1) / 1_000
  const starts = newYear + summer.starts(year) - standard
  const ends = newYear + summer.ends(year) - summer.offset
  const isSummer = starts < ends ? starts <= at && at < ends : at < ends || at >= starts
  return isSummer ? summer.offset : standard
}
