import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isInterrupted, restoreFolder } from './client/folder.ts'
import { typescriptEnv } from './typescript.ts'

/*
 * Runs all checks that need no service, side by side. Prints the output of each one that fails, and
 * then exits with 1.
 */
interface Check {
  readonly command: string
  readonly env?: Readonly<Record<string, string>>
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
}

const root = join(import.meta.dirname, '..')

const client = join(root, 'packages/client')
if (isInterrupted(client)) restoreFolder(client)

const outcomes = await Promise.all(
  Object.entries(checks).map(async ([name, check]) => {
    if (!(await passes(name, check))) return undefined
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
