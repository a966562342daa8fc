import { parseArgs } from 'node:util'
import { argument, type Command, type Option, Values } from './command.ts'
import { CommandRefused } from './failures.ts'

/** What every command takes. */
const common: Readonly<Record<string, Option>> = {
  json: { help: 'Print JSON alone on standard output' },
  help: { help: 'Print this help' },
}

export type Request<C extends Command> =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  | { readonly kind: 'command'; readonly command: C; readonly values: Values }

/** Reads a command line. @throws {CommandRefused} that names what is wrong */
export function readArguments<C extends Command>(
  commands: readonly C[],
  argv: readonly string[],
): Request<C> {
  const [first, second] = argv
  if (first === '--version') return { kind: 'version' }
  const command = commands.find(({ name }) => name === `${first} ${second}` || name === first)
  if (command === undefined) return { kind: 'help', text: overview(commands, argv) }
  const rest = argv.slice(command.name.split(' ').length)
  if (rest.includes('--help')) return { kind: 'help', text: helpOf(command) }
  return { kind: 'command', command, values: readValues(command, rest) }
}

function readValues(command: Command, rest: readonly string[]): Values {
  const { name, options } = command
  const { values, positionals } = parse(command, rest)
  const given = new Map<string, readonly string[]>()
  for (const [option, value] of Object.entries(values)) {
    if (value !== undefined) given.set(option, [value].flat().map(String))
  }
  for (const [option, { required }] of Object.entries(options)) {
    if (required && !given.has(option))
      throw new CommandRefused(`${name} needs --${option}. ${seeHelp(name)}`)
  }
  const [positional, ...more] = positionals
  const unexpected = command.argument === undefined ? positional : more[0]
  if (unexpected !== undefined)
    throw new CommandRefused(`"${unexpected}" was not expected. ${seeHelp(name)}`)
  if (command.argument !== undefined) {
    if (positional === undefined)
      throw new CommandRefused(`${name} needs ${command.argument}. ${seeHelp(name)}`)
    given.set(argument, [positional])
  }
  return new Values(given)
}

function parse({ name, options }: Command, rest: readonly string[]) {
  const types = Object.entries({ ...options, ...common }).map(
    ([option, { value, multiple = false }]) =>
      [option, { type: value === undefined ? 'boolean' : 'string', multiple }] as const,
  )
  try {
    return parseArgs({
      args: [...rest],
      options: Object.fromEntries(types),
      allowPositionals: true,
    })
  } catch (error) {
    // Node explains on further lines how else the argument could have been meant.
    const [line = ''] = (error as Error).message.split(/\. |\n/)
    throw new CommandRefused(`${line.replace(/\.$/, '')}. ${seeHelp(name)}`)
  }
}

const seeHelp = (name: string): string => `See foyer ${name} --help.`

/** All commands, or those of a noun. @throws {CommandRefused} for a word that is none */
function overview(commands: readonly Command[], argv: readonly string[]): string {
  const [noun, verb] = argv.filter((word) => word !== '--help' && word !== 'help')
  const ofNoun = commands.filter(({ name }) => noun === undefined || name.startsWith(`${noun} `))
  if (ofNoun.length === 0 || verb !== undefined)
    throw new CommandRefused(`There is no command "${argv.join(' ')}". See foyer --help.`)
  if (noun !== undefined && !argv.includes('--help'))
    throw new CommandRefused(`${noun} what? See foyer ${noun} --help.`)
  const width = Math.max(...ofNoun.map(({ name }) => name.length)) + 3
  const lines = ofNoun.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`)
  return [
    'Usage: foyer COMMAND [OPTIONS]',
    '',
    ...lines,
    '',
    'foyer COMMAND --help tells its options, foyer --version the version.',
  ].join('\n')
}

function helpOf({ name, summary, argument, options }: Command): string {
  const entries = Object.entries({ ...options, ...common }).map(([option, rule]) => ({
    left: `--${option}${rule.value === undefined ? '' : ` ${rule.value}`}`,
    right: `${rule.help}${rule.required ? ' (required)' : ''}${rule.multiple ? ' (repeatable)' : ''}`,
  }))
  const width = Math.max(...entries.map(({ left }) => left.length)) + 3
  return [
    `Usage: foyer ${name}${argument === undefined ? '' : ` ${argument}`} [OPTIONS]`,
    '',
    `${summary}.`,
    '',
    ...entries.map(({ left, right }) => `  ${left.padEnd(width)}${right}`),
  ].join('\n')
}
