import type { Queryable } from '../../platform/database/db.ts'
import type { ApplicationStart } from '../../platform/http/pages/error.ts'
import { type Application, findApplication, ownClientIds } from './applications.ts'

/** The start page of an application, and whether a user has registered it. */
type FoundStart = ApplicationStart & Pick<Application, 'selfRegistered'>

/** Finds the name and the start page of an enabled application. */
export async function findStart(db: Queryable, clientId: string): Promise<FoundStart | undefined> {
  const found = await findApplication(db, clientId)
  if (found === null) return undefined
  const { name, selfRegistered } = found.application
  return { name, selfRegistered, start: startOf(found.application) }
}

/**
 * The origin of the first redirect URI that is a web page. Redirect URIs are registered, so it is
 * safe to link to.
 */
function startOf({ clientId, kind, redirectUris }: Application): string | undefined {
  const page = redirectUris
    .map((uri) => new URL(uri))
    .find(({ protocol }) => protocol === 'https:' || (protocol === 'http:' && kind !== 'native'))
  // The demo is a page of this service. Its origin alone would lead to the account.
  if (clientId === ownClientIds.demo) return page?.href.replace(/\/callback$/, '')
  return page && `${page.origin}/`
}
