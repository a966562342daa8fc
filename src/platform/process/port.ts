import { createServer, type Server } from 'node:net'
import { StartRefused } from '../errors/start-refused.ts'

/** The program cannot listen on a port. The message says why, in one line. */
export class PortRefused extends StartRefused {
  override name = 'PortRefused'
  constructor(name: string, host: string, port: number, cause: unknown) {
    super(`${name} ${port} on ${host} ${reasonOf(cause)}.`, { cause })
  }
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already in use',
  EACCES: 'needs a privileged user',
  EADDRNOTAVAIL: 'is not available: this machine does not have this address',
  ENOTFOUND: 'is not available: the host does not exist',
}

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
  return reasons[code] ?? `is not available (${code})`
}

/**
 * How many new connections the kernel keeps until they are accepted. It drops further ones, and
 * their clients try again after one second, three and seven.
 */
const backlog = 4_096

/**
 * Starts a server on a port.
 * @param name the setting that selects the port, for the error message
 * @throws {PortRefused}
 */
export async function listenOn(
  server: Server,
  name: string,
  host: string,
  port: number,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const refused = (cause: Error) => reject(new PortRefused(name, host, port, cause))
    server.once('error', refused)
    server.listen({ host, port, backlog }, () => {
      server.off('error', refused)
      resolve()
    })
  })
}

/** Checks that a port is free, before the start opens or changes anything. @throws {PortRefused} */
export async function refuseBusyPort(name: string, host: string, port: number): Promise<void> {
  const probe = createServer()
  await listenOn(probe, name, host, port)
  await new Promise((resolve) => probe.close(resolve))
}
