/*
 * Writes a file of networks in the MaxMind DB format 2.0
 * (https://maxmind.github.io/MaxMind-DB): a search tree, 16 zero bytes, the data, and the metadata.
 */

type Value = string | number | { readonly [name: string]: Value }

/** The types of the format, by number. */
const types = { text: 2, uint32: 6, map: 7 } as const

/** Encodes a value of at most 284 bytes or entries. */
function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([control(types.text, text.length), text])
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([control(types.uint32, 4), bytes])
  }
  const entries = Object.entries(value)
  const parts = entries.flatMap(([name, one]) => [encode(name), encode(one)])
  return Buffer.concat([control(types.map, entries.length), ...parts])
}

const control = (type: number, size: number): Buffer =>
  size < 29 ? Buffer.from([(type << 5) | size]) : Buffer.from([(type << 5) | 29, size - 29])

const dataSeparator = Buffer.alloc(16)
const metadataMarker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')

/**
 * Makes a file that knows one IPv4 network.
 * @param network an address and the length of its prefix
 */
export function networksFile(
  { address, prefix }: { readonly address: string; readonly prefix: number },
  record: Value,
): Buffer {
  const bits = address
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('')
    .slice(0, prefix)
  const notFound = prefix
  const found = prefix + dataSeparator.length
  const tree = Buffer.alloc(prefix * 6)
  for (const [node, bit] of [...bits].entries()) {
    const next = node + 1 === prefix ? found : node + 1
    const [zero, one] = bit === '0' ? [next, notFound] : [notFound, next]
    tree.writeUIntBE(zero, node * 6, 3)
    tree.writeUIntBE(one, node * 6 + 3, 3)
  }
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 0,
    database_type: 'Test-City',
    description: {},
    ip_version: 4,
    languages: {},
    node_count: prefix,
    record_size: 24,
  })
  return Buffer.concat([tree, dataSeparator, encode(record), metadataMarker, metadata])
}
