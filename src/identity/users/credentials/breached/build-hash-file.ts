import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Refused, refusals } from '../../../../platform/errors/refusals.ts'
import { preparePassword } from '../passwords.ts'
import { entryBytes, fileMark } from './hash-file.ts'

/** The most passwords of a plain list, which is sorted in memory: 400 MB. */
const maxPlainPasswords = 50_000_000
const chunkBytes = 64 * 1024
/** A SHA-1, and how often the password was stolen, if the list says so. */
const hashLine = /^([\da-f]{40})(?::(\d{1,15}))?$/i

/** What a list is made into. */
export interface BuiltFile {
  readonly passwords: number
  readonly bytes: number
}

/**
 * Makes the file for `BREACHED_PASSWORDS_FILE` from a list with a line for each password. If the
 * first line is a SHA-1, all are, in order, as Pwned Passwords has them: `HASH:COUNT`. Otherwise the
 * lines are passwords. The file appears when it is complete.
 * @param given.minCount leaves out hashes with a smaller count
 * @throws {Refused} validation_failed, with the number of the line; and the errors of the files
 */
export async function buildHashFile(given: {
  readonly list: string
  readonly file: string
  readonly minCount?: number | undefined
  readonly signal?: AbortSignal
}): Promise<BuiltFile> {
  const { list, file, minCount = 1, signal } = given
  const part = `${file}.part`
  let passwords = 0
  const counted = async function* () {
    yield fileMark
    let chunk: Buffer[] = []
    for await (const entry of entriesOf(list, minCount)) {
      passwords++
      chunk.push(entry)
      if (chunk.length * entryBytes >= chunkBytes) {
        yield Buffer.concat(chunk)
        chunk = []
      }
    }
    if (passwords === 0) throw invalid('The list has no passwords.')
    yield Buffer.concat(chunk)
  }
  try {
    await pipeline(counted, createWriteStream(part), { ...(signal && { signal }) })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return { passwords, bytes: fileMark.length + passwords * entryBytes }
}

/** The entries of a list, in order and without repetitions. */
async function* entriesOf(list: string, minCount: number): AsyncGenerator<Buffer> {
  let number = 0
  let isHashed = false
  let last = Buffer.alloc(0)
  const plain = new PlainHashes()
  const input = await open(list)
  for await (const line of input.readLines()) {
    number++
    if (line === '') continue
    const [, hex, count] = hashLine.exec(line) ?? []
    if (number === 1) isHashed = hex !== undefined
    if (!isHashed) {
      plain.add(sha1Of(line).readBigUInt64BE())
      continue
    }
    if (hex === undefined) throw invalid(`Line ${number} is no SHA-1 hash.`)
    const entry = Buffer.from(hex.slice(0, 2 * entryBytes), 'hex')
    const order = entry.compare(last)
    if (order < 0) throw invalid(`Line ${number} is out of order. Sort the list by its hashes.`)
    if (order === 0 || Number(count ?? minCount) < minCount) continue
    last = entry
    yield entry
  }
  const sorted = plain.sorted()
  for (const [index, value] of sorted.entries()) {
    if (index > 0 && value === sorted[index - 1]) continue
    const entry = Buffer.alloc(entryBytes)
    entry.writeBigUInt64BE(value)
    yield entry
  }
}

/** The hashes of a plain list: 8 bytes each. */
class PlainHashes {
  #all = new BigUint64Array(1024)
  #count = 0

  /** @throws {Refused} validation_failed, if there are too many */
  add(hash: bigint): void {
    if (this.#count >= maxPlainPasswords)
      throw invalid(`A list of passwords has at most ${maxPlainPasswords} lines. Use hashes.`)
    if (this.#count === this.#all.length) {
      const larger = new BigUint64Array(2 * this.#count)
      larger.set(this.#all)
      this.#all = larger
    }
    this.#all[this.#count++] = hash
  }

  sorted(): BigUint64Array {
    return this.#all.subarray(0, this.#count).sort()
  }
}

const sha1Of = (password: string): Buffer =>
  createHash('sha1').update(preparePassword(password)).digest()

const invalid = (text: string): Refused => new Refused(refusals.validation_failed, { text })
