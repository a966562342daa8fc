import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/*
 * Counts what a newcomer has to learn: `npx node scripts/figures.ts`. `npm run bench -- path` has the
 * files and statements of three requests.
 */
const read = (file: string): string => readFileSync(file, 'utf8')
const lines = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0)
const words = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + read(file).split(/\s+/).filter(Boolean).length, 0)

interface Import {
  readonly from: string
  readonly target: string
  readonly names: readonly string[]
}

/** The imports of the repository's own modules. */
function importsOf(from: string): Import[] {
  const found = read(from).matchAll(
    /^(?:import|export)\s+(?:type\s+)?([^'";]*?)\s*from\s+'(\.[^']+)'/gm,
  )
  return [...found].map(([, clause = '', path = '']) => ({
    from,
    target: normalize(join(dirname(from), path)),
    names: clause
      .replaceAll(/[{}\n]/g, ' ')
      .split(',')
      .map(
        (name) =>
          name
            .replace(/^\s*type\s+/, '')
            .trim()
            .split(' ')[0] ?? '',
      )
      .filter(Boolean),
  }))
}

const source = globSync('src/**/*.{ts,js,css,html}')
const tests = globSync('test/**/*.ts').filter((file) => !file.includes('node_modules'))
const modules = source.filter((file) => file.endsWith('.ts'))
const imports = modules.flatMap(importsOf)
const exported = modules.flatMap((file) =>
  [
    ...read(file).matchAll(
      /^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm,
    ),
  ].map(([, name = '']) => ({ file, name })),
)
const importers = ({ file, name }: (typeof exported)[number]): number =>
  imports.filter(({ target, names }) => target === file && names.includes(name)).length
const single = exported.filter((each) => importers(each) === 1).length
const inside = new Set(
  tests
    .flatMap(importsOf)
    .map(({ target }) => target)
    .filter((target) => target.startsWith('src/')),
)
const pages = [...globSync('docs/decisions/*.md'), 'CONTRIBUTING.md', 'CHANGELOG.md']

const figures = {
  'src without texts: lines, files': `${lines(source)}, ${source.length}`,
  'exports with one importer': `${Math.round((100 * single) / exported.length)} %`,
  'types named …Deps': modules.flatMap((file) => [
    ...read(file).matchAll(/^(?:export )?(?:interface|type) \w+Deps\b/gm),
  ]).length,
  'modules of src that tests import': inside.size,
  'lines of tests': lines(tests),
  'words of decisions, CONTRIBUTING, CHANGELOG': words(pages),
  'packages that npm ci installs': Object.keys(JSON.parse(read('package-lock.json')).packages)
    .length,
  'scripts of package.json': Object.keys(JSON.parse(read('package.json')).scripts).length,
}
for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(46)} ${value}`)
