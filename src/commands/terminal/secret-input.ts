import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { commandRefused } from './failures.ts'

/** The most characters of a secret. */
const maxLength = 4096

/**
 * Reads a secret. From a pipe, it reads everything, and drops the line break at the end. On a
 * terminal, it reads one line without showing it.
 * @param name the name of the secret, such as `password`
 * @throws {Refused} if the input is empty or too long
 */
export async function readSecret(name: string, input: NodeJS.ReadStream): Promise<string> {
  const secret = input.isTTY ? await promptFor(name, input) : await readAll(input)
  if (secret === '') throw commandRefused(`Standard input does not contain a ${name}.`)
  if (secret.length > maxLength) throw commandRefused(`The ${name} on standard input is too long.`)
  return secret
}

async function readAll(input: NodeJS.ReadStream): Promise<string> {
  let text = ''
  input.setEncoding('utf8')
  for await (const chunk of input) {
    text += String(chunk)
    if (text.length > maxLength + 2) break
  }
  return text.replace(/\r?\n$/, '')
}

/** Asks for the secret on standard error, because standard output is for the result. */
async function promptFor(name: string, input: ReadStream): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: silent, terminal: true })
  process.stderr.write(`${name[0]?.toUpperCase()}${name.slice(1)} (not shown): `)
  try {
    const [line] = await Promise.race([
      once(lines, 'line') as Promise<[string]>,
      once(lines, 'SIGINT').then(() => ['']),
      once(lines, 'close').then(() => ['']),
    ])
    return line ?? ''
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
