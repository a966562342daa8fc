import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { syncDirectory } from '../../platform/database/embedded/sync-directory.ts'
import { damaged, type Entry, end, headerOf, paddingOf, readTar } from './tar.ts'

/*
 * The file of a backup: a tar file, compressed with zstd. Its last entry has the SHA-256 of each
 * entry before it, as `sha256sum` writes it. So a file that was cut off or changed is found, and a
 * person can unpack and check a backup without Foyer.
 */

/** A file to put into an archive. */
export interface ArchivedFile extends Entry {
  read(): AsyncIterable<Buffer>
}

/** Bytes that are passed on together: each piece takes a few turns of the event loop. */
const pieceBytes = 1024 * 1024

const checksumsName = 'SHA256SUMS'

/** A file with this content. */
export const fileOf = (name: string, text: string): ArchivedFile => {
  const content = Buffer.from(text)
  return {
    name,
    size: content.length,
    async *read() {
      yield content
    },
  }
}

/**
 * Writes an archive that only its owner can read. It gets its name when it is complete and on the
 * disk. A file that has this name is replaced.
 */
export async function writeArchive(
  path: string,
  files: AsyncIterable<ArchivedFile>,
): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.unfinished`
  const file = await open(unfinished, 'wx', 0o600)
  try {
    const zstd = createZstdCompress({
      chunkSize: pieceBytes,
      params: { [constants.ZSTD_c_checksumFlag]: 1 },
    })
    await pipeline(inLargePieces(bytesOf(files)), zstd, async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) await file.writeFile(piece)
    })
    await file.sync()
    await file.close()
    await rename(unfinished, path)
    await syncDirectory(dirname(path))
  } catch (error) {
    await file.close().catch(() => {})
    await rm(unfinished, { force: true })
    throw error
  }
}

async function* inLargePieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const piece of bytes) {
    waiting.push(piece)
    size += piece.length
    if (size < pieceBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  yield Buffer.concat(waiting)
}

async function* bytesOf(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Buffer> {
  const sums: string[] = []
  for await (const file of files) {
    const hash = createHash('sha256')
    yield headerOf(file)
    for await (const piece of file.read()) {
      hash.update(piece)
      yield piece
    }
    yield paddingOf(file.size)
    sums.push(lineOf(file, hash.digest('hex')))
  }
  const checksums = fileOf(checksumsName, sums.join(''))
  yield headerOf(checksums)
  yield* checksums.read()
  yield paddingOf(checksums.size)
  yield end
}

const lineOf = ({ name }: Entry, sum: string): string => `${sum}  ${name}\n`

/** The number of bytes that an archive may have for its checksums: a million files. */
const maxChecksumsBytes = 200_000_000

/**
 * Reads the files of an archive in order, and checks it: all of it is there, and nothing was
 * changed. This is known at the end, so the caller undoes what `take` did if this fails.
 * @param take reads the content of a file to its end
 * @throws {Error} if the archive is damaged
 */
export async function readArchive(
  path: string,
  take: (entry: Entry, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const sums: string[] = []
  let checksums: string | undefined
  const source = createReadStream(path)
  const zstd = createZstdDecompress({ chunkSize: pieceBytes })
  source.on('error', (error) => zstd.destroy(error))
  source.pipe(zstd)
  try {
    await readTar(zstd, async (entry, content) => {
      // Nothing comes after the checksums.
      if (checksums !== undefined) throw damaged()
      if (entry.name === checksumsName) {
        if (entry.size > maxChecksumsBytes) throw damaged()
        checksums = (await bufferOf(content)).toString()
        return
      }
      const hash = createHash('sha256')
      await take(entry, hashed(content, hash))
      sums.push(lineOf(entry, hash.digest('hex')))
    })
  } finally {
    source.destroy()
    zstd.destroy()
  }
  if (checksums !== sums.join('')) throw damaged()
}

async function* hashed(
  content: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    hash.update(piece)
    yield piece
  }
}

/** The whole content of a small file. */
export async function bufferOf(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const found: Buffer[] = []
  for await (const piece of content) found.push(piece)
  return Buffer.concat(found)
}
