import { readFileSync, writeFileSync } from 'node:fs'
import inspector from 'node:inspector'

/*
 * The memory of the process contains card numbers for a moment, and other secrets. In production no
 * part of this memory may be written to a file or be read from outside.
 */

/** Options of Node.js and V8 that write the memory or traces to files, or expose them. */
const disclosingOptions =
  /^--(?:experimental-)?(?:inspect|heap-?snapshot|heap-prof|cpu-prof|report-|abort-on-|trace-event)/

/**
 * Finds an option or a variable that makes Node.js log or expose its memory or requests.
 * @param execArgv the options of the Node.js process
 * @returns the problem, in one line; undefined if there is no problem
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

/**
 * Whether a variable enables tracing of Node.js or of packages. For packages DEBUG lists names with
 * colons and stars. For other programs it is a simple flag, which is harmless.
 */
const logsRequests = (name: string, value: string): boolean =>
  (/^NODE_DEBUG/.test(name) && value !== '') || (name === 'DEBUG' && /[*:]/.test(value))

/**
 * Prevents the process from writing its memory to a file when it ends, however it ends.
 * @returns why a core dump is still possible, in one line; undefined if it is not possible
 */
export function preventDumps(): string | undefined {
  const { report } = process
  report.reportOnFatalError = false
  report.reportOnSignal = false
  report.reportOnUncaughtException = false
  // Without a listener this signal opens the debugger.
  if (process.platform !== 'win32') process.on('SIGUSR1', () => {})
  return process.platform === 'linux' ? emptyCoreDumps() : undefined
}

/**
 * The file that selects the memory in a core dump (core(5)). Child processes inherit the setting.
 */
const coredumpFilter = '/proc/self/coredump_filter'

/**
 * Makes core dumps empty. A process cannot set its limit of core files from JavaScript, and a
 * program that receives core dumps through a pipe ignores the limit.
 */
function emptyCoreDumps(): string | undefined {
  try {
    writeFileSync(coredumpFilter, '0')
    if (Number.parseInt(readFileSync(coredumpFilter, 'utf8'), 16) === 0) return undefined
  } catch {
    // Some sandboxes do not allow a process to write to this file.
  }
  if (coreLimit() === '0') return undefined
  return 'Core dumps are enabled and could contain card numbers. Set the core file size limit to 0 (ulimit -c 0).'
}

/** The limit of core files in bytes, or `unlimited`. Undefined if it cannot be read. */
function coreLimit(): string | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return /^Max core file size +(\w+)/m.exec(limits)?.[1]
  } catch {
    return undefined
  }
}
