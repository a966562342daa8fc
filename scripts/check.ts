import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isInterrupted, restoreFolder } from './client/folder.ts'
import { typescriptEnv } from './typescript.ts'

/*
 * Runs all checks that need no service, side by side. Prints the output of each one that fails, and
 * then exits with 1. A check that names its files is not repeated until one of them changes.
 */
interface Check {
  readonly command: string
  readonly env?: Readonly<Record<string, string>>
  /** All files that decide its outcome, if they are few. */
  readonly files?: readonly string[]
}

const checks: Readonly<Record<string, Check>> = {
  spelling: {
    command:
      'cspell --no-progress --no-summary --cache --cache-location node_modules/.cache/cspell .',
  },
  rules: { command: 'node --test test/architecture/rules.test.ts test/trust/promises.test.ts' },
  types: {
    command: 'tsc --incremental --tsBuildInfoFile node_modules/.cache/foyer/types.tsbuildinfo',
    env: typescriptEnv,
  },
  lint: { command: 'biome check --error-on-warnings' },
  unused: { command: 'knip' },
  openapi: { command: 'node scripts/openapi.ts --check' },
  'openapi lint': {
    command: 'node --test test/contract/openapi-lint.test.ts',
    files: [
      'openapi.json',
      'redocly.yaml',
      '.spectral.yaml',
      'test/contract/openapi-lint.test.ts',
      'test/support/document.ts',
      'package-lock.json',
    ],
  },
}

const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache/foyer')

const client = join(root, 'packages/client')
if (isInterrupted(client)) restoreFolder(client)

const outcomes = await Promise.all(
  Object.entries(checks).map(async ([name, check]) => {
    const digest = digestOf(check)
    const file = join(cache, `check-${name.replace(' ', '-')}`)
    if (digest !== undefined && read(file) === digest) return `${name} (unchanged)`
    if (!(await passes(name, check))) return undefined
    if (digest !== undefined) {
      mkdirSync(cache, { recursive: true })
      writeFileSync(file, digest)
    }
    return name
  }),
)
if (outcomes.includes(undefined)) process.exitCode = 1
else console.log(`Passed: ${outcomes.join(', ')}`)

async function passes(name: string, { command, env }: Check): Promise<boolean> {
  const child = spawn(command, {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [output, errors, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ])
  if (status === 0) return true
  console.error(`${output}${errors}\nThe check "${name}" failed: ${command}\n`)
  return false
}

/** A digest of the command and of the files that it reads. Undefined if it reads many. */
function digestOf({ command, files }: Check): string | undefined {
  if (files === undefined) return undefined
  const hash = createHash('sha256').update(command)
  for (const file of files) hash.update(readFileSync(join(root, file))).update('\0')
  return hash.digest('hex')
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
