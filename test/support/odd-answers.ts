import type { ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/*
 * Responses that gateways, proxies and broken servers send instead of the requested document.
 */

/** Answers a request, or does not answer. */
export type OddAnswer = (response: ServerResponse) => void

/** JSON that is not an object. */
const scalars = ['"Service Unavailable"', '"ok"', 'true', 'false', '0', '-1e400', 'null']

/** JSON objects without the requested properties, and arrays. */
const shapes = [
  '[]',
  '{}',
  '{"message":"Bad Gateway"}',
  '{"id":1,"card":{"brand":1}}',
  '{"id":"","customer":"","card":null}',
  '{"id":["cus_1"],"data":{},"card":{}}',
  `{"id":"${'x'.repeat(400)}","data":[1],"has_more":true}`,
  '{"error":true}',
  '{"error":"invalid_client"}',
  '{"__proto__":{"id":"cus_1"}}',
]

const withStatus =
  (status: number, body: string | Uint8Array, headers: Record<string, string> = {}): OddAnswer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)

/** Sends bytes, and then closes, resets or keeps the connection. */
const raw =
  (bytes: string | Uint8Array, then: 'ends' | 'resets' | 'stays' = 'ends'): OddAnswer =>
  ({ socket }) => {
    if (socket === null) return
    socket.write(bytes)
    if (then === 'ends') socket.end()
    if (then === 'resets') setImmediate(() => socket.resetAndDestroy())
  }

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
const html = '<!doctype html><title>502 Bad Gateway</title><h1>Bad Gateway</h1>'
const padding = 'x'.repeat(1024)

/** Sends a piece repeatedly until the other side closes the connection. */
const endless =
  (first: string, piece: string, everyMs: number): OddAnswer =>
  ({ socket }) => {
    socket?.write(first)
    const timer = setInterval(() => socket?.write(piece), everyMs)
    socket?.once('close', () => clearInterval(timer))
  }

type OddAnswers = Readonly<Record<string, OddAnswer>>

/** JSON without the requested properties, by description. */
const oddShapes: OddAnswers = Object.fromEntries(
  shapes.flatMap((body, index) => {
    const status = index % 3 === 2 ? 502 : 200
    return [[`${status} ${body.slice(0, 40)}`, withStatus(status, body)]]
  }),
)

/** Responses that are not a JSON object, and missing responses. */
const unreadable: OddAnswers = {
  ...Object.fromEntries(
    scalars.flatMap((body) =>
      [200, 502].map((status) => [`${status} ${body}`, withStatus(status, body)]),
    ),
  ),
  '503 "Service Unavailable" with Retry-After': withStatus(503, '"Service Unavailable"', {
    'stripe-should-retry': 'true',
  }),
  '401 true': withStatus(401, 'true'),
  '403 "no"': withStatus(403, '"no"'),
  '429 0': withStatus(429, '0'),
  '400 HTML': withStatus(400, html, { 'content-type': 'text/html' }),
  '401 HTML': withStatus(401, html, { 'content-type': 'text/html' }),
  '502 HTML': withStatus(502, html, { 'content-type': 'text/html' }),
  '200 HTML as JSON': withStatus(200, html),
  'an empty body': withStatus(200, ''),
  '204': (response) => void response.writeHead(204).end(),
  '304': (response) => void response.writeHead(304).end(),
  '101': raw('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n'),
  '103 and nothing else': raw('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'),
  '302 to a server that is down': withStatus(302, '{}', { location: 'http://127.0.0.1:9/' }),
  'half an object': withStatus(200, '{"id":"cus_1","card":{"brand":'),
  'half a body': raw(`${head}Content-Length: 400\r\n\r\n{"id":"cus_1"`),
  'half a body, then a reset': raw(`${head}Content-Length: 400\r\n\r\n{"id":`, 'resets'),
  'half a body, then nothing': raw(`${head}Content-Length: 400\r\n\r\n{"id":`, 'stays'),
  'half a chunk': raw(`${head}Transfer-Encoding: chunked\r\n\r\n40\r\n{"id":`),
  'a chunk without a length': raw(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`),
  'two objects': withStatus(200, '{"id":"cus_1"}{"id":"cus_2"}'),
  'JSON that claims to be gzip': withStatus(200, '{"id":"cus_1"}', { 'content-encoding': 'gzip' }),
  'JSON that claims to be brotli': withStatus(200, '{"id":"cus_1"}', { 'content-encoding': 'br' }),
  'half of a gzip': withStatus(200, gzipSync(`{"id":"${padding}"}`).subarray(0, 20), {
    'content-encoding': 'gzip',
  }),
  'gzip that grows to 16 MiB': withStatus(200, gzipSync(Buffer.alloc(16 * 1024 * 1024, 32)), {
    'content-encoding': 'gzip',
  }),
  'brotli that claims to be gzip': withStatus(200, brotliCompressSync('{}'), {
    'content-encoding': 'gzip',
  }),
  'invalid UTF-8': withStatus(200, Buffer.from('{"id":"cus_\xff\xfe"}', 'latin1')),
  'UTF-16': withStatus(200, Buffer.from('{"id":"cus_1"}', 'utf16le'), {
    'content-type': 'application/json; charset=utf-16le',
  }),
  'arrays in arrays': withStatus(200, '['.repeat(50_000)),
  'objects in objects': withStatus(200, `${'{"id":'.repeat(100)}1${'}'.repeat(100)}`),
  'a large object': withStatus(200, `{"id":"cus_1","more":"${padding.repeat(2 * 1024)}"}`),
  'no HTTP': raw('220 mail.example ESMTP\r\n'),
  'no bytes': raw(''),
  'a reset': raw('', 'resets'),
  'no answer': () => {},
  'headers without an end': raw('HTTP/1.1 200 OK\r\nContent-Type: app', 'stays'),
  'headers that are too large': raw(`HTTP/1.1 200 OK\r\n${`X-A: ${padding}\r\n`.repeat(64)}\r\n{}`),
  'an invalid length': raw(`${head}Content-Length: many\r\n\r\n{}`),
  'two lengths': raw(`${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`),
  'a body without an end': endless(`${head}\r\n{"id":"`, padding.repeat(16), 1),
  'one byte at a time': endless(`${head}Content-Length: 9000\r\n\r\n{`, ' ', 5),
}

/** Every odd answer, by description. None of them says that the requested document is unknown. */
export const oddAnswers: OddAnswers = { ...oddShapes, ...unreadable }

/** Answers that neither end nor become too large. Only a time limit ends the wait for them. */
export const unended: ReadonlySet<string> = new Set([
  'half a body, then nothing',
  'no answer',
  'headers without an end',
  'one byte at a time',
])

/** Returns the odd answers for one of several places: every odd shape, and a part of the others. */
export const oddAnswersAt = (place: number, places: number): [name: string, OddAnswer][] => [
  ...Object.entries(oddShapes),
  ...Object.entries(unreadable).filter((_, index) => index % places === place % places),
]
