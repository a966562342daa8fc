import assert from 'node:assert/strict'
import { cpSync, globSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { anyDatabase, newDirectory, Service } from '../support/program.ts'

const root = join(import.meta.dirname, '../..')

/** A copy of what `npm run dev` runs, with the packages of this one. */
function copyProject(): string {
  const copy = newDirectory()
  for (const part of ['assets', 'bin', 'locales', 'migrations', 'scripts', 'src', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

const theOnly = (pattern: string, directory: string): string => {
  const [file, ...more] = globSync(pattern, { cwd: directory })
  assert.ok(file !== undefined && more.length === 0, `exactly one file matches ${pattern}`)
  return join(directory, file)
}

const countOf = (needle: string, text: string) => text.split(needle).length - 1
const starts = ({ output }: Service) => countOf('"msg":"ready"', output)

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 300_000
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, `not within five minutes: ${what}`)
    await pause(20)
  }
}

/** The style sheet that the sign-in page links; empty while the service is down. */
async function servedStyles({ port }: Service): Promise<string> {
  const origin = `http://localhost:${port}`
  try {
    const page = await (await fetch(`${origin}/account`)).text()
    const path = /<link rel="stylesheet" href="([^"]+)">/.exec(page)?.[1] ?? ''
    return await (await fetch(new URL(path, origin))).text()
  } catch {
    return ''
  }
}

/** Replaces a file by renaming, as most editors do. */
function replace(file: string, content: string): void {
  writeFileSync(`${file}~`, content)
  renameSync(`${file}~`, file)
}

test('npm run dev restarts on every change, survives a crash, and stops at once', {
  timeout: 1_500_000,
}, async () => {
  const copy = copyProject()
  const dev = await Service.start({ ...(await anyDatabase()), DEMO: 'false' }, undefined, copy, [
    process.execPath,
    join(copy, 'scripts/dev.ts'),
  ])
  assert.equal(starts(dev), 1)

  const sheet = theOnly('src/**/foyer.css', copy)
  const styles = readFileSync(sheet, 'utf8')
  for (const colour of ['#010203', '#040506']) {
    replace(sheet, `${styles}\n.dev { color: ${colour} }\n`)
    await until('a replaced style sheet', async () => (await servedStyles(dev)).includes(colour))
  }
  // The line of a start may come after the page.
  await until('three starts', () => starts(dev) >= 3)

  const script = theOnly('src/**/passkey-page.js', copy)
  const before = starts(dev)
  for (let line = 0; line < 10; line++) {
    writeFileSync(script, `// ${line}\n`, { flag: 'a' })
    writeFileSync(join(copy, 'src', `new-${line}.ts`), '')
  }
  await until('a changed script', () => starts(dev) > before)
  await pause(1_000)
  // It is one restart, unless a busy machine reports the changes late.
  assert.ok(starts(dev) - before < 3, 'ten quick changes do not cause ten restarts')

  const migration = join(copy, 'migrations/9999_dev.sql')
  replace(migration, 'CREATE TABLE;\n')
  await until('a migration that fails', () => dev.output.includes('starts again on the next'))
  assert.ok(dev.running)
  const broken = starts(dev)
  replace(migration, 'CREATE TABLE dev (id integer);\n')
  await until('a mended migration', () => starts(dev) > broken)

  assert.equal(await dev.stop('SIGINT'), 0)
  await assert.rejects(fetch(`http://localhost:${dev.port}/`))
})
