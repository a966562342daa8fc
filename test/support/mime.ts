/** A message of mail as people see it. */
export interface ReadMessage {
  /** By their names in lower case, decoded. */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  readonly html: string
}

/** Reads a message with a plain part and an HTML part (RFC 5322, 2045 to 2047), or throws. */
export function readMessage(content: string): ReadMessage {
  const { headers, body } = readPart(content)
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '')?.[1]
  if (boundary === undefined) throw new Error('The message has no parts.')
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => readPart(part.slice(2)))
  const part = (type: string): string => {
    const found = parts.find(({ headers }) => headers.get('content-type')?.startsWith(type))
    if (found === undefined) throw new Error(`The message has no ${type}.`)
    return decoded(found)
  }
  return { headers, text: part('text/plain'), html: part('text/html') }
}

interface Part {
  headers: Map<string, string>
  body: string
}

function readPart(content: string): Part {
  const end = content.indexOf('\r\n\r\n')
  const headers = new Map<string, string>()
  for (const line of content
    .slice(0, end)
    .replace(/\r\n(?=[ \t])/g, '')
    .split('\r\n')) {
    const [name = '', ...value] = line.split(':')
    const key = name.toLowerCase()
    if (headers.has(key)) throw new Error(`There are two headers ${name}.`)
    headers.set(key, decodeWords(value.join(':').trim()))
  }
  return { headers, body: content.slice(end + 4) }
}

function decoded({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding')
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding === 'quoted-printable') return quotedPrintable(body.replace(/=\r\n/g, ''))
  return body
}

const quotedPrintable = (text: string): string =>
  text.replace(/(?:=[\dA-F]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('=', ''), 'hex').toString(),
  )

/** Words that are encoded follow each other without the blank between them. */
const decodeWords = (value: string): string =>
  value
    .replace(/(\?=)[ \t]+(?==\?)/g, '$1')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : quotedPrintable(text.replaceAll('_', ' ')),
    )
