import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { append, create, type Mutation } from './rule.ts'
import { root } from './tree.ts'

// Rules that Biome itself checks, as biome.json configures them.

export const mutations: readonly (Mutation & { readonly rule: string })[] = [
  {
    rule: 'noImportCycles',
    ...append(
      'a cycle through main.ts',
      'src/app/app.ts',
      "import type * as main from '../main.ts'\nexport type Main = typeof main",
    ),
  },
  {
    rule: 'noImportCycles',
    ...append(
      'a cycle of types',
      'src/resources/countries/names.ts',
      "import type { claimsOf } from '../user/claims.ts'\nexport type Claims = typeof claimsOf",
    ),
  },
  {
    rule: 'noImportCycles',
    ...append(
      'a cycle by import()',
      'src/resources/addresses/store.ts',
      "export const a = () => import('./addresses.ts')",
    ),
  },
  {
    rule: 'noProcessEnv',
    ...append(
      "env imported from 'node:process'",
      'src/resources/user/user.ts',
      "import { env } from 'node:process'\nexport const a = env.A",
    ),
  },
  {
    rule: 'noReExportAll',
    ...create('a barrel named all.ts', 'src/support/work/all.ts', "export * from './work.ts'"),
  },
]

/**
 * Returns what Biome finds in a copy of the sources with these changes: lines of a path and a rule.
 */
export async function biomeFindings(texts: Iterable<readonly [string, string]>): Promise<string[]> {
  const copy = await mkdtemp(join(tmpdir(), 'foyer-biome-'))
  try {
    for (const name of ['src', 'biome.json', '.gitignore', 'package.json', 'tsconfig.json'])
      await cp(join(root, name), join(copy, name), { recursive: true })
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
    for (const [path, text] of texts) await writeFile(join(copy, path), text)
    return await lint(copy)
  } finally {
    await rm(copy, { recursive: true })
  }
}

interface Report {
  readonly diagnostics: readonly {
    readonly category: string
    readonly location: { path: string }
  }[]
}

/** Biome exits with an error if it finds something, so only its output counts. */
const lint = (directory: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
    const parts = [biome, 'lint', '--reporter=json', '--max-diagnostics=none', 'src']
    execFile(process.execPath, parts, { cwd: directory }, (error, stdout) => {
      if (stdout === '') return reject(error)
      const { diagnostics } = JSON.parse(stdout) as Report
      resolve(diagnostics.map(({ category, location }) => `${location.path} ${category}`))
    })
  })
