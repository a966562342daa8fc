import { basename, dirname } from 'node:path'
import { doors, isIn, roomFloors } from '../floors.ts'
import { append, create, type House, type Rule } from '../rule.ts'
import { placeOf } from '../tree.ts'

/**
 * The room that a file is part of, such as `src/identity/oauth`; undefined where floors have no
 * rooms.
 */
function roomOf(path: string): string | undefined {
  const parts = path.split('/')
  return isIn(path, roomFloors) && parts.length > 3 ? parts.slice(0, 3).join('/') : undefined
}

export const stores: Rule = {
  name: 'only files of its own folder import a store',
  check: ({ server }) =>
    server.flatMap((module) =>
      module.imports
        .filter(({ target }) => basename(target) === 'store.ts' && target.startsWith('src/'))
        .filter(({ target }) => !module.path.startsWith(`${dirname(target)}/`))
        .map(({ target, node }) => `${placeOf(module, node)} imports ${target}`),
    ),
  mutations: [
    ['imported', "import * as store from '../addresses/store.ts'\nexport const a = store"],
    ['imported by import()', "export const a = () => import('../addresses/store.ts')"],
    [
      'imported by import() with a template',
      'export const a = () => import(`../addresses/store.ts`)',
    ],
    [
      'imported as a type',
      "import type * as s from '../addresses/store.ts'\nexport type A = typeof s",
    ],
    ['exported on', "export { findAddress } from '../addresses/store.ts'"],
  ].map(([name, text = ''], index) =>
    create(`another room's store, ${name}`, `src/resources/user/${index}.ts`, text),
  ),
}

export const roomDoors: Rule = {
  name: 'other rooms import a room only by its doors',
  check: (house) => {
    const found = entries(house)
    const used = new Set(found.map(({ target }) => target))
    return [
      ...found.filter(({ isDoor }) => !isDoor).map(({ text }) => text),
      ...Object.entries(doors)
        .flatMap(([room, files]) => files.map((file) => `${room}/${file}`))
        .filter((door) => !used.has(door))
        .map((door) => `${door} is a door that nobody uses`),
    ]
  },
  mutations: [
    append(
      'an import of a file that is not a door',
      'src/resources/user/user.ts',
      "export { sortAddresses } from '../addresses/sort.ts'",
    ),
    append(
      'routes imported by another room',
      'src/resources/user/user.ts',
      "export { addressRoutes } from '../addresses/routes.ts'",
    ),
    append(
      'a representation imported by an operation',
      'src/resources/user/user.ts',
      "export { addressSchemas } from '../addresses/resource.ts'",
    ),
  ],
}

export const roomCycles: Rule = {
  name: 'imports between the rooms of a floor have no cycles',
  check: ({ server }) => {
    const uses = new Map<string, Set<string>>()
    for (const { path, imports } of server) {
      const from = roomOf(path)
      if (from === undefined) continue
      const rooms = imports.flatMap(({ target }) => roomOf(target) ?? [])
      uses.set(from, new Set([...(uses.get(from) ?? []), ...rooms.filter((room) => room !== from)]))
    }
    return [...uses.keys()].flatMap((room) => cycleFrom([room], uses) ?? [])
  },
  mutations: [
    {
      ...append(
        'a cycle of two rooms that is not a cycle of files',
        'src/resources/countries/labels.ts',
        "export type { Carrier } from '../addresses/carrier/carrier.ts'",
      ),
      about: 'src/resources/countries → src/resources/addresses',
    },
  ],
}

/** Returns a path of imports from a room back to itself, as a line. */
function cycleFrom(
  way: readonly string[],
  uses: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  for (const next of uses.get(way.at(-1) ?? '') ?? []) {
    if (next === way[0]) return [...way, next].join(' → ')
    const cycle = way.includes(next) ? undefined : cycleFrom([...way, next], uses)
    if (cycle !== undefined) return cycle
  }
  return undefined
}

/** Returns every import of a file in a room by a file outside of the room. */
function entries({ server }: House) {
  return server.flatMap((module) =>
    module.imports.flatMap(({ target, node }) => {
      const room = roomOf(target)
      if (room === undefined || room === roomOf(module.path)) return []
      const text = `${placeOf(module, node)} enters ${room} by ${target.slice(room.length + 1)}`
      return [{ target, text, isDoor: isDoor(module.path, room, target) }]
    }),
  )
}

/** Files that are open to files of the same name, and to `src/app`. */
const alike = new Set(['resource.ts', 'examples.ts'])

function isDoor(from: string, room: string, target: string): boolean {
  const file = basename(target)
  if (file === `${basename(dirname(target))}.ts`) return true
  if (file === 'feature.ts') return from.startsWith('src/app/')
  if (alike.has(file) && (basename(from) === file || from.startsWith('src/app/'))) return true
  // Another rule checks imports of stores.
  return file === 'store.ts' || (doors[room]?.includes(target.slice(room.length + 1)) ?? false)
}
