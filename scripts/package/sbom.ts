import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lock } from './dependencies.ts'

/**
 * Prints the dependencies of the service as a CycloneDX list, read from `package-lock.json` by npm.
 * It leaves out what only development needs; `npm sbom --omit=dev` also leaves out what both need.
 * It also leaves out the time and npm's version, and the serial number comes from the content. So
 * the same lock file gives the same list.
 */
interface Sbom {
  serialNumber: string
  metadata: { timestamp?: string; tools?: unknown; component: Component }
  components: readonly Component[]
  dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

interface Component {
  readonly 'bom-ref': string
  name: string
}

const root = join(import.meta.dirname, '../..')
// With NODE_ENV=production npm would leave out what development needs, too.
const options = [
  '--sbom-format=cyclonedx',
  '--sbom-type=application',
  '--package-lock-only',
  '--include=dev',
]
const printed = execFileSync('npm', ['sbom', ...options], {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  maxBuffer: 2 ** 24,
})
const { serialNumber: _, ...sbom } = JSON.parse(printed) as Sbom
delete sbom.metadata.timestamp
delete sbom.metadata.tools
// npm takes the name of the folder.
sbom.metadata.component.name = 'foyer'

/** What is in `assets` and not in the lock file: scripts/build-docs-reference.ts. */
const copied = {
  'bom-ref': '@scalar/api-reference@1.76.0',
  type: 'library',
  name: '@scalar/api-reference',
  version: '1.76.0',
  scope: 'required',
  purl: 'pkg:npm/%40scalar/api-reference@1.76.0',
  properties: [],
  licenses: [{ license: { id: 'MIT' } }],
}
// npm lists copies of one version as one component, and says of the first alone whether only
// development needs it.
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
const needed = new Set(
  Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`),
)
const components = [
  ...sbom.components.filter((component) => needed.has(component['bom-ref'])),
  copied,
]
const kept = new Set([sbom.metadata.component, ...components].map((each) => each['bom-ref']))
const dependencies = sbom.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) }))

const list = { ...sbom, components, dependencies }
const digest = hash('sha256', JSON.stringify(list))
// A UUID of version 8, whose content is free (RFC 9562, section 5.8).
const uuid = digest.replace(
  /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
  (_match, ...[a, b, c, d, e]: string[]) => `${a}-${b}-8${c}-8${d}-${e}`,
)
console.log(JSON.stringify({ serialNumber: `urn:uuid:${uuid}`, ...list }, null, 2))
