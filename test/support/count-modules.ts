import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/**
 * Preloaded into the program: writes the URLs of all modules that it loads, and the names of
 * Node.js's own modules, to MODULES_FILE.
 */
const file = process.env.MODULES_FILE as string
const urls: string[] = []
registerHooks({
  load(url, context, next) {
    urls.push(url)
    return next(url, context)
  },
})
process.on('exit', () => {
  const internal: readonly string[] = Reflect.get(process, 'moduleLoadList')
  writeFileSync(file, [...urls, ...internal].join('\n'))
})
