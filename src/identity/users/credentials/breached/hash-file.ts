import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { FindHash } from './breached-passwords.ts'

/*
 * A file with the hashes of stolen passwords: 16 bytes that say so, then the first 8 bytes of each
 * SHA-1, in order and without repetitions. A search reads about 20 blocks of 4 KiB, and keeps nothing
 * in memory. With a list of 1,000,000,000 passwords, it takes one other password in 18,000,000,000 for
 * a stolen one: their number in 2^64.
 */

/** The first bytes of a file. */
export const fileMark = Buffer.from('foyer-passwords1')
/** How much of each SHA-1 the file has, in bytes. */
export const entryBytes = 8
const blockBytes = 4096

/** @returns what is wrong with a file; undefined if nothing is */
export function hashFileFault(path: string): 'unreadable' | 'other' | undefined {
  try {
    const file = openSync(path, 'r')
    try {
      const mark = Buffer.alloc(fileMark.length)
      readSync(file, mark, 0, mark.length, 0)
      const { size } = fstatSync(file)
      const isWhole = size > mark.length && (size - mark.length) % entryBytes === 0
      return mark.equals(fileMark) && isWhole ? undefined : 'other'
    } finally {
      closeSync(file)
    }
  } catch {
    return 'unreadable'
  }
}

/** Searches a file. It is opened at the first search, and again if that fails. */
export function hashFile(path: string): FindHash {
  let opened: Promise<{ readonly file: FileHandle; readonly entries: number }> | undefined
  const openFile = async () => {
    const file = await open(path)
    const { size } = await file.stat()
    return { file, entries: (size - fileMark.length) / entryBytes }
  }
  return async (sha1) => {
    opened ??= openFile().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    const { file, entries } = await opened
    return search(file, entries, sha1.subarray(0, entryBytes))
  }
}

/** A binary search over blocks, and then in the block. */
async function search(file: FileHandle, entries: number, wanted: Buffer): Promise<boolean> {
  const perBlock = blockBytes / entryBytes
  const block = Buffer.alloc(blockBytes)
  let low = 0
  let high = Math.ceil(entries / perBlock) - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const place = fileMark.length + middle * blockBytes
    const { bytesRead } = await file.read(block, 0, blockBytes, place)
    const count = Math.floor(bytesRead / entryBytes)
    if (count === 0) throw new Error('The file of stolen passwords has become shorter.')
    const at = (index: number) => block.subarray(index * entryBytes, (index + 1) * entryBytes)
    if (wanted.compare(at(0)) < 0) high = middle - 1
    else if (wanted.compare(at(count - 1)) > 0) low = middle + 1
    else {
      for (let index = 0; index < count; index++) if (wanted.equals(at(index))) return true
      return false
    }
  }
  return false
}
