import type { User, UserChanges } from '../documents.ts'
import type { Http } from '../http/http.ts'
import type { ReadOptions, WriteOptions } from '../http/options.ts'
import type { Entry } from '../links.ts'
import { type Change, change } from '../update.ts'

/** The user of the access token. */
export interface CurrentUser {
  get(options?: ReadOptions): Promise<User>
  /**
   * Changes the user's name or newsletter subscription, and returns the changed user. With
   * `minimal`, returns nothing, which is the response that the interface declares. Only the user
   * can change the email address, the phone number and the password. The changes may be a function
   * of the current user, which is called again if somebody else made a change in the meantime.
   */
  update(changes: UserChanges, options: WriteOptions & { minimal: true }): Promise<undefined>
  update(changes: Change<User, UserChanges>, options?: WriteOptions): Promise<User>
}

export function createCurrentUser(http: Http, entry: Entry): CurrentUser {
  function update(
    changes: UserChanges,
    options: WriteOptions & { minimal: true },
  ): Promise<undefined>
  function update(changes: Change<User, UserChanges>, options?: WriteOptions): Promise<User>
  async function update(
    changes: Change<User, UserChanges>,
    { minimal, ...options }: WriteOptions & { minimal?: boolean } = {},
  ): Promise<User | undefined> {
    const read = () => entry.find('user', options)
    if (!minimal) return await change(http, { read, write: read }, changes, options)
    const headers = { accept: 'application/octet-stream', ...options.headers }
    await http.run('PATCH', await read(), { ...options, headers, body: changes })
    return undefined
  }

  return {
    get: async (options) => await http.fetch('GET', await entry.find('user', options), options),
    update,
  }
}
