import { readConfig } from '../../src/config/config.ts'

/** The names of all settings that the service reads. */
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
  readConfig(watch({ CARD_VAULT: 'stripe', STRIPE_SECRET_KEY: 'sk_test' }))
  return read
}
