import type { Feature } from '../../feature.ts'
import { assetRoutes } from './routes.ts'

/** The files that pages load. */
export const assetsFeature = (deps: Parameters<typeof assetRoutes>[0]): Feature => ({
  authRoutes: assetRoutes(deps),
})
