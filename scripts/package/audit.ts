import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import known from './known-vulnerabilities.json' with { type: 'json' }
import { type AuditReport, compareVulnerabilities } from './vulnerabilities.ts'

/**
 * Asks the registry for vulnerabilities and for signatures of all dependencies. Ends with status 1
 * if a vulnerability is not explained in `known-vulnerabilities.json` or a signature is wrong, and
 * with status 2 if the registry does not answer.
 */
interface Failure {
  readonly message?: string
  readonly error?: { readonly summary: string }
}

interface Signatures {
  readonly invalid: readonly { readonly name: string; readonly version: string }[]
  readonly missing: readonly { readonly name: string; readonly version: string }[]
}

const root = join(import.meta.dirname, '../..')

/** @returns what npm prints, or undefined if the registry does not answer */
function ask<T extends object>(args: readonly string[]): T | undefined {
  const { stdout } = spawnSync('npm', [...args, '--json'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 24,
  })
  const answer = JSON.parse(stdout) as T & Failure
  if (!answer.error) return answer
  console.error(`npm ${args.join(' ')}: ${answer.error.summary || answer.message}`)
  return undefined
}

const report = ask<AuditReport>(['audit'])
const signatures = ask<Signatures>(['audit', 'signatures'])
const unsigned = [...(signatures?.invalid ?? []), ...(signatures?.missing ?? [])]
const faults = [
  ...(report ? compareVulnerabilities(report, known) : []),
  ...unsigned.map(({ name, version }) => `${name}@${version} has no valid signature`),
]
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else if (!report || !signatures) process.exitCode = 2
else console.log('No vulnerability without an explanation, and all signatures are valid.')
