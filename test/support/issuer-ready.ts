import assert from 'node:assert/strict'
import { retry503 } from './wire.ts'

const ready = new Map<string, Promise<void>>()

/**
 * Waits until a service on this machine has loaded its issuer and made its signing keys. The first
 * request does that. On a busy machine it may take longer than a request is allowed to take.
 */
export function issuerReady(authUrl: string): Promise<void> {
  const known = ready.get(authUrl)
  if (known) return known
  const { hostname } = new URL(authUrl)
  const waiting = ['127.0.0.1', 'localhost'].includes(hostname)
    ? makeReady(authUrl).catch((error: unknown) => {
        ready.delete(authUrl)
        throw error
      })
    : Promise.resolve()
  ready.set(authUrl, waiting)
  return waiting
}

async function makeReady(authUrl: string): Promise<void> {
  const { status } = await retry503(() => fetch(`${authUrl}/oauth2/jwks`))
  assert.equal(status, 200)
}
