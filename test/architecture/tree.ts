import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import {
  isFunctionDeclaration,
  isStringLiteralLikeNode,
  isVariableDeclaration,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast'
import { API, type Checker, type Project } from 'typescript/unstable/sync'
import { typescriptEnv } from '../../scripts/typescript.ts'

export const root = resolve(import.meta.dirname, '../..')
const config = join(root, 'tsconfig.architecture.json')

/** One import of a module, in whatever form it is written. */
export interface Import {
  /**
   * A path from the root of the repository, such as `src/resources/addresses/store.ts`, or a
   * package.
   */
  readonly target: string
  readonly node: Node
}

export interface Module {
  /** From the root of the repository. */
  readonly path: string
  readonly file: SourceFile
  /** Every node, in the order of the source. */
  readonly nodes: readonly Node[]
  readonly imports: readonly Import[]
}

/** The sources as TypeScript sees them. */
export interface Tree {
  /** The modules of the server. */
  readonly server: readonly Module[]
  /** The modules of the published packages. */
  readonly packages: readonly Module[]
  readonly checker: Checker
}

/** New texts of files, by path from the root of the repository. */
export type Changes = ReadonlyMap<string, string>

/**
 * Opens the sources with TypeScript's own API. Changes exist only in memory: `tree` can return many
 * variants of the sources, and TypeScript reads again only what differs.
 */
export class Sources implements Disposable {
  #texts = new Map<string, string>()
  readonly #modules = new WeakMap<SourceFile, Module>()
  readonly #api: API

  constructor() {
    Object.assign(process.env, typescriptEnv)
    this.#api = new API({
      cwd: root,
      fs: {
        readFile: (name) => (name === config ? ours : this.#texts.get(name)),
        fileExists: (name) => (name === config || this.#texts.has(name) ? true : undefined),
        directoryExists: (name) => this.#entries(name) && true,
        getAccessibleEntries: (directory) => this.#entries(directory),
      },
    })
    this.#api.updateSnapshot({ openProjects: [config] })
  }

  tree(changes: Changes = new Map()): Tree {
    const before = this.#texts
    this.#texts = new Map([...changes].map(([path, text]) => [join(root, path), text]))
    const snapshot = this.#api.updateSnapshot({ fileChanges: difference(before, this.#texts) })
    const project = snapshot.getProject(config)
    if (project === undefined) throw new Error('TypeScript does not open the sources.')
    const modules = project.rootFiles.map((name) => this.#module(project, name))
    return {
      server: modules.filter(({ path }) => path.startsWith('src/')),
      packages: modules.filter(({ path }) => path.startsWith('packages/')),
      checker: project.checker,
    }
  }

  [Symbol.dispose](): void {
    this.#api.close()
  }

  #module(project: Project, name: string): Module {
    const file = project.program.getSourceFile(name)
    if (file === undefined) throw new Error(`TypeScript does not know ${name}.`)
    const known = this.#modules.get(file)
    if (known !== undefined) return known
    const module = {
      path: relative(root, name),
      file,
      nodes: nodesOf(file),
      imports: importsOf(file),
    }
    this.#modules.set(file, module)
    return module
  }

  /** The entries of a directory, including files that exist only in memory. */
  #entries(directory: string): { files: string[]; directories: string[] } | undefined {
    const below = [...this.#texts.keys()]
      .filter((name) => name.startsWith(`${directory}/`))
      .map((name) => name.slice(directory.length + 1).split('/'))
    if (below.length === 0) return undefined
    const entries = existsSync(directory) ? readdirSync(directory, { withFileTypes: true }) : []
    const files = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name))
    const directories = new Set(
      entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
    )
    for (const [name = '', ...more] of below) (more.length > 0 ? directories : files).add(name)
    return { files: [...files], directories: [...directories] }
  }
}

/** The project's settings, for the sources alone. */
const ours = JSON.stringify({
  extends: './tsconfig.json',
  include: ['src', 'packages'],
})

/** The files that differ between two sets of texts, sorted by what happened to them. */
function difference(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  const created: string[] = []
  const changed: string[] = []
  const deleted: string[] = []
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const onDisk = existsSync(name)
    if (onDisk || (before.has(name) && after.has(name))) changed.push(name)
    else (after.has(name) ? created : deleted).push(name)
  }
  return { created, changed, deleted }
}

/** A node and all that it contains, in the order of the source. */
export function nodesOf(node: Node, nodes: Node[] = []): Node[] {
  nodes.push(node)
  node.forEachChild((child) => {
    nodesOf(child, nodes)
  })
  return nodes
}

/** `src/resources/addresses/store.ts:12`, for messages. */
export const placeOf = ({ path, file }: Module, node: Node): string =>
  `${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`

/** The text of a file of the repository. */
export const readSource = (path: string): string => readFileSync(join(root, path), 'utf8')

function importsOf(file: SourceFile): Import[] {
  return file.imports.filter(isStringLiteralLikeNode).map((node) => ({
    target: node.text.startsWith('.')
      ? relative(root, resolve(dirname(file.fileName), node.text))
      : node.text,
    node,
  }))
}

/** The name of the outermost function or constant that a node is part of. */
export function functionOf(node: Node): string {
  let name = ''
  for (let at = node; at.parent !== undefined; at = at.parent)
    if ((isFunctionDeclaration(at) || isVariableDeclaration(at)) && at.name !== undefined)
      name = at.name.getText()
  return name
}
