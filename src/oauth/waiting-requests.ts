import type Provider from 'oidc-provider'
import { interactionPath } from './provider.ts'

/** An application's request that waits, or has waited, for its user. */
export interface WaitingRequest {
  readonly clientId: string
  /** Whether it still waits. */
  readonly isOpen: boolean
}

/** Finds the request whose step is at a path of ours; undefined where there is none, or none any more. */
export async function findRequestAt(
  provider: Provider,
  path: string,
): Promise<WaitingRequest | undefined> {
  const start = interactionPath(provider.issuer, '')
  const [place = ''] = path.split('?')
  const uid = place.slice(start.length)
  if (!place.startsWith(start) || !/^[\w-]{1,64}$/.test(uid)) return undefined
  const interaction = await provider.Interaction.find(uid)
  if (interaction === undefined) return undefined
  return { clientId: String(interaction.params.client_id), isOpen: true }
}
