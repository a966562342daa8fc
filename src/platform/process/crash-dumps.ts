import { readFileSync, writeFileSync } from 'node:fs'
import inspector from 'node:inspector'

/*
 * A process that takes card numbers has them in its memory for a moment, and all else besides: in production nothing of
 * that memory may come to rest in a file, or be looked at from outside.
 */

/** Options of Node.js and V8 with which the memory, or what passes through it, is written down or shown. */
const disclosingOptions =
  /^--(?:experimental-)?(?:inspect|heap-?snapshot|heap-prof|cpu-prof|report-|abort-on-|trace-event)/

/**
 * Finds an option, or a variable, that makes Node.js write its memory or requests down, or show them.
 * @param execArgv the options that Node.js was started with
 * @returns what is wrong, in one line; undefined if nothing is
 */
export function findDisclosure(
  execArgv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const options = [...execArgv, ...(env.NODE_OPTIONS ?? '').split(/[\s"]+/)]
  const option = options.find((given) => disclosingOptions.test(given.replaceAll('_', '-')))
  if (option !== undefined) {
    const [name] = option.split('=')
    return `Node.js must not run with ${name} in production, because this option can expose the content of the memory.`
  }
  if (inspector.url() !== undefined)
    return 'The debugger of Node.js must not be open in production.'
  const variable = Object.entries(env).find(([name, value]) => logsRequests(name, value ?? ''))
  return (
    variable &&
    `${variable[0]} must not be set in production, because it logs the content of requests.`
  )
}

/** Node.js' own tracing, and that of packages: for them DEBUG lists names with colons and stars, elsewhere it is a flag. */
const logsRequests = (name: string, value: string): boolean =>
  (/^NODE_DEBUG/.test(name) && value !== '') || (name === 'DEBUG' && /[*:]/.test(value))

/**
 * Sees to it that the process leaves nothing of its memory behind when it ends, however it ends.
 * @returns why it may yet, in one line; undefined where it cannot.
 */
export function preventDumps(): string | undefined {
  const { report } = process
  report.reportOnFatalError = false
  report.reportOnSignal = false
  report.reportOnUncaughtException = false
  // With nobody listening, this signal opens the debugger.
  if (process.platform !== 'win32') process.on('SIGUSR1', () => {})
  return process.platform === 'linux' ? emptyCoreDumps() : undefined
}

/** Which kinds of memory a core dump holds (core(5)): none. Children that it starts have it likewise. */
const coredumpFilter = '/proc/self/coredump_filter'

/** The limit on core files cannot be set from here, and programs that core dumps are piped to ignore it. */
function emptyCoreDumps(): string | undefined {
  try {
    writeFileSync(coredumpFilter, '0')
    if (Number.parseInt(readFileSync(coredumpFilter, 'utf8'), 16) === 0) return undefined
  } catch {
    // Not every sandbox lets a process write there.
  }
  if (coreLimit() === '0') return undefined
  return 'Core dumps are enabled and could contain card numbers. Set the core file size limit to 0 (ulimit -c 0).'
}

/** In bytes, or `unlimited`; undefined where it is not told. */
function coreLimit(): string | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return /^Max core file size +(\w+)/m.exec(limits)?.[1]
  } catch {
    return undefined
  }
}
