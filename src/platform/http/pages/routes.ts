import type { Feature } from '../../feature.ts'
import { trackMethods } from '../api/resources.ts'
import type { App } from '../server.ts'
import type { Asset, Assets } from './assets/assets.ts'
import { basePath } from './scope.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether requests do not count against limits: browsers keep the response. */
    isUnlimited?: boolean
  }
}

interface AssetDeps {
  readonly authUrl: string
  readonly assets: Assets
}

/** The style sheet and the scripts of the pages. */
export const assetsFeature = (deps: AssetDeps): Feature => ({ authRoutes: assetRoutes(deps) })

function assetRoutes({ authUrl, assets }: AssetDeps) {
  return async (app: App): Promise<void> => {
    const complete = trackMethods(app)
    for (const { path, type, content } of Object.values<Asset>({ ...assets }))
      app.get(
        basePath(authUrl) + path,
        { config: { isUnlimited: true } },
        async (_request, reply) =>
          reply
            .type(type)
            .headers({
              'Cache-Control': 'public, max-age=31536000, immutable',
              'Cross-Origin-Resource-Policy': 'same-origin',
            })
            .send(content),
      )
    complete()
  }
}
