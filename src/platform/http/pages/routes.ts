import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Feature } from '../../feature.ts'
import { trackMethods } from '../api/resources.ts'
import type { App } from '../server.ts'
import type { Asset, Assets } from './assets/assets.ts'
import { encoderOf, isCompressible } from './assets/compression.ts'
import { basePath } from './scope.ts'

interface AssetDeps {
  readonly authUrl: string
  readonly assets: Assets
}

const imagePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** The style sheet, the scripts and the logo of the pages. */
export const assetsFeature = (deps: AssetDeps): Feature => ({ authRoutes: assetRoutes(deps) })

function assetRoutes({ authUrl, assets }: AssetDeps) {
  return async (app: App): Promise<void> => {
    const complete = trackMethods(app)
    for (const asset of Object.values<Asset>({ ...assets })) {
      const path = basePath(authUrl) + asset.path
      app.get(path, { config: { limitedBy: 'nothing' } }, assetHandler(asset))
    }
    complete()
  }
}

function assetHandler(asset: Asset) {
  const { type } = asset
  const headers = {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // An SVG file that is opened by itself runs and loads nothing.
    ...(type.startsWith('image/') && { 'Content-Security-Policy': imagePolicy }),
    ...(isCompressible(asset) && { Vary: 'Accept-Encoding' }),
  }
  const encode = isCompressible(asset) ? encoderOf(asset) : undefined
  return async ({ headers: asked }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const accepted = [asked['accept-encoding']].flat().join()
    const { content, coding } = (await encode?.(accepted)) ?? { content: asset.content }
    return reply
      .headers({ ...headers, ...(coding && { 'Content-Encoding': coding }) })
      .send(content)
  }
}
