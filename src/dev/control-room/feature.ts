import type { Feature } from '../../platform/feature.ts'
import { type ControlRoomRouteDeps, controlRoomRoutes } from './routes.ts'

/** The pages of the control room. */
export const controlRoomFeature = (deps: ControlRoomRouteDeps): Feature => ({
  authRoutes: controlRoomRoutes(deps),
})
