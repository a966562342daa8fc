import type { Queryable } from '../../../platform/database/db.ts'
import { type Language, languageOf } from '../../../platform/i18n/catalogue.ts'
import type { Mailer } from '../../../support/mail/mailer.ts'
import * as store from './store.ts'

export { find as findOwned, insert as insertOwner, list as listOwned } from './store.ts'

/** The dependencies of emails to developers. */
export interface NoticeDeps {
  readonly mailer: Mailer
  readonly authUrl: string
}

/**
 * The developers of an application, in the language of their emails. Operators are not among them.
 */
export async function findOwners(
  db: Queryable,
  applicationId: number,
): Promise<readonly (store.OwnerRow & { readonly language: Language })[]> {
  const owners = await store.listOwners(db, applicationId)
  return owners.map((owner) => ({ ...owner, language: languageOf(owner.language) }))
}

/**
 * Emails the developers of an application that its secret or its redirect URIs were changed.
 * Applications that operators have registered have no developer, and only operators change them.
 * The caller tells what an owner does once an hour.
 * @param browser the browser in which it was changed; undefined at the command line
 */
export async function tellOwners(
  tx: Queryable,
  { mailer, authUrl }: NoticeDeps,
  applicationId: number,
  changed: 'secret' | 'uris',
  browser?: string,
): Promise<void> {
  for (const { userId, email, language, clientId } of await findOwners(tx, applicationId)) {
    const link = `${authUrl}/developer/applications/${clientId}`
    const kind = `application_${changed}_changed` as const
    await mailer.send(tx, userId, { to: email, language, kind, link, browser })
  }
}
