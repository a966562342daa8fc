import type Provider from 'oidc-provider'
import type { Clock } from '../../../platform/clock.ts'
import { loadKeys } from '../keys/keys.ts'
import type { ProviderDeps } from './create-provider.ts'

/** How often the signing keys are read again. */
const rereadEveryMs = 60_000

/**
 * Makes a function that returns the provider. It builds a new provider when the signing keys have
 * changed. The first call creates signing keys if there are none.
 */
export function cachedProvider(
  options: ProviderDeps & { readonly clock: Clock },
): () => Promise<Provider> {
  let latest: Promise<Built> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  return async () => {
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
