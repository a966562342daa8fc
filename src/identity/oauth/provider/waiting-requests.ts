import type Provider from 'oidc-provider'
import { systemClock } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/db.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import { type FoundToken, findToken } from '../tokens/tokens.ts'
import { withAlreadyRead } from './already-read.ts'
import { interactionPath } from './paths.ts'

/** How long an answered request can be continued again: the lifetime of a code. */
const repeatSeconds = 60

/**
 * An authorization request of an application. It waits for its user, or the user has answered it.
 */
export interface WaitingRequest {
  readonly interaction: InstanceType<Provider['Interaction']>
  /** The interaction as it is stored. */
  readonly found: FoundToken
  /**
   * `open` while it waits for its user. `answered` for a minute after the answer, so that the user
   * reaches the application even if the form is sent twice. `over` after that: the request only
   * tells which application it came from.
   */
  readonly state: 'open' | 'answered' | 'over'
}

/** Finds a request by the uid of its interaction. */
export const findRequest = async (
  db: Queryable,
  provider: Provider,
  uid: string,
): Promise<WaitingRequest | undefined> =>
  requestOf(provider, uid, await findToken(db, 'Interaction', hashSecret(uid)))

/** Makes the request of a stored interaction. Undefined if the interaction has expired. */
export async function requestOf(
  provider: Provider,
  uid: string,
  found: FoundToken | undefined,
): Promise<WaitingRequest | undefined> {
  if (found === undefined) return undefined
  const read = { interaction: { uid, found } }
  const interaction = await withAlreadyRead(read, () => provider.Interaction.find(uid))
  if (interaction === undefined) return undefined
  const { consumed } = found
  if (consumed === null) return { interaction, found, state: 'open' }
  const isRecent = systemClock.now() / 1000 - consumed <= repeatSeconds
  return { interaction, found, state: isRecent ? 'answered' : 'over' }
}

/** Finds the request that is continued at a path of this service. */
export async function findRequestAt(
  db: Queryable,
  provider: Provider,
  path: string,
): Promise<WaitingRequest | undefined> {
  const start = interactionPath(provider.issuer, '')
  const [pathname = ''] = path.split('?')
  const uid = pathname.slice(start.length)
  if (!pathname.startsWith(start) || !/^[\w-]{1,64}$/.test(uid)) return undefined
  return findRequest(db, provider, uid)
}

/** The `client_id` of the application that a request came from. */
export const clientIdOf = ({ interaction }: Pick<WaitingRequest, 'interaction'>): string =>
  String(interaction.params.client_id)
