import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../support/foyer.ts'
import { type Cluster, startCluster } from '../support/postgres.ts'

/*
 * Builds the image from the Dockerfile with buildah, and runs it as a container would: in separate
 * namespaces, with the user, environment and commands of the image, and with a read-only root. It
 * takes minutes and needs root, so it is `npx node --test test/program/image.ts`. NPMRC names a file with settings of
 * npm for the build.
 */
const root = join(import.meta.dirname, '../..')
const buildah = (...args: string[]): string =>
  execFileSync('buildah', args, { cwd: root, encoding: 'utf8' }).trim()

interface Image {
  readonly config: {
    readonly User: string
    readonly Env: readonly string[]
    readonly Entrypoint: readonly string[]
    readonly Cmd: readonly string[]
    readonly StopSignal: NodeJS.Signals
    readonly Healthcheck: { readonly Test: readonly string[] }
  }
}

describe('the image', () => {
  let cluster: Cluster | null
  let container: string
  let directory: string
  let image: Image
  let env: Readonly<Record<string, string>>

  before(async () => {
    cluster = await startCluster()
    assert.ok(cluster, 'PostgreSQL is needed')
    const secret = process.env.NPMRC ? [`--secret=id=npmrc,src=${process.env.NPMRC}`] : []
    const isLocal =
      spawnSync('buildah', ['images', 'docker.io/library/node:24-trixie-slim']).status === 0
    const pull = isLocal ? '--pull-never' : '--pull'
    const options = ['--layers', '--isolation=chroot', '--format=docker', pull, '--quiet']
    buildah('build', ...options, ...secret, '--tag=foyer:test', '.')
    container = buildah('from', '--pull-never', 'foyer:test')
    directory = buildah('mount', container)
    image = JSON.parse(buildah('inspect', '--type=image', 'foyer:test')).Docker
    const [port, probePort] = [await freePort(), await freePort()]
    env = {
      PORT: String(port),
      PROBE_PORT: String(probePort),
      AUTH_URL: 'https://account.example.com',
      DATABASE_URL: cluster.url(),
      SECRET_KEY: 'a-key-for-the-test-of-the-image-0123456789',
      SMTP_URL: 'smtp://127.0.0.1:2525',
      CARD_VAULT: 'local',
      ALLOW_LOCAL_VAULT: 'true',
      TRUSTED_PROXIES: 'loopback',
    }
  })
  after(() => {
    if (container) buildah('rm', container)
  })

  /** Runs a command in the container, as process 1. It may write to /data and /tmp alone. */
  const start = (command: readonly string[]): ChildProcess => {
    const script = `set -e
      mount --bind "$1" "$1"
      mount -o remount,ro,bind "$1"
      mount -t proc proc "$1/proc"
      mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
      mount -t tmpfs -o uid=10001,gid=10001,mode=700 tmpfs "$1/data"
      user=$2 directory=$1
      shift 2
      exec /usr/sbin/chroot --userspec="$user" --groups= "$directory" "$@"`
    const { User, Env } = image.config
    const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`)
    const unshare = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh']
    const inside = ['/usr/bin/env', '-i', ...Env, ...settings, ...command]
    return spawn('unshare', [...unshare, directory, User, ...inside], { stdio: 'pipe' })
  }
  const run = async (command: readonly string[]) => {
    const child = start(command)
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk
    })
    const [status] = (await once(child, 'close')) as [number]
    return { status, output }
  }

  test('has a numeric user, a bounded size, and no npm', () => {
    assert.match(image.config.User, /^[1-9]\d+:[1-9]\d+$/)
    assert.equal(spawnSync('find', [directory, '-name', 'npm*.js']).stdout.toString(), '')
    const kilobytes = Number(execFileSync('du', ['-sk', directory]).toString().split('\t')[0])
    assert.ok(kilobytes < 400_000, `${kilobytes} KB`)
    for (const name of ['test', '.git', 'data'])
      assert.ok(!existsSync(join(directory, 'srv/foyer/node_modules/foyer', name)), name)
  })

  test('runs commands of foyer', async () => {
    const { Entrypoint } = image.config
    const { status, output } = await run([...Entrypoint, 'migrate'])
    assert.equal(status, 0, output)
  })

  test('cannot write outside of /data and /tmp', async () => {
    const write = (path: string) => ['node', '-e', `fs.writeFileSync('${path}', '')`]
    assert.match((await run(write('/srv/foyer/file'))).output, /EROFS/)
    assert.equal((await run(write('/data/file'))).status, 0)
  })

  test('serves as process 1, is healthy, and drains at its stop signal', async () => {
    const { Entrypoint, Cmd, StopSignal, Healthcheck } = image.config
    const service = start([...Entrypoint, ...Cmd])
    let log = ''
    service.stdout?.on('data', (chunk: Buffer) => {
      log += chunk
    })
    service.stderr?.on('data', (chunk: Buffer) => {
      log += chunk
    })
    while (!log.includes('"msg":"ready"')) {
      assert.equal(service.exitCode, null, log)
      await pause(50)
    }
    const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '192.0.2.1' }
    const response = await fetch(`http://127.0.0.1:${env.PORT}/openapi.json`, { headers })
    assert.equal(response.status, 200)
    // The documentation reads every page of the package.
    const docs = await fetch(`http://127.0.0.1:${env.PORT}/docs`, { headers })
    assert.equal(docs.status, 200, await docs.text())
    const [kind, ...check] = Healthcheck.Test
    assert.equal(kind, 'CMD')
    assert.equal((await run(check)).status, 0)

    assert.equal(StopSignal, 'SIGTERM')
    const children = `/proc/${service.pid}/task/${service.pid}/children`
    const pid = Number(execFileSync('cat', [children], { encoding: 'utf8' }))
    process.kill(pid, StopSignal)
    const [status] = await once(service, 'close')
    assert.equal(status, 0, log)
    assert.match(log, /"msg":"stopped"/)
    assert.equal((await run(check)).status, 1)
  })
})
