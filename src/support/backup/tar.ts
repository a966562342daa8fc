/*
 * A tar file (POSIX.1-1988, ustar) as a stream. The package that reads the template of the embedded
 * database holds a whole archive in memory, and a database may be larger than the memory.
 */

const blockBytes = 512
/** A header has room for a name of this length. */
const maxNameLength = 100
/** Eleven octal digits. */
const maxSize = 8 ** 11 - 1

/** An entry of an archive. The name of a directory ends with a slash. */
export interface Entry {
  readonly name: string
  readonly size: number
}

/** The archive is not complete, or is not a tar file. */
export const damaged = (): Error => new Error('The archive is damaged.')

/** The header of an entry. Only its owner can use the file. */
export function headerOf({ name, size }: Entry): Buffer {
  if (Buffer.byteLength(name) > maxNameLength || size > maxSize)
    throw new Error(`${name} does not fit into an archive.`)
  const isDirectory = name.endsWith('/')
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0, 'utf8')
  header.write(isDirectory ? '0000700\0' : '0000600\0', 100, 'latin1')
  header.write('0000000\0', 108, 'latin1')
  header.write('0000000\0', 116, 'latin1')
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
  header.write('00000000000\0', 136, 'latin1')
  header.write('        ', 148, 'latin1')
  header.write(isDirectory ? '5' : '0', 156, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

/** The zeros between the content of an entry and the next header. */
export const paddingOf = (size: number): Buffer =>
  Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes)

/** The end of an archive: two empty blocks. */
export const end = Buffer.alloc(2 * blockBytes)

const sumOf = (header: Buffer): number => header.reduce((sum, byte) => sum + byte, 0)

/**
 * Reads the entries of an archive in order.
 * @param take reads the content of an entry to its end
 * @throws {Error} `damaged`
 */
export async function readTar(
  archive: AsyncIterable<Buffer>,
  take: (entry: Entry, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const reader = new Reader(archive)
  for (;;) {
    const header = await reader.read(blockBytes)
    if (header.every((byte) => byte === 0)) return reader.end()
    const entry = entryOf(header)
    await take(entry, reader.pieces(entry.size))
    await reader.read(paddingOf(entry.size).length)
  }
}

function entryOf(header: Buffer): Entry {
  const text = (from: number, to: number) =>
    header.toString('latin1', from, to).split('\0')[0] ?? ''
  const name = header.subarray(0, header.indexOf(0)).toString('utf8').slice(0, maxNameLength)
  const sum = Number.parseInt(text(148, 156), 8)
  header.write('        ', 148, 'latin1')
  const size = text(124, 136)
  if (sumOf(header) !== sum || name === '' || !/^[0-7]+$/.test(size)) throw damaged()
  return { name, size: Number.parseInt(size, 8) }
}

/** Reads exact numbers of bytes from a stream. */
class Reader {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async read(bytes: number): Promise<Buffer> {
    const found: Buffer[] = []
    for await (const piece of this.pieces(bytes)) found.push(piece)
    return Buffer.concat(found)
  }

  /** Reads to the end of the stream, which may still turn out to be damaged. */
  async end(): Promise<void> {
    for (let step = await this.#source.next(); !step.done; ) step = await this.#source.next()
  }

  async *pieces(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#source.next()
        if (done) throw damaged()
        this.#rest = value
      }
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }
}
