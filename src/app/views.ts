import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Feature } from '../platform/feature.ts'
import type { View } from '../platform/http/api/view.ts'
import type { AppDeps } from './deps.ts'

/** Makes the function that returns the view of a request. */
export function viewsFor({ config, carrier }: AppDeps): (request: FastifyRequest) => View {
  const { baseUrl, siblings } = config
  const collectsIn = (code: string): boolean => carrier.serves(code)
  const views = new Map<string, View>()
  return ({ language, caller }) => {
    // Outside the scope with a user there is no caller.
    const scopes = (caller as typeof caller | undefined)?.scopes
    const mayWrite = scopes?.has('write:user') ?? false
    const mayWriteWebhooks = scopes?.has('write:webhooks') ?? false
    const key = `${language} ${mayWrite} ${mayWriteWebhooks}`
    let view = views.get(key)
    if (view === undefined) {
      view = { language, baseUrl, siblings, mayWrite, mayWriteWebhooks, collectsIn }
      views.set(key, view)
    }
    return view
  }
}

/** The examples of all features, in English, for a caller who may write. */
export async function examplesOf(
  features: readonly Feature[],
  { baseUrl, siblings }: Config,
): Promise<Readonly<Record<string, unknown>>> {
  const view: View = {
    language: 'en',
    baseUrl,
    siblings,
    mayWrite: true,
    mayWriteWebhooks: true,
    collectsIn: () => true,
  }
  const examples = await Promise.all(features.map(({ examples }) => examples?.(view)))
  return Object.assign({}, ...examples)
}
