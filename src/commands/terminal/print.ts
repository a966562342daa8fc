import { escapeForbidden } from '../../platform/text/text.ts'
import type { Output } from './shell.ts'

/**
 * Prints lines of text or of JSON. All commands print with this function. What others wrote may be
 * in the text, and control characters would move the cursor, change colours, or send commands to
 * the terminal. They are shown escaped. JSON stays the same value.
 */
export const print = (stream: Output, text: string): void =>
  void stream.write(`${text.split('\n').map(escapeForbidden).join('\n')}\n`)
