/** What the inbox shows of a message. */
export interface ParsedMessage {
  readonly to: string
  readonly subject: string
  readonly date: Date
  /** The part in plain text. */
  readonly text: string
}

/**
 * Reads a message that this service has written: headers, and a multipart body that begins with
 * plain text (RFC 5322; RFC 2046, 5.1.4). It reads no messages of others.
 * @param content the bytes as Latin-1
 */
export function parseMessage(content: string): ParsedMessage {
  const { headers, body } = split(content)
  const boundary = /boundary="?([^";]+)"?/i.exec(headers.get('content-type') ?? '')?.[1]
  const parts = boundary === undefined ? [content] : body.split(`--${boundary}`).slice(1, -1)
  const plain = parts
    .map((part) => split(part.replace(/^\r?\n/, '')))
    .find((part) => part.headers.get('content-type')?.startsWith('text/plain'))
  return {
    to: decodeWords(headers.get('to') ?? ''),
    subject: decodeWords(headers.get('subject') ?? ''),
    date: new Date(headers.get('date') ?? 0),
    text: plain === undefined ? '' : decode(plain).trim(),
  }
}

interface MimePart {
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

function split(text: string): MimePart {
  const [head = '', ...rest] = text.split(/\r?\n\r?\n/)
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  return { headers, body: rest.join('\r\n\r\n') }
}

/** Decodes a body (RFC 2045, 6.7 and 6.8). */
function decode({ headers, body }: MimePart): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString()
  return unquote(body.replace(/=\r?\n/g, ''))
}

/** Decodes quoted-printable text. */
const unquote = (text: string): string =>
  Buffer.from(
    text.replace(/=([\dA-F]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  ).toString()

/** Decodes the encoded words of a header (RFC 2047). Spaces between two of them do not count. */
const decodeWords = (text: string): string =>
  text
    .replace(/(=\?[^?]+\?[bq]\?[^?]*\?=)[ \t]+(?==\?)/gi, '$1')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : unquote(word.replaceAll('_', ' ')),
    )
