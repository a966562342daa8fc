import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns a port of loopback on which no server listens, for a server that may start on it again.
 * It lies below the ports that systems give to connections (32768 and more on Linux). The probe
 * port of a service is its port + 1000, so every second thousand is for probes.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 1_000; tries++) {
    const port = 12_000 + 2_000 * Math.floor(Math.random() * 10) + Math.floor(Math.random() * 1_000)
    if ((await isFree(port)) && (await isFree(port + 1_000))) return port
  }
  throw new Error('No port is free.')
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
