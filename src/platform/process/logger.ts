import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import { sqlState } from '../database/sqlstate.ts'

/*
 * The logger defines what a log may contain, so that no line contains user input: nothing of
 * requests and responses, and of errors only the parts that the program itself wrote.
 */

/** The maximum size of lines that wait to be written, in bytes. Further lines are dropped. */
const maxPendingBytes = 16 * 1024 * 1024
/**
 * How long lines are collected before they are written, in milliseconds. A write wakes a thread and
 * the reader of the log, which takes about 10 µs of processor time.
 */
const collectMs = 20
/** How long `close` waits for the last lines, in milliseconds. */
const closeTimeoutMs = 500

/** A log that can be closed, so that its last lines are written before the process exits. */
export interface ClosableLogger extends Logger {
  close(): Promise<void>
}

/**
 * Creates the logger, which writes lines of JSON to standard output. A slow or closed reader or a
 * full disk loses log lines, but does not stop the program.
 * @param copy receives each line, too
 */
export function createLogger(
  level: string,
  copy: (line: string) => void = () => {},
): ClosableLogger {
  const output = pino.destination({ dest: 1, sync: false, maxLength: maxPendingBytes })
  // Without a listener, an error ends the process.
  output.on('error', () => {})
  // On a closed pipe, the original `flushSync` never returns.
  output.flushSync = () => {}
  const lines = collectLines((text) => output.write(text), copy)
  const logger = pino(
    {
      level,
      serializers: { err: shownError, req: () => undefined, res: () => undefined },
      hooks: {
        logMethod([first, second]: unknown[], log) {
          if (typeof first === 'string') return log.call(this, unquoted(first))
          const bindings = first instanceof Error ? { err: first } : { ...(first as object) }
          // By default pino repeats the message of an error that is logged without one.
          const message = second ?? ('err' in bindings ? 'unexpected error' : undefined)
          if (typeof message === 'string') log.call(this, bindings, unquoted(message))
          else log.call(this, bindings)
        },
      },
    },
    lines,
  )
  return Object.assign(logger, {
    async close() {
      const closed = once(output, 'close').catch(() => {})
      lines.flush()
      output.end()
      await Promise.race([closed, after(closeTimeoutMs)])
    },
  })
}

/** Makes a destination of log lines that writes the lines of a short time together. */
function collectLines(write: (text: string) => void, copy: (line: string) => void) {
  let collected = ''
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (collected !== '') write(collected)
    collected = ''
  }
  return {
    write(line: string): void {
      copy(line)
      collected += line
      timer ??= setTimeout(flush, collectMs)
    },
    flush,
  }
}

interface ShownError {
  type: string
  /** The SQLSTATE, or the code of Node.js or a library. */
  code?: string
  message: string
  /** The stack without the message. */
  stack: string
  cause?: ShownError
}

/** How many levels of causes are logged. */
const maxCauses = 4

/**
 * The parts of an error that the program itself wrote. Other properties (`detail`, `params`,
 * `input`) can contain user input.
 */
function shownError(error: unknown, depth = 0): ShownError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as { code?: unknown }
  const cause = depth < maxCauses ? shownError(error.cause, depth + 1) : undefined
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' && /^\w{1,64}$/.test(code) && { code }),
    message: messageOf(error),
    stack: framesOf(error),
    ...(cause && { cause }),
  }
}

/** PostgreSQL's errors of class 42 quote tables and columns, those of class 22 quote user input. */
const messageOf = (error: Error): string =>
  sqlState(error)?.startsWith('42') ? error.message : unquoted(error.message)

/** Removes quotations from a message, because they can be user input: `"…" is not valid JSON`. */
const unquoted = (message: string): string => message.replace(/".*"/s, '"…"')

const framesOf = ({ stack = '', message }: Error): string =>
  stack
    .replace(message, '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .map((line) => line.trim())
    .join('\n')
