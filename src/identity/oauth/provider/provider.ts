import type Provider from 'oidc-provider'
import type { Clock } from '../../../platform/clock.ts'
import type { OpenDatabase } from '../../../platform/database/db.ts'
import { loadKeys, signingKeysChannel } from '../keys/keys.ts'
import type { ProviderDeps } from './create-provider.ts'

/** How often the signing keys are read again. A notification can be missed. */
const rereadEveryMs = 60_000

interface CachedProviderDeps extends ProviderDeps {
  readonly db: OpenDatabase
  readonly clock: Clock
}

/**
 * Makes a function that returns the provider. It builds a new provider when the signing keys have
 * changed: it is notified, and also looks once a minute. The first call creates signing keys if there
 * are none.
 */
export function cachedProvider(options: CachedProviderDeps): () => Promise<Provider> {
  let listening: Promise<void> | undefined
  let latest: Promise<Built> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  const forget = () => {
    readAt = Number.NEGATIVE_INFINITY
  }
  return async () => {
    // If this fails, the connection listens as soon as it is back.
    listening ??= options.db.listen(signingKeysChannel, forget).catch(() => {})
    await listening
    const now = options.clock.now()
    if (latest === undefined || now - readAt >= rereadEveryMs) {
      readAt = now
      const next = build(options, latest)
      latest = next
      next.catch(() => {
        if (latest === next) latest = undefined
      })
    }
    return (await latest).provider
  }
}

interface Built {
  readonly provider: Provider
  /** The ids of its keys, in order. */
  readonly keys: string
}

async function build(options: ProviderDeps, before: Promise<Built> | undefined): Promise<Built> {
  const built = await before?.catch(() => undefined)
  try {
    const jwks = await loadKeys(options.db, options.secretKey)
    const keys = jwks.map(({ kid }) => kid).join()
    if (built?.keys === keys) return built
    // Imported here, because the library and what it needs are a quarter of all modules. So a start
    // does not wait for them, and an instance without sign-ins does not hold them in memory.
    const { createProvider } = await import('./create-provider.ts')
    return { provider: createProvider(options, jwks), keys }
  } catch (error) {
    // The database cannot be read now. Go on with the keys that were read before.
    if (built !== undefined) return built
    throw error
  }
}
