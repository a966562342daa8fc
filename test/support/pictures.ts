import { crc32, deflateSync } from 'node:zlib'

/** A chunk of a PNG file. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/**
 * A PNG file of one colour, with further chunks after its header.
 * @param options.colour red, green and blue, and alpha if the file has that channel
 */
export function png(
  width: number,
  height: number,
  { colour = [11, 107, 93], chunks = [] }: { colour?: number[]; chunks?: readonly Buffer[] } = {},
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits a channel: red, green and blue, and with 6 also alpha.
  header.set([8, colour.length === 4 ? 6 : 2], 8)
  const row = Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A chunk of a WebP file. */
export function webpChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.from(`${type}    `)
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** A WebP file with these chunks. */
export const webpOf = (...chunks: readonly Buffer[]): Buffer =>
  webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))

/** The image of a lossless WebP file. Only its header is real. */
export function losslessImage(width: number, height: number): Buffer {
  const data = Buffer.alloc(12)
  data.writeUInt8(0x2f)
  data.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  return webpChunk('VP8L', data)
}

/** The extended header of a WebP file (RFC 9649, 2.7.1). */
export function extendedHeader(width: number, height: number, flags = 0): Buffer {
  const data = Buffer.alloc(10)
  data.writeUInt8(flags)
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return webpChunk('VP8X', data)
}
