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

/** Whether compression makes an asset smaller. Pictures other than SVG are compressed already. */
export const isCompressible = ({ type }: Pick<Asset, 'type'>): boolean =>
  type.startsWith('text/') || type === 'image/svg+xml'

/**
 * Compresses an asset as a browser accepts it, once for each coding, when the first browser asks.
 * Pages are not compressed. They contain the secret token of a form, and may contain text from a
 * link. The length of a compressed response would reveal whether the two are alike (BREACH).
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
