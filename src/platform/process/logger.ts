import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import { sqlState } from '../database/sqlstate.ts'

/*
 * What may be in a log is chosen here, once, so that no line can hold what people sent: of requests and answers
 * nothing of theirs, of errors only what is known to be ours.
 */

/** The most that waits to be written, in bytes. Further lines are dropped. */
const maxPendingBytes = 16 * 1024 * 1024
/** How long the last lines may take, in milliseconds. */
const closeTimeoutMs = 500

/** A log that can be closed, so that its last lines are written before the process exits. */
export interface ClosableLogger extends Logger {
  close(): Promise<void>
}

/**
 * Makes the log: lines of JSON on standard output. If the reader is slow or gone, or the disk is full, only lines of
 * the log are lost.
 */
export function createLogger(level: string): ClosableLogger {
  const output = pino.destination({ dest: 1, sync: false, maxLength: maxPendingBytes })
  // Without a listener, an error ends the process.
  output.on('error', () => {})
  // On a closed pipe, `flushSync` never returns.
  output.flushSync = () => {}
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
    output,
  )
  return Object.assign(logger, {
    async close() {
      const closed = once(output, 'close').catch(() => {})
      output.end()
      await Promise.race([closed, after(closeTimeoutMs)])
    },
  })
}

interface ShownError {
  type: string
  /** SQLSTATE, or what Node or a library calls it. */
  code?: string
  message: string
  /** Where it was thrown, without the message. */
  stack: string
  cause?: ShownError
}

/** How many causes of causes are told. */
const maxCauses = 4

/** Of an error, what is ours: other properties (`detail`, `params`, `input`) have held what people sent. */
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

/** PostgreSQL's errors of class 42 name tables and columns in quotes; those of class 22, what people wrote. */
const messageOf = (error: Error): string =>
  sqlState(error)?.startsWith('42') ? error.message : unquoted(error.message)

/** Messages quote what they complain of: `"…" is not valid JSON`. */
const unquoted = (message: string): string => message.replace(/".*"/s, '"…"')

const framesOf = ({ stack = '', message }: Error): string =>
  stack
    .replace(message, '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .map((line) => line.trim())
    .join('\n')
