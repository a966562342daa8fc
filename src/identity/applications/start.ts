import type { Queryable } from '../../platform/database/db.ts'
import type { ApplicationStart } from '../../platform/http/pages/error.ts'
import { type Application, findApplication, ownClientIds } from './applications.ts'

/** The start of an application; undefined if there is no such application, or it is disabled. */
export async function findStart(
  db: Queryable,
  clientId: string,
): Promise<ApplicationStart | undefined> {
  const found = await findApplication(db, clientId)
  return found === null
    ? undefined
    : { name: found.application.name, start: startOf(found.application) }
}

/** The origin of the first redirect URI that is a web page: it is registered, so nobody else chooses it. */
function startOf({ clientId, kind, redirectUris }: Application): string | undefined {
  const page = redirectUris
    .map((uri) => new URL(uri))
    .find(({ protocol }) => protocol === 'https:' || (protocol === 'http:' && kind !== 'native'))
  // The demo's application is a page of this service, whose own start is the account.
  if (clientId === ownClientIds.demo) return page?.href.replace(/\/callback$/, '')
  return page && `${page.origin}/`
}
