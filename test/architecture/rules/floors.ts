import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { floors, isIn, mostEntries } from '../floors.ts'
import { append, create, type Rule } from '../rule.ts'
import { placeOf, root } from '../tree.ts'

const floorOf = (path: string): number => floors.findIndex((places) => isIn(path, places))

export const floorsDown: Rule = {
  name: 'imports go down the floors, types included',
  check: ({ server }) =>
    server.flatMap((module) =>
      module.imports
        .filter(({ target }) => target.startsWith('src/'))
        .filter(({ target }) => floorOf(target) < floorOf(module.path))
        .map(({ target, node }) => `${placeOf(module, node)} imports ${target}, which is above`),
    ),
  mutations: [
    append(
      'the platform imports the application as a type',
      'src/platform/text/json.ts',
      "import type { Parts } from '../../app/app.ts'\nexport type P = Parts",
    ),
    append(
      'the platform imports a feature by import()',
      'src/platform/text/json.ts',
      "export const a = () => import('../../resources/addresses/addresses.ts')",
    ),
    append(
      'the platform uses a type of a feature with an inline import()',
      'src/platform/text/json.ts',
      "export type A = import('../../resources/addresses/addresses.ts').Address",
    ),
    append(
      'a room of identity imports a resource',
      'src/identity/users/accounts/accounts.ts',
      "export type { Address } from '../../resources/addresses/addresses.ts'",
    ),
    append(
      'a room of identity imports one above it',
      'src/identity/access/access.ts',
      "export type { Session } from '../users/sessions/sessions.ts'",
    ),
    append(
      'a feature imports the application',
      'src/support/work/work.ts',
      "import type { Parts } from '../../app/app.ts'\nexport type P = Parts",
    ),
  ],
}

export const folders: Rule = {
  name: `every file has a floor, and a folder has at most ${mostEntries} entries`,
  check: ({ server }) => {
    const entries = new Map<string, Set<string>>()
    for (const { path } of server)
      for (let at = path; at !== 'src'; at = dirname(at)) {
        const folder = dirname(at)
        const onDisk = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []
        const names = entries.get(folder) ?? new Set(onDisk.map((name) => join(folder, name)))
        entries.set(folder, names.add(at))
      }
    return [
      ...server.filter(({ path }) => floorOf(path) < 0).map(({ path }) => `${path} is on no floor`),
      ...[...entries]
        .filter(([, names]) => names.size > mostEntries)
        .map(([folder, names]) => `${folder} has ${names.size} entries`),
    ]
  },
  mutations: [
    create('a file in the root', 'src/helpers.ts', 'export const a = 1'),
    create(
      'a folder that is not in the table of floors',
      'src/utils/text.ts',
      'export const a = 1',
    ),
  ],
}
