import { createClient, FoyerError } from '@foyer/client'
import { createSignIn } from '@foyer/client/oauth'
import { rejection } from './expect.ts'
import { control, type Setting } from './setting.ts'

/** Makes the sign-in of a browser's tab, with the default store and locks of pages. */
export function openTab(setting: Setting) {
  const signIn = createSignIn({
    ...setting.page,
    scope: 'openid read:user',
    // This takes long enough for the other tab to ask for a renewal, too.
    async fetch(input, init) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      return await fetch(input, init)
    },
  })
  const { accessToken } = signIn
  const foyer = createClient({ baseUrl: setting.baseUrl, accessToken, retries: 0 })
  return {
    /** Starts a sign-in, and signs the user in at the service. Returns the URL to finish with. */
    async start(token: string) {
      const url = await signIn.start()
      const { callback } = await control<{ callback: string }>(setting, 'sign-in', { url, token })
      return callback
    },
    /** Finishes it twice at once, as React does it in development. Returns the refresh tokens. */
    async finish(callback: string) {
      const both = await Promise.all([signIn.finish(callback), signIn.finish(callback)])
      return both.map(({ refreshToken }) => refreshToken)
    },
    /** @param rejected an access token that no longer works, so that a newer one is needed */
    accessToken: async (rejected?: string) => await accessToken({ rejected }),
    tokens: async () => (await signIn.tokens()) ?? null,
    signOut: async () => void (await signIn.signOut()),
    /** The code with which a request is refused. */
    async refusal() {
      const error = await rejection(foyer.user.get())
      return error instanceof FoyerError ? error.code : `${error}`
    },
  }
}
