import { registerHooks, syncBuiltinESMExports } from 'node:module'
import { relative } from 'node:path'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Loading } from './effects.ts'

// This program runs in a process of its own. It imports the given modules, and prints the effects
// of the imports.

const { root, paths, texts } = (await json(process.stdin)) as Loading
const effects = new Set<string>()
const builtins = [
  'fs',
  'fs/promises',
  'child_process',
  'net',
  'dgram',
  'dns',
  'http',
  'https',
  'worker_threads',
]

for (const name of builtins) watch(process.getBuiltinModule(`node:${name}`) ?? {}, name)
watch(globalThis, 'globalThis', ['setTimeout', 'setInterval', 'setImmediate', 'fetch'])
syncBuiltinESMExports()

registerHooks({
  load(url, context, next) {
    const text = url.startsWith('file:') ? texts[relative(root, fileURLToPath(url))] : undefined
    if (text === undefined) return next(url, context)
    return { format: 'module-typescript', source: text, shortCircuit: true }
  },
})
await Promise.all(paths.map((path) => import(`${root}/${path}`)))
// The loader itself may have a pending immediate.
await new Promise((resolve) => setTimeout(resolve, 20))
for (const resource of process.getActiveResourcesInfo())
  if (!/^(TTY|Pipe)/.test(resource)) effects.add(`${resource} is open after all imports`)
process.stdout.write(JSON.stringify([...effects]))

/** Records each call of these functions that a module of the server makes. */
function watch(holder: object, holderName: string, names = Object.keys(holder)): void {
  for (const name of names) {
    const value: unknown = Reflect.get(holder, name)
    if (typeof value !== 'function') continue
    Reflect.set(
      holder,
      name,
      new Proxy(value, {
        apply(target, self, given) {
          note(`${holderName}.${name}`)
          return Reflect.apply(target, self, given)
        },
        construct(target, given, newTarget) {
          note(`${holderName}.${name}`)
          return Reflect.construct(target, given, newTarget)
        },
      }),
    )
  }
}

function note(called: string): void {
  const frames = new Error().stack?.split('\n') ?? []
  const from = frames.find((frame) => frame.includes('/src/') && !frame.includes('node_modules'))
  const place = from?.slice(from.indexOf('/src/') + 1).replace(/:\d+\)?$/, '')
  if (place !== undefined) effects.add(`${place} calls ${called} when it is imported`)
}
