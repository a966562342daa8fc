import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import type { Queryable } from '../../../platform/database/db.ts'
import { deriveKey, type SecretKey } from '../../../platform/secrets/keys.ts'
import { BrokenSeal, open, seal } from '../../../platform/secrets/seal.ts'
import type { SealedColumn } from '../../../platform/secrets/sealed-column.ts'
import * as store from './store.ts'

export { listStartsBetween, type Start } from './store.ts'

/*
 * A checkpoint says which records were exported, and where the remaining chains start. It is signed
 * with a key of the audit trail (Ed25519, RFC 8032). The private key is sealed with SECRET_KEY, so
 * nobody can sign with the database alone.
 */

/** What a checkpoint says. Hashes are SHA-256 in hex. */
export interface Checkpoint {
  readonly version: 1
  /** All exported records are from before this time. */
  readonly before: string
  readonly records: number
  readonly chains: number
  /** Over the lines of the file, without the last one. */
  readonly lines_sha256: string
  /** Over the starts of all chains: `user seq hash` and a line feed for each, sorted by user. */
  readonly starts_sha256: string
  /** Over the content of the checkpoint before. */
  readonly previous_sha256: string | null
}

/** What precedes the content in the signed text. */
const domain = 'foyer audit checkpoint 1\n'

const labelOf = (publicKey: Buffer): string => `audit key ${publicKey.toString('base64')}`

/** The private keys are sealed. */
export const sealedAuditKeys: SealedColumn = {
  table: 'audit_keys',
  column: 'sealed',
  key: ['id'],
  reads: ['public_key'],
  purposeOf: () => 'audit checkpoints',
  labelOf: ({ public_key }) => labelOf(public_key as Buffer),
}

/** Signs a content with the newest key. The first call creates one. */
export async function signContent(
  tx: Queryable,
  secretKey: SecretKey,
  content: string,
): Promise<{ readonly keyId: number; readonly publicKey: Buffer; readonly signature: Buffer }> {
  const known = await listOwnKeys(tx, secretKey)
  const { id, publicKey, privateKey } = known[0] ?? (await makeKey(tx, secretKey))
  return { keyId: id, publicKey, signature: sign(null, Buffer.from(domain + content), privateKey) }
}

interface OwnKey {
  readonly id: number
  readonly publicKey: Buffer
  readonly privateKey: KeyObject
}

async function makeKey(tx: Queryable, secretKey: SecretKey): Promise<OwnKey> {
  const pair = generateKeyPairSync('ed25519')
  const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' })
  const key = deriveKey(secretKey, 'audit checkpoints')
  const content = pair.privateKey.export({ format: 'der', type: 'pkcs8' })
  const sealed = seal(key, labelOf(publicKey), content)
  return {
    id: await store.addKey(tx, { publicKey, sealed }),
    publicKey,
    privateKey: pair.privateKey,
  }
}

/** Checks the signature of a content (RFC 8032). */
export function isSigned(content: string, signature: Buffer, publicKey: Buffer): boolean {
  try {
    const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' })
    return verify(null, Buffer.from(domain + content), key, signature)
  } catch {
    return false
  }
}

/**
 * Lists the keys whose private keys open with SECRET_KEY, the newest first. Somebody who can only
 * write to the database can add other keys, which are not among them.
 */
async function listOwnKeys(db: Queryable, secretKey: SecretKey): Promise<OwnKey[]> {
  const key = deriveKey(secretKey, 'audit checkpoints')
  return (await store.listKeys(db)).flatMap(({ id, public_key, sealed }) => {
    try {
      const der = open(key, labelOf(public_key), sealed)
      const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
      return [{ id, publicKey: public_key, privateKey }]
    } catch (error) {
      if (error instanceof BrokenSeal) return []
      throw error
    }
  })
}

/** Returns the public keys of this installation, by id. */
export const findOwnKeys = async (
  db: Queryable,
  secretKey: SecretKey,
): Promise<ReadonlyMap<number, Buffer>> =>
  new Map((await listOwnKeys(db, secretKey)).map(({ id, publicKey }) => [id, publicKey]))

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const startsPerPage = 2_000

/** Computes `starts_sha256` over the starts in the database. */
export async function hashStarts(db: Queryable): Promise<string> {
  const hash = createHash('sha256')
  for (let after = -1; ; ) {
    const starts = await store.listStarts(db, after, startsPerPage)
    for (const start of starts)
      hash.update(`${start.user_id} ${start.seq} ${start.hash.toString('hex')}\n`)
    if (starts.length < startsPerPage) return hash.digest('hex')
    after = starts.at(-1)?.user_id ?? after
  }
}

/** The checkpoints of the database, and what is wrong with them. */
export interface CheckpointVerdict {
  readonly checkpoints: number
  /** The latest time of all: records from before it are in files. */
  readonly before: string | undefined
  readonly faults: readonly CheckpointFault[]
}

/**
 * `forged`: the signature is not by a key of this installation. `missing`: a checkpoint before it,
 * or the last one, was removed. `starts`: the starts of the chains were changed.
 */
export type CheckpointFault = 'forged' | 'missing' | 'starts'

/** Checks all checkpoints, and that the starts of the chains are those of the last one. */
export async function verifyCheckpoints(
  db: Queryable,
  secretKey: SecretKey,
): Promise<CheckpointVerdict> {
  const keys = await findOwnKeys(db, secretKey)
  const faults = new Set<CheckpointFault>()
  let checkpoints = 0
  let last: Checkpoint | undefined
  let before: string | undefined
  let previous: string | null = null
  for (let after = 0; ; ) {
    const page = await store.listCheckpoints(db, after, 1_000)
    for (const { id, content, signature, key_id } of page) {
      const key = keys.get(key_id)
      if (key === undefined || !isSigned(content, signature, key)) faults.add('forged')
      const checkpoint = readCheckpoint(content)
      if (checkpoint?.previous_sha256 !== previous) faults.add('missing')
      previous = sha256(content)
      last = checkpoint
      // Versions before could export up to an earlier time again.
      if (checkpoint && (before === undefined || checkpoint.before > before))
        before = checkpoint.before
      checkpoints++
      after = id
    }
    if (page.length < 1_000) break
  }
  if ((last?.starts_sha256 ?? sha256('')) !== (await hashStarts(db))) faults.add('starts')
  return { checkpoints, before, faults: [...faults] }
}

/** Reads a content. Undefined if it is not JSON: then it is not signed either. */
export function readCheckpoint(content: string): Checkpoint | undefined {
  try {
    return JSON.parse(content) as Checkpoint
  } catch {
    return undefined
  }
}
