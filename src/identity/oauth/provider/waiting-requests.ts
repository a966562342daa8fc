import type Provider from 'oidc-provider'
import { systemClock } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/db.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import { type FoundToken, findToken } from '../tokens/tokens.ts'
import { startingFrom } from './already-read.ts'
import { interactionPath } from './provider.ts'

/** How long an answered request may be continued once more, in seconds: the lifetime of a code. */
const repeatSeconds = 60

/** An application's request that waits for its user, or has waited. */
export interface WaitingRequest {
  readonly interaction: InstanceType<Provider['Interaction']>
  /** The interaction as it is stored. */
  readonly found: FoundToken
  /**
   * `open` while it waits for its user. `answered` for a minute after that, so that a form that is sent twice leads to
   * the application twice. Then `over`: only its application is still of use.
   */
  readonly state: 'open' | 'answered' | 'over'
}

/** Finds a request by its name; undefined if there is none. */
export const findRequest = async (
  db: Queryable,
  provider: Provider,
  uid: string,
): Promise<WaitingRequest | undefined> =>
  requestOf(provider, uid, await findToken(db, 'Interaction', hashSecret(uid)))

/** The request of a stored interaction; undefined if that has expired. */
export async function requestOf(
  provider: Provider,
  uid: string,
  found: FoundToken | undefined,
): Promise<WaitingRequest | undefined> {
  if (found === undefined) return undefined
  const read = { interaction: { uid, found } }
  const interaction = await startingFrom(read, () => provider.Interaction.find(uid))
  if (interaction === undefined) return undefined
  const { consumed } = found
  if (consumed === null) return { interaction, found, state: 'open' }
  const isRecent = systemClock.now() / 1000 - consumed <= repeatSeconds
  return { interaction, found, state: isRecent ? 'answered' : 'over' }
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
