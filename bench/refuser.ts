import { createServer } from 'node:http'

/**
 * Refuses every request, as cheaply as `node:http` can. It shows what a flood costs the machine
 * without the service: reading and writing HTTP.
 */
const body = JSON.stringify({ code: 'service_unavailable' })
const headers = ['Content-Length', String(body.length), 'Retry-After', '1']

createServer((_request, response) => response.writeHead(503, headers).end(body)).listen(
  Number(process.argv[2]),
  '127.0.0.1',
  () => process.send?.('listening'),
)
