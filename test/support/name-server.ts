import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'

/** A name server on a port of loopback. */
export interface NameServer {
  /** Its address and port, as `dns.setServers` takes them. */
  readonly address: string
  /** How many questions it has received. */
  readonly questions: number
  close(): void
}

const typeOf = { A: 1, CNAME: 5, AAAA: 28 } as const

/**
 * Returns the answers to a question: addresses, or another name that the requested name stands for.
 */
type Answers = (name: string, type: 'A' | 'AAAA') => readonly string[]

/**
 * Starts a name server (RFC 1035) that gives the answers of a function. Resolvers may not cache
 * them.
 * @param answers is called for each question. No answer means that the name does not exist
 */
export async function startNameServer(answers: Answers): Promise<NameServer> {
  const socket = createSocket('udp4')
  let questions = 0
  socket.on('message', (query, { port, address }) => {
    questions++
    const { name, type, end } = readQuestion(query)
    const records = answers(name, type).map(recordOf)
    // A response, recursion available; 3 is NXDOMAIN.
    const flags = 0x81_80 | (records.length === 0 ? 3 : 0)
    const header = Buffer.alloc(12)
    header.writeUInt16BE(query.readUInt16BE(0), 0)
    header.writeUInt16BE(flags, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(records.length, 6)
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    get questions() {
      return questions
    },
    close: () => socket.close(),
  }
}

function readQuestion(query: Buffer): { name: string; type: 'A' | 'AAAA'; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = query.readUInt16BE(at + 1) === typeOf.AAAA ? 'AAAA' : 'A'
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 }
}

function recordOf(answer: string): Buffer {
  const kind = isIPv6(answer) ? 'AAAA' : /^[\d.]+$/.test(answer) ? 'A' : 'CNAME'
  const data = kind === 'A' ? Buffer.from(answer.split('.').map(Number)) : bytesOf(answer, kind)
  const head = Buffer.alloc(12)
  // The name of the question, class IN, and no seconds to live.
  head.writeUInt16BE(0xc0_0c, 0)
  head.writeUInt16BE(typeOf[kind], 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function bytesOf(answer: string, kind: 'AAAA' | 'CNAME'): Buffer {
  if (kind === 'CNAME')
    return Buffer.concat([
      ...answer
        .split('.')
        .map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`)),
      Buffer.alloc(1),
    ])
  // The URL parser writes an IPv4 address at the end as two groups.
  const [before = '', after] = new URL(`http://[${answer}]/`).hostname.slice(1, -1).split('::')
  const groups = (text = '') => (text === '' ? [] : text.split(':'))
  const zeros = Array(8 - groups(before).length - groups(after).length).fill('0')
  const all = after === undefined ? groups(before) : [...groups(before), ...zeros, ...groups(after)]
  const bytes = Buffer.alloc(16)
  for (const [index, group] of all.entries())
    bytes.writeUInt16BE(Number.parseInt(group, 16), index * 2)
  return bytes
}
