import { resolve } from 'node:path'
import { argument, type Command, type Outcome, type Values } from '../terminal/command.ts'

/** Makes the file of stolen passwords. It needs no database, so it opens none. */
const build: Command = {
  name: 'passwords build',
  summary: 'Make the file for BREACHED_PASSWORDS_FILE from a list of stolen passwords',
  argument: 'LIST',
  options: {
    to: { value: 'FILE', required: true, help: 'The file to make' },
    'min-count': { value: 'COUNT', help: 'Leave out hashes that were stolen less often' },
  },
  notes: [
    'LIST has a line for each password: its SHA-1 in hexadecimal digits, and a count after a colon if',
    'there is one, in order, as the downloader of Pwned Passwords writes them; or the password itself.',
    'FILE has 8 bytes for each password.',
  ],
  stopsOnInterrupt: true,
  example: './pwned-passwords.txt --to ./breached.bin --min-count 10',
  alone: (values, { directory, signal }) => buildFrom(values, directory, signal),
  run: (_db, values, { directory, signal }) => buildFrom(values, directory, signal),
}

async function buildFrom(values: Values, directory: string, signal: AbortSignal): Promise<Outcome> {
  const { buildHashFile } = await import(
    '../../identity/users/credentials/breached/build-hash-file.ts'
  )
  const file = resolve(directory, values.required('to'))
  const { passwords, bytes } = await buildHashFile({
    list: resolve(directory, values.required(argument)),
    file,
    minCount: values.count('min-count', 1),
    signal,
  })
  return {
    json: { file, passwords, bytes },
    text: `${file} has ${passwords} passwords. Set BREACHED_PASSWORDS_FILE to it.`,
  }
}

/** The commands for the list of stolen passwords. */
export const passwordCommands: readonly Command[] = [build]
