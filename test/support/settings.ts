import { readConfig } from './inside.ts'

/** Returns the names of all settings that the service reads. */
export function settingsRead(): Set<string> {
  const read = new Set<string>()
  const watch = (env: Record<string, string>) =>
    new Proxy(env, {
      get(target, name) {
        read.add(String(name))
        return target[String(name)]
      },
    })
  readConfig(watch({}))
  const named = 'IDENTITY_PROVIDER_NAME'
  const provider = { [`${named}_ISSUER`]: 'https://id.example', [`${named}_CLIENT_ID`]: 'foyer' }
  const secret = { [`${named}_CLIENT_SECRET`]: 'secret' }
  readConfig(watch({ IDENTITY_PROVIDERS: 'name', ...provider, ...secret }))
  readConfig(watch({ CARD_VAULT: 'stripe', STRIPE_SECRET_KEY: 'sk_test' }))
  return read
}
