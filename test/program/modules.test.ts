import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { newDirectory, preparedDirectory, program, runWith, Service } from '../support/program.ts'

/*
 * The time of a start depends on the number of modules that it loads. Unlike the time, this number
 * is the same on every machine. If a test fails, check whether the new module is needed before the
 * first request. If it is, raise the limit.
 */

const counter = join(import.meta.dirname, '../support/count-modules.ts')
const counted = [process.execPath, '--import', counter, program]

/**
 * Counts the packages and own modules in a file. Of the modules of Node.js it checks only `fetch`:
 * see `src/platform/process/node-http.ts`.
 */
function modulesIn(file: string) {
  const lines = readFileSync(file, 'utf8').split('\n')
  const urls = lines.filter((url) => url.startsWith('file:') && !url.endsWith('count-modules.ts'))
  const names = urls.map((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1])
  return {
    count: urls.length,
    packages: new Set(names.filter((name) => name !== undefined)),
    hasFetch: lines.includes('NativeModule internal/deps/undici/undici'),
  }
}

/** The most memory that a process has had, in megabytes. Only Linux reports it. */
function peakMegabytes(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** Packages that only some requests need. */
const late = [
  '@opentelemetry/api',
  '@opentelemetry/sdk-logs',
  '@opentelemetry/sdk-trace',
  '@simplewebauthn/server',
  'marked',
  'minisearch',
  'nodemailer',
  'oidc-provider',
  'prom-client',
  'stripe',
  'typebox',
]

describe('modules that are loaded', () => {
  test('by the help: only the texts and the commands', async (t) => {
    const file = join(newDirectory(), 'modules')
    const { status } = await runWith('', [...counted, '--help'], { MODULES_FILE: file })
    assert.equal(status, 0)
    const { count, packages, hasFetch } = modulesIn(file)
    t.diagnostic(`${count} modules`)
    assert.ok(!hasFetch, 'fetch')
    assert.ok(count <= 115, `${count} modules`)
    const heavy = ['fastify', 'pg', '@electric-sql/pglite', 'ajv', ...late]
    assert.deepEqual(new Set(heavy).intersection(packages), new Set())
  })

  test('by the service with its memory, and by a command that it runs', async (t) => {
    const env = { DATA_DIR: await preparedDirectory() }
    const modules = join(newDirectory(), 'modules')
    const serve = { ...env, MODULES_FILE: modules }
    const service = await Service.start(serve, undefined, undefined, [...counted, 'serve'])
    const file = join(newDirectory(), 'modules')
    const command = [...counted, 'user', 'list', '--json']
    const { status, stdout, stderr } = await runWith('', command, { ...env, MODULES_FILE: file })
    assert.equal(status, 0, stderr)
    assert.equal(JSON.parse(stdout).length, 3)
    const sent = modulesIn(file)
    t.diagnostic(`the command: ${sent.count} modules`)
    assert.ok(sent.count <= 180, `${sent.count} modules`)
    assert.ok(!sent.hasFetch, 'fetch')
    const heavy = ['fastify', 'pg', '@electric-sql/pglite', 'ajv', ...late]
    assert.deepEqual(new Set(heavy).intersection(sent.packages), new Set())

    assert.equal(await service.stop(), 0)
    const started = modulesIn(modules)
    t.diagnostic(`the service: ${started.count} modules`)
    assert.ok(started.count <= 985, `${started.count} modules`)
    assert.ok(!started.hasFetch, 'fetch')
    assert.deepEqual(new Set(['pg', ...late]).intersection(started.packages), new Set())

    // The counter of modules takes memory, too, so the peak is that of another start.
    const plain = await Service.start(env, undefined, undefined, [
      process.execPath,
      program,
      'serve',
    ])
    const peak = peakMegabytes(plain.pid)
    t.diagnostic(`the service: ${peak} MB at its peak`)
    assert.equal(await plain.stop(), 0)
    assert.ok(peak === undefined || peak < 280, `${peak} MB`)
  })
})
