import { crc32, inflateSync } from 'node:zlib'
import { logoLimits, type Picture } from './picture.ts'

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/**
 * The chunks that stay (PNG, third edition, 11). Texts, times and Exif data are left out: they may
 * tell more than the author wants to publish.
 */
const kept = ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB']

/** The chunks of an animation. */
const animation = ['acTL', 'fcTL', 'fdAT']

/**
 * Enough for a picture of the largest allowed size with four channels of 16 bits. Each row has a
 * byte for its filter. An interlaced picture has almost two rows for each.
 */
const mostPixelBytes = logoLimits.mostPixels * (2 + 8 * logoLimits.mostPixels)

/**
 * Reads a PNG file. Does not decompress a picture that is too wide or too high, which the caller
 * refuses.
 * @returns the picture without metadata; undefined if the file is not a complete PNG file, or has
 * an animation
 */
export function readPng(file: Buffer): Picture | undefined {
  if (!file.subarray(0, signature.length).equals(signature)) return undefined
  const chunks: Chunk[] = []
  for (let at = signature.length; chunks.at(-1)?.type !== 'IEND'; ) {
    const chunk = readChunk(file, at)
    if (chunk === undefined || animation.includes(chunk.type)) return undefined
    chunks.push(chunk)
    at += chunk.whole.length
  }
  const [header] = chunks
  const pixels = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)
  if (header?.type !== 'IHDR' || header.data.length !== 13) return undefined
  const width = header.data.readUInt32BE(0)
  const height = header.data.readUInt32BE(4)
  if (Math.max(width, height) <= logoLimits.mostPixels && !inflates(pixels)) return undefined
  const stays = chunks.filter(({ type }) => kept.includes(type)).map(({ whole }) => whole)
  return {
    type: 'image/png',
    width,
    height,
    content: Buffer.concat([signature, ...stays]),
  }
}

interface Chunk {
  readonly type: string
  readonly data: Buffer
  /** With its length and its checksum. */
  readonly whole: Buffer
}

/** Reads the chunk at an offset. Undefined if it is not complete, or its checksum is wrong. */
function readChunk(file: Buffer, at: number): Chunk | undefined {
  if (at + 12 > file.length) return undefined
  const end = at + 8 + file.readUInt32BE(at)
  if (end + 4 > file.length) return undefined
  if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) return undefined
  return {
    type: file.toString('latin1', at + 4, at + 8),
    data: file.subarray(at + 8, end),
    whole: file.subarray(at, end + 4),
  }
}

function inflates(pixels: readonly Buffer[]): boolean {
  try {
    return inflateSync(Buffer.concat(pixels), { maxOutputLength: mostPixelBytes }).length > 0
  } catch {
    return false
  }
}
