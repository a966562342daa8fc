import { createReadStream } from 'node:fs'
import { commandRefused } from '../terminal/failures.ts'

/** A line of a file that is not empty. */
export interface Line {
  /** The first line is 1. */
  readonly number: number
  /** Without the line break. Undefined if the line is too long. */
  readonly bytes: Buffer | undefined
}

/** A line of 100 addresses and 50 payment methods fits. */
const maxLineBytes = 256 * 1024
const lineFeed = 0x0a
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Reads the lines of a file, some at a time, without keeping the file in memory.
 * @throws {Refused} if the file cannot be read
 */
export async function* readLines(path: string, count: number): AsyncGenerator<Line[]> {
  let lines: Line[] = []
  let number = 0
  let rest: Buffer[] = []
  let restBytes = 0
  const end = (): void => {
    number++
    const whole = Buffer.concat(rest)
    const isTooLong = restBytes > maxLineBytes
    rest = []
    restBytes = 0
    const hasMark = number === 1 && whole.subarray(0, 3).equals(byteOrderMark)
    const bytes = hasMark ? whole.subarray(3) : whole
    if (isTooLong || !isBlank(bytes)) lines.push({ number, bytes: isTooLong ? undefined : bytes })
  }
  /** Keeps no more of a line than what tells that it is too long. */
  const keep = (part: Buffer): void => {
    if (restBytes <= maxLineBytes) rest.push(part)
    restBytes += part.length
  }
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      const part = chunk as Buffer
      let start = 0
      for (let at = part.indexOf(lineFeed); at >= 0; at = part.indexOf(lineFeed, start)) {
        keep(part.subarray(start, at))
        start = at + 1
        end()
        if (lines.length < count) continue
        yield lines
        lines = []
      }
      keep(part.subarray(start))
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw commandRefused(`Cannot read ${path} (${code}).`)
  }
  if (restBytes > 0) end()
  if (lines.length > 0) yield lines
}

/** Whether a line has nothing but white space of JSON (RFC 8259, 2). */
const isBlank = (bytes: Buffer): boolean =>
  bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)
