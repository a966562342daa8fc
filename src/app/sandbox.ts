import type { ControlRoom, ControlRoomDeps } from '../dev/control-room/control-room.ts'
import type { controlRoomFeature } from '../dev/control-room/feature.ts'

/** What development adds. `main.ts` loads it only there. */
export interface Sandbox {
  readonly room: ControlRoom
  readonly feature: typeof controlRoomFeature
}

/** Loads the control room, which only development has. */
export async function openSandbox(deps: ControlRoomDeps): Promise<Sandbox> {
  const [{ openControlRoom }, { controlRoomFeature }] = await Promise.all([
    import('../dev/control-room/control-room.ts'),
    import('../dev/control-room/feature.ts'),
  ])
  return { room: openControlRoom(deps), feature: controlRoomFeature }
}
