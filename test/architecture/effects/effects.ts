import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isIn, readsEnvironment as programs } from '../floors.ts'
import { append, type House, type Mutation } from '../rule.ts'
import { root } from '../tree.ts'

/** The input of the importing process: the modules to import, and new texts for some files. */
export interface Loading {
  readonly root: string
  readonly paths: readonly string[]
  readonly texts: Readonly<Record<string, string>>
}

export const name = 'importing a module opens, reads and starts nothing'

/** Imports modules in a process of its own. @returns their effects, as lines */
export async function effectsOf(
  paths: readonly string[],
  texts: Loading['texts'] = {},
): Promise<string[]> {
  const loading: Loading = { root, paths, texts }
  const importing = promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'import-all.ts')],
    { timeout: 600_000 },
  )
  importing.child.stdin?.end(JSON.stringify(loading))
  const { stdout } = await importing
  return JSON.parse(stdout) as string[]
}

/** Modules that are not programs. Every module may import them. */
export const importable = ({ server }: Pick<House, 'server'>): string[] =>
  server.map(({ path }) => path).filter((path) => !path.endsWith('.d.ts') && !isIn(path, programs))

export const mutations: readonly Mutation[] = [
  append(
    'reading a file at import',
    'src/resources/countries/rules.ts',
    "import { readFileSync } from 'node:fs'\nexport const a = readFileSync('/dev/null', 'utf8')",
  ),
  append(
    'reading a file at import with await',
    'src/resources/addresses/sort.ts',
    "import * as fs from 'node:fs/promises'\nexport const a = await fs.readFile('/dev/null', 'utf8')",
  ),
  append(
    'a function that reads a file, called at import',
    'src/platform/text/text.ts',
    "import { existsSync } from 'node:fs'\nconst look = () => existsSync('/')\nexport const a = look()",
  ),
  append('a timer at import', 'src/support/work/work.ts', 'setInterval(() => {}, 1000).unref()'),
  append(
    'a server at import',
    'src/support/mail/mailer.ts',
    "import { createServer } from 'node:net'\nexport const a = createServer()",
  ),
]
