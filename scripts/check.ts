import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isInterrupted, restoreFolder } from './client/folder.ts'

/*
 * Runs all checks that need no service, side by side. Prints the output of each one that fails, and
 * then exits with 1.
 */
const checks: Readonly<Record<string, string>> = {
  spelling: 'npm run --silent spelling',
  rules: 'node --test test/architecture/rules.test.ts test/trust/promises.test.ts',
  types: 'tsc --incremental --tsBuildInfoFile node_modules/.cache/foyer/types.tsbuildinfo',
  lint: 'npm run --silent lint',
  unused: 'knip',
  openapi: 'npm run --silent openapi:check',
  'openapi lint': 'npm run --silent openapi:lint',
}

const client = join(import.meta.dirname, '../packages/client')
if (isInterrupted(client)) restoreFolder(client)

const results = Object.entries(checks).map(async ([name, command]) => {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [output, errors, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ])
  if (status === 0) return true
  console.error(`${output}${errors}\nThe check "${name}" failed: ${command}\n`)
  return false
})
const passed = await Promise.all(results)
if (passed.includes(false)) process.exitCode = 1
else console.log(`Passed: ${Object.keys(checks).join(', ')}`)
