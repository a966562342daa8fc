import type { Http, ReadOptions, WriteOptions } from './http.ts'
import type { Entry } from './links.ts'
import type { User, UserChanges } from './resources.ts'

/** The user of the access token. */
export interface CurrentUser {
  get(options?: ReadOptions): Promise<User>
  /**
   * Changes the user's name or newsletter subscription, and returns the changed user. With
   * `minimal`, returns nothing, which is the response that the interface declares. Only the user
   * can change the email address, the phone number and the password.
   */
  update(changes: UserChanges, options: WriteOptions & { minimal: true }): Promise<undefined>
  update(changes: UserChanges, options?: WriteOptions): Promise<User>
}

export function createCurrentUser(http: Http, entry: Entry): CurrentUser {
  function update(
    changes: UserChanges,
    options: WriteOptions & { minimal: true },
  ): Promise<undefined>
  function update(changes: UserChanges, options?: WriteOptions): Promise<User>
  async function update(
    changes: UserChanges,
    { minimal, ...options }: WriteOptions & { minimal?: boolean } = {},
  ): Promise<User | undefined> {
    const href = await entry.find('user', options)
    if (!minimal) return await http.fetch<User>('PATCH', href, { ...options, body: changes })
    const headers = { accept: 'application/octet-stream', ...options.headers }
    await http.run('PATCH', href, { ...options, headers, body: changes })
    return undefined
  }

  return {
    get: async (options) => await http.fetch('GET', await entry.find('user', options), options),
    update,
  }
}
