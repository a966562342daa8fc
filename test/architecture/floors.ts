/**
 * The floors of `src`, from top to bottom. A module imports from its own floor and from those below, types included.
 */
export const floors: readonly (readonly string[])[] = [
  ['src/main.ts', 'src/cli.ts', 'src/app.ts'],
  ['src/commands/'],
  ['src/config/'],
  ['src/dev/'],
  ['src/account/'],
  ['src/resources/'],
  ['src/identity/'],
  ['src/support/'],
  ['src/platform/'],
]

/** The floors whose folders are rooms: one noun each, with doors. */
export const roomFloors = ['src/dev/', 'src/resources/', 'src/identity/', 'src/support/']

/**
 * The doors of each room: the files that other rooms may import. `<room>.ts` is always one, and so is `routes.ts` for
 * `app.ts` and for the room's own floor. A `resource.ts` is open to other representations and to `app.ts`. A
 * `store.ts` is open to its own folder alone.
 */
export const doors: Readonly<Record<string, readonly string[]>> = {}

/** What may import Fastify and what is made of it, besides each room's `routes.ts`. */
export const speaksHttp: readonly string[] = [
  'src/main.ts',
  'src/app.ts',
  'src/account/',
  'src/dev/demo/',
  'src/identity/oauth/endpoints/',
  'src/identity/oauth/provider/',
  'src/identity/sign-in/',
  'src/platform/http/',
  'src/platform/process/',
]

/** Where SQL may stand, besides each folder's `store.ts`. */
export const holdsSql: readonly string[] = ['src/platform/database/']

/** The only files that read the environment. */
export const readsEnvironment: readonly string[] = ['src/main.ts', 'src/cli.ts']

/** Where the system's clock is read. Everything else takes a clock as an argument, or asks SQL's `now()`. */
export const readsClock: readonly string[] = ['src/main.ts', 'src/cli.ts', 'src/platform/']

/** How many entries a folder may have. */
export const mostEntries = 14

/** Whether a path is one of these files, or lies in one of these folders. */
export const isIn = (path: string, places: readonly string[]): boolean =>
  places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place))
