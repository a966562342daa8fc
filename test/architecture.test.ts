import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Module {
  /** From the root of the repository, such as `src/resources/addresses/store.ts`. */
  readonly path: string
  readonly text: string
  /** Paths of ours as they are, packages by name. */
  readonly imports: readonly string[]
}

const modules: readonly Module[] = globSync('{src,packages/*/src}/**/*.ts', { cwd: root }).map(
  readModule,
)
const server = modules.filter(({ path }) => path.startsWith('src/'))

function readModule(path: string): Module {
  const text = readFileSync(join(root, path), 'utf8')
  const found = text.matchAll(/^\s*(?:import|export)\b[^'"`;]*?from '([^']+)'|^import '([^']+)'/gm)
  const imports = [...found].map(([, from, bare]) => {
    const name = from ?? bare ?? ''
    return name.startsWith('.') ? relative(root, resolve(root, dirname(path), name)) : name
  })
  return { path, text, imports }
}

/** `addresses` for `src/resources/addresses/store.ts`; undefined for what lies in `src` itself. */
const folderOf = (path: string): string | undefined => /^src\/([^/]+)\//.exec(path)?.[1]
const isStore = (path: string): boolean => /(^|\/)store\.ts$/.test(path)
/** Where HTTP is spoken: routes, representations, and what sign-in and its pages are made of. */
const speaksHttp = (path: string): boolean =>
  /[/-](routes|resource|feature|examples)\.ts$|^src\/(?:identity\/(?:oauth|sessions)|account|resources\/openapi)\//.test(
    path,
  )
const shared = new Set(['platform'])
/** Tables of second factors, which users own as they own their addresses. */
const factors = ['totp_secrets', 'recovery_codes', 'passkeys', 'fresh_proofs']

/** What breaks a rule, as readable lines. */
function breaches(found: Iterable<string>): void {
  assert.deepEqual([...found], [])
}

describe('architecture', () => {
  test('the modules are found', () => {
    assert.ok(server.length > 40)
    const routes = server.find(({ path }) => path === 'src/resources/addresses/routes.ts')
    assert.ok(routes?.imports.includes('src/resources/addresses/addresses.ts'))
  })

  test('a store is imported from its own folder alone', () => {
    breaches(
      server.flatMap(({ path, imports }) =>
        imports
          .filter((name) => isStore(name) && !path.startsWith(`${dirname(name)}/`))
          .map((name) => `${path} imports ${name}`),
      ),
    )
  })

  test('operations and stores import neither Fastify nor routes nor resources', () => {
    const inner = server.filter(
      ({ path }) => folderOf(path) && !shared.has(folderOf(path) ?? '') && !speaksHttp(path),
    )
    assert.ok(inner.length > 10)
    breaches(
      inner.flatMap(({ path, imports }) =>
        imports
          .filter((name) => name === 'fastify' || /[/-](routes|resource)\.ts$/.test(name))
          .map((name) => `${path} imports ${name}`),
      ),
    )
  })

  test('SQL stands in stores and in the platform alone', () => {
    breaches(
      server
        .filter(({ path, text }) => /\bsql(<[^>]*>)?`/.test(text) && !isStore(path))
        .map(({ path }) => path)
        .filter((path) => folderOf(path) !== 'platform'),
    )
  })

  test('a statement on rows that users own names the user', () => {
    const owned =
      /\b(?:from|join|update|into)\s+(addresses|payment_methods|tombstones|consents|totp_secrets|recovery_codes|passkeys)\b/
    const statements = server
      .filter(({ path }) => isStore(path) && !path.startsWith('src/dev/seed/'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\bsql`([^`]*)`/g)].map(([, statement = '']) => ({ path, statement })),
      )
      .filter(({ statement }) => owned.test(statement))
    assert.ok(statements.length > 5)
    breaches(
      statements
        .filter(
          ({ statement }) => !/user_id = \$\{userId\}|\(user_id[\s\S]*\$\{userId\}/.test(statement),
        )
        .map(({ path, statement }) => `${path}: ${statement.trim().slice(0, 80)}`),
    )
  })

  test('every key of a table that users own begins with user_id', () => {
    const text = globSync('migrations/*.sql', { cwd: root })
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n')
    for (const table of ['addresses', 'payment_methods', 'tombstones', 'consents', ...factors]) {
      const body = new RegExp(`create table ${table} \\(([\\s\\S]*?)\\n\\);`).exec(text)?.[1] ?? ''
      assert.match(body, /primary key \(user_id[,)]/, table)
      const indexes = text.matchAll(
        new RegExp(`create (?:unique )?index \\w+ on ${table} \\(([^)]*)`, 'g'),
      )
      for (const [, columns = ''] of indexes) assert.match(columns, /^user_id, /, table)
    }
  })

  test('the environment is read in main.ts and cli.ts alone', () => {
    breaches(
      server
        .filter(
          ({ path, text }) => text.includes('process.env') && !/^src\/(main|cli)\.ts$/.test(path),
        )
        .map(({ path }) => path),
    )
  })

  test('importing a module opens, reads and starts nothing', () => {
    const paths = server
      .map(({ path }) => path)
      .filter((path) => !/^src\/(main|cli)\.ts$/.test(path))
    const script = `
      await Promise.all(${JSON.stringify(paths)}.map((path) => import('./' + path)))
      // The loader itself may have an immediate under way.
      await new Promise((resolve) => setTimeout(resolve, 20))
      console.log(JSON.stringify(process.getActiveResourcesInfo().filter((name) => !/^(TTY|Pipe)/.test(name))))`
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: root,
      encoding: 'utf8',
      timeout: 30_000,
    })
    assert.equal(printed, '[]\n')
  })

  test('imports go down the floors', () => {
    const floors = ['config', 'dev', 'account', 'resources', 'identity', 'support', 'platform']
    const floorOf = (path: string) => floors.indexOf(folderOf(path) ?? '')
    const isUp = (path: string, name: string) =>
      name.startsWith('src/') && floorOf(name) < floorOf(path)
    breaches(
      server.flatMap(({ path, imports }) =>
        imports.filter((name) => isUp(path, name)).map((name) => `${path} imports ${name}`),
      ),
    )
  })

  test('inside a transaction the outer database is not used', () => {
    breaches(
      server.flatMap(({ path, text }) =>
        [...text.matchAll(/\.transaction\(async \(tx\) => \{/g)]
          .map(({ index }) => blockAt(text, text.indexOf('{', index)))
          .filter((block) => /\bdb\b/.test(block))
          .map((block) => `${path}: ${block.slice(0, 80)}`),
      ),
    )
  })

  test('the client and the server do not import each other', () => {
    breaches(
      modules.flatMap(({ path, imports }) =>
        imports
          .filter((name) =>
            path.startsWith('src/')
              ? name.startsWith('packages/') || name.startsWith('@foyer/')
              : name.startsWith('src/'),
          )
          .map((name) => `${path} imports ${name}`),
      ),
    )
  })

  test('there is no barrel file and no decorator class', () => {
    breaches(
      server
        .filter(({ path, text }) => /\/index\.ts$/.test(path) || /^@\w+\(/m.test(text))
        .map(({ path }) => path),
    )
  })
})

/** The text of the block whose brace opens at `start`. */
function blockAt(text: string, start: number): string {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{') depth++
    if (text[at] === '}' && --depth === 0) return text.slice(start, at + 1)
  }
  return text.slice(start)
}
