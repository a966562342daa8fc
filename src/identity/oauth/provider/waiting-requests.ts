import type Provider from 'oidc-provider'
import type { Queryable } from '../../../platform/database/db.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import { findToken } from '../tokens/tokens.ts'
import { interactionPath } from './provider.ts'

/** How long an answered request may be continued once more, in seconds: the lifetime of a code. */
const repeatSeconds = 60

/** An application's request that waits for its user, or has waited. */
export interface WaitingRequest {
  readonly interaction: InstanceType<Provider['Interaction']>
  /**
   * `open` while it waits for its user. `answered` for a minute after that, so that a form that is sent twice leads to
   * the application twice. Then `over`: only its application is still of use.
   */
  readonly state: 'open' | 'answered' | 'over'
}

/** Finds a request by its name; undefined if there is none. */
export async function findRequest(
  db: Queryable,
  provider: Provider,
  uid: string,
): Promise<WaitingRequest | undefined> {
  const [interaction, found] = await Promise.all([
    provider.Interaction.find(uid),
    findToken(db, 'Interaction', hashSecret(uid)),
  ])
  if (interaction === undefined || found === undefined) return undefined
  const { consumed } = found
  if (consumed === null) return { interaction, state: 'open' }
  const isRecent = Date.now() / 1000 - consumed <= repeatSeconds
  return { interaction, state: isRecent ? 'answered' : 'over' }
}

/** Finds the request whose step is at a path of ours. */
export async function findRequestAt(
  db: Queryable,
  provider: Provider,
  path: string,
): Promise<WaitingRequest | undefined> {
  const start = interactionPath(provider.issuer, '')
  const [place = ''] = path.split('?')
  const uid = place.slice(start.length)
  if (!place.startsWith(start) || !/^[\w-]{1,64}$/.test(uid)) return undefined
  return findRequest(db, provider, uid)
}

/** The `client_id` of the application that a request came from. */
export const clientIdOf = ({ interaction }: Pick<WaitingRequest, 'interaction'>): string =>
  String(interaction.params.client_id)
