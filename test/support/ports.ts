import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/*
 * Ports for servers whose port is given, and that may start on it again. A port that the system
 * chooses may no longer be free when such a server starts: in the meantime the system may give it
 * to another server or to a connection. These ports lie below all that systems choose from (32768
 * and more on Linux). The test processes share them in blocks.
 */

/** How many ports a process takes at a time. */
const blockSize = 50
/** The probe port of a service is its port + 1000, so every second thousand is for probes. */
const probesOffset = 1_000
/** The first port of each block, from 12000 to 30950. */
const blocks = Array.from({ length: 200 }, (_, index) => {
  const perThousand = probesOffset / blockSize
  const thousand = Math.floor(index / perThousand)
  return 12_000 + 2 * probesOffset * thousand + blockSize * (index % perThousand)
})
/** After this number of ports, a process reuses its own ports, the oldest first. */
const mostOwn = 10 * blockSize

const own: number[] = []
let given = 0
let last: Promise<number> = Promise.resolve(0)

/**
 * Returns a port of loopback on which no server listens, and that no other test process gets until
 * this process ends.
 */
export function freePort(): Promise<number> {
  last = last.then(next, next)
  return last
}

async function next(): Promise<number> {
  for (let tries = 0; tries < 2 * mostOwn; tries++) {
    if (given >= own.length && own.length < mostOwn) own.push(...(await takeBlock()))
    const port = own[given++ % own.length]
    if (port !== undefined && (await isFree(port)) && (await isFree(port + probesOffset)))
      return port
  }
  throw new Error('No port is free.')
}

/** @returns the ports of a block that no process has; none if all have been taken */
async function takeBlock(): Promise<number[]> {
  for (let count = 0; count < blocks.length; count++) {
    const first = blocks[(process.pid + count) % blocks.length] ?? 0
    // Not the first port: its UDP port is taken, which a server with HTTP/3 needs too.
    if (await lock(first))
      return Array.from({ length: blockSize - 1 }, (_, index) => first + 1 + index)
  }
  return []
}

/**
 * The process that holds the UDP port of this number owns the block. The kernel releases the port
 * however the process ends.
 */
async function lock(port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  try {
    socket.bind({ port, address: '127.0.0.1', exclusive: true })
    await once(socket, 'listening')
    socket.unref()
    return true
  } catch {
    socket.close()
    return false
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return true
  } catch {
    return false
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}
