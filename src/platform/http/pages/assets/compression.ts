import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import Negotiator from 'negotiator'
import type { Asset } from './assets.ts'

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const
/** The content codings (RFC 9110, 8.4.1), the better one first. */
const codings = ['br', 'gzip'] as const satisfies readonly (keyof typeof compress)[]
type Coding = (typeof codings)[number]

/** An asset as one browser gets it. */
export interface Encoded {
  readonly content: string | Buffer
  /** Absent if the content is not compressed. */
  readonly coding?: Coding
}

/** Whether compression makes an asset smaller. Pictures are compressed already, but for SVG. */
export const isCompressible = ({ type }: Pick<Asset, 'type'>): boolean =>
  type.startsWith('text/') || type === 'image/svg+xml'

/**
 * Compresses an asset as a browser accepts it, once for each coding, when the first browser asks.
 * Pages are not compressed: they contain the token of a form beside what a link may bring in, and
 * the length of a response would tell whether both are alike (BREACH).
 */
export function encoderOf({ content }: Pick<Asset, 'content'>) {
  const encoded = new Map<Coding, Promise<Buffer>>()
  return async (acceptEncoding: string | undefined): Promise<Encoded> => {
    const wanted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } })
    const accepted = wanted.encodings([...codings])
    const coding = codings.find((known) => accepted.includes(known))
    if (coding === undefined) return { content }
    const body = encoded.get(coding) ?? compress[coding](content)
    encoded.set(coding, body)
    return { content: await body, coding }
  }
}
