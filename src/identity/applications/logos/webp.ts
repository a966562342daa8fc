import type { Picture } from './picture.ts'

/** The chunks that stay (RFC 9649, 2). Exif and XMP data are left out. */
const kept = ['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L']

/** The flags of the extended header (RFC 9649, 2.7.1). */
const flags = { metadata: 0b1100, animation: 0b0010 }

/**
 * Reads a WebP file.
 * @returns the picture without metadata; undefined if the file is not a complete WebP file, or has
 * an animation
 */
export function readWebp(file: Buffer): Picture | undefined {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP')
    return undefined
  const end = 8 + file.readUInt32LE(4)
  if (end > file.length) return undefined
  const chunks = readChunks(file.subarray(12, end))
  const image = chunks?.find(({ type }) => type === 'VP8 ' || type === 'VP8L')
  const size = image && sizeOf(image)
  if (chunks === undefined || size === undefined) return undefined
  const [extended] = chunks.filter(({ type }) => type === 'VP8X')
  if (extended !== undefined && !fits(extended.data, size)) return undefined
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    ...chunks.filter(({ type }) => kept.includes(type)).map(wholeOf),
  ])
  return { type: 'image/webp', ...size, content: Buffer.concat([headOf('RIFF', body), body]) }
}

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

type Size = Pick<Picture, 'width' | 'height'>

/** Reads all chunks. Undefined if the last one is not complete. */
function readChunks(body: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = []
  for (let at = 0; at < body.length; ) {
    if (at + 8 > body.length) return undefined
    const length = body.readUInt32LE(at + 4)
    if (at + 8 + length > body.length) return undefined
    chunks.push({
      type: body.toString('latin1', at, at + 4),
      data: body.subarray(at + 8, at + 8 + length),
    })
    at += 8 + length + (length % 2)
  }
  return chunks
}

/** The size of an image (RFC 6386, 9.1; RFC 9649, 3.4). Undefined if its header is wrong. */
function sizeOf({ type, data }: Chunk): Size | undefined {
  if (data.length < 10) return undefined
  if (type === 'VP8L') {
    const bits = data.readUInt32LE(1)
    return data[0] === 0x2f
      ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
      : undefined
  }
  return data.readUIntBE(3, 3) === 0x9d012a
    ? { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
    : undefined
}

/** Whether an extended header belongs to one image of this size, without an animation. */
const fits = (header: Buffer, { width, height }: Size): boolean =>
  header.length === 10 &&
  (header.readUInt8(0) & flags.animation) === 0 &&
  header.readUIntLE(4, 3) + 1 === width &&
  header.readUIntLE(7, 3) + 1 === height

function wholeOf({ type, data }: Chunk): Buffer {
  const content = Buffer.from(data)
  if (type === 'VP8X') content.writeUInt8(content.readUInt8(0) & ~flags.metadata, 0)
  return Buffer.concat([headOf(type, content), content, Buffer.alloc(content.length % 2)])
}

function headOf(type: string, { length }: Buffer): Buffer {
  const head = Buffer.from(`${type}    `)
  head.writeUInt32LE(length, 4)
  return head
}
