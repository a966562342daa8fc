import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Queryable } from '../../../platform/database/db.ts'
import type { SecretKey } from '../../../platform/secrets/keys.ts'
import { type Breach, hashOf, type StoredRecord } from '../verify.ts'
import { type Checkpoint, findOwnKeys, isSigned, readCheckpoint } from './checkpoint.ts'

/**
 * `cut`: the file has no checkpoint at its end. `lines`: it is not the file that the checkpoint
 * covers. `forged`: the signature is not by the key. `unknown_key`: no such key is given or known.
 */
export type FileFault = 'cut' | 'lines' | 'forged' | 'unknown_key' | 'unreadable'

export interface FileVerdict {
  readonly records: number
  readonly chains: number
  /** The time that the checkpoint names. */
  readonly before: string | undefined
  /** SHA-256 of the whole file, in hex. */
  readonly sha256: string
  /** The public key that is named in the file: SubjectPublicKeyInfo, DER, in Base64. */
  readonly key: string | undefined
  readonly breaches: readonly Breach[]
  readonly faults: readonly FileFault[]
}

/** A line of the file: see `export.ts`. */
type Line =
  | { readonly chain: number; readonly after: string; readonly hash: string }
  | (Omit<StoredRecord, 'hash'> & { readonly hash: string })
  | { readonly checkpoint: string; readonly signature: string; readonly public_key: string }

/**
 * Checks an exported file: every hash, that no line was changed, and the signature.
 * @param key the public key, in Base64; if omitted, the keys of this installation
 */
export async function verifyFile(
  db: Queryable,
  secretKey: SecretKey,
  path: string,
  key?: string,
): Promise<FileVerdict> {
  const reading = new Reading()
  let last: string | undefined
  const file = await open(path)
  for await (const line of file.readLines()) {
    if (last !== undefined) reading.add(last)
    last = line
  }
  const own = async () => [...(await findOwnKeys(db, secretKey)).values()]
  const known = key === undefined ? (await own()).map((one) => one.toString('base64')) : [key]
  return verdictOf(reading, last, known)
}

/** Reads a file that has no checkpoint yet. */
export async function readRecords(path: string): Promise<Reading> {
  const reading = new Reading()
  const file = await open(path)
  for await (const line of file.readLines()) reading.add(line)
  return reading
}

/**
 * Checks the last line of a file against the lines before it.
 * @param known the public keys that may have signed it, in Base64
 */
export function verdictOf(
  reading: Reading,
  last: string | undefined,
  known: readonly string[],
): FileVerdict {
  const signed = parse(last ?? '')
  const faults = new Set<FileFault>(reading.isUnreadable ? ['unreadable'] : [])
  let checkpoint: Checkpoint | undefined
  if (signed === undefined || !('checkpoint' in signed)) faults.add('cut')
  else {
    checkpoint = readCheckpoint(signed.checkpoint)
    if (!known.includes(signed.public_key)) faults.add('unknown_key')
    const signature = Buffer.from(signed.signature, 'base64')
    const publicKey = Buffer.from(signed.public_key, 'base64')
    if (!isSigned(signed.checkpoint, signature, publicKey)) faults.add('forged')
    if (checkpoint?.lines_sha256 !== reading.sha256()) faults.add('lines')
  }
  return {
    records: reading.records,
    chains: reading.chains,
    before: checkpoint?.before,
    sha256: reading.sha256(last === undefined ? '' : `${last}\n`),
    key: signed && 'checkpoint' in signed ? signed.public_key : undefined,
    breaches: [...reading.breaches.values()],
    faults: [...faults],
  }
}

/** The lines of chains and records, one after the other. */
class Reading {
  records = 0
  chains = 0
  isUnreadable = false
  /** The first breach of each chain. */
  readonly breaches = new Map<number, Breach>()
  #user = -1
  #seq = 0n
  #hash: Buffer = Buffer.alloc(0)
  readonly #lines = createHash('sha256')

  /** SHA-256 of the lines and a text after them, in hex. */
  sha256(more = ''): string {
    return this.#lines.copy().update(more).digest('hex')
  }

  add(text: string): void {
    this.#lines.update(`${text}\n`)
    const line = parse(text)
    if (line === undefined || 'checkpoint' in line) this.isUnreadable = true
    else if ('chain' in line) {
      this.chains++
      this.#user = line.chain
      this.#seq = BigInt(line.after)
      this.#hash = Buffer.from(line.hash, 'hex')
    } else this.#addRecord({ ...line, hash: Buffer.from(line.hash, 'hex') })
  }

  #addRecord(record: StoredRecord): void {
    this.records++
    const { user_id: user, seq } = record
    const next = this.#seq + 1n
    if (this.breaches.has(user)) return
    if (user !== this.#user) this.breaches.set(user, { user, record: seq, fault: 'surplus' })
    else if (BigInt(seq) !== next)
      this.breaches.set(user, { user, record: String(next), fault: 'missing' })
    else if (!hashOf(this.#hash, record).equals(record.hash))
      this.breaches.set(user, { user, record: seq, fault: 'altered' })
    this.#seq = BigInt(seq)
    this.#hash = record.hash
  }
}

function parse(text: string): Line | undefined {
  try {
    const line: unknown = JSON.parse(text)
    return typeof line === 'object' && line !== null ? (line as Line) : undefined
  } catch {
    return undefined
  }
}
