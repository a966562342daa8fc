import { parseArgs } from 'node:util'
import { settingNames } from '../../config/names.ts'
import type { Refused } from '../../platform/errors/refusals.ts'
import { holdsCardNumber } from '../../platform/text/card-number/card-number.ts'
import { suggest } from '../../platform/text/suggest.ts'
import { argument, type Command, type Option, Values } from './command.ts'
import { commandRefused } from './failures.ts'

/** The options of every command. */
const common: Readonly<Record<string, Option>> = {
  json: { help: 'Print only JSON on standard output' },
  help: { help: 'Print this help' },
}

/** The options of every command that acts for an operator. */
const operatorOptions: Readonly<Record<string, Option>> = {
  as: { value: 'NAME', help: 'Your name, for the audit trail (default: your login name)' },
  reason: {
    value: 'REASON',
    help: 'A word or the number of a ticket, such as lost-phone or SUP-4711, for the audit trail',
  },
}

/** All options of a command, in the order of the help. */
const optionsOf = ({ options, acts }: Command): Readonly<Record<string, Option>> => ({
  ...options,
  ...(acts && operatorOptions),
  ...common,
})

const shortForms: Readonly<Record<string, string>> = { '-h': '--help', '-v': '--version' }

export type Request<C extends Command> =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'command'
      readonly command: C
      readonly values: Values
      /** The option whose value is a secret that must be read from standard input. */
      readonly secret?: string
    }

/** Reads a command line. @throws {Refused} if it is not valid; the message says why */
export function readArguments<C extends Command>(
  commands: readonly C[],
  argv: readonly string[],
): Request<C> {
  const [first = '', second] = argv.map((word) => shortForms[word] ?? word)
  if (first === 'help') return readArguments(commands, [...argv.slice(1), '--help'])
  if (first === '--version') return { kind: 'version' }
  const command = commands.find(({ name }) => name === `${first} ${second}` || name === first)
  if (command === undefined) return { kind: 'help', text: overview(commands, argv) }
  const rest = argv.slice(command.name.split(' ').length)
  if (rest.includes('--help') || rest.includes('-h')) return { kind: 'help', text: helpOf(command) }
  const values = readValues(command, rest)
  const secret = secretOf(command, values)
  return { kind: 'command', command, values, ...(secret !== undefined && { secret }) }
}

/** Adds the secret from standard input to the values of a command line. */
export const withSecret = (
  { values, secret: name }: { readonly values: Values; readonly secret?: string },
  secret: string | undefined,
): Values => (name === undefined || secret === undefined ? values : values.with(name, secret))

/**
 * The name of the option whose value is read from standard input.
 * @throws {Refused} if the value is also an argument
 */
function secretOf({ options }: Command, values: Values): string | undefined {
  for (const [name, { readsInto }] of Object.entries(options)) {
    if (readsInto === undefined || !values.has(name)) continue
    if (values.has(readsInto))
      throw commandRefused(`--${readsInto} and --${name} cannot be used together.`)
    return readsInto
  }
  return undefined
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
      throw commandRefused(`${name} needs --${option}. ${seeHelp(name)}`)
  }
  const [positional, ...more] = positionals
  const unexpected = command.argument === undefined ? positional : more[0]
  if (unexpected !== undefined)
    throw commandRefused(`Unexpected argument "${unexpected}". ${seeHelp(name)}`)
  if (command.argument !== undefined) {
    if (positional === undefined)
      throw commandRefused(`${name} needs ${command.argument}. ${seeHelp(name)}`)
    given.set(argument, [positional])
  }
  refuseCardNumbers(command, given)
  return new Values(given)
}

/**
 * Arguments with this placeholder are file names. They may contain any digits, because they are not
 * stored.
 */
const file = 'FILE'

/**
 * @throws {Refused} if a value that may be stored contains a card number; the message does not show
 * it
 */
function refuseCardNumbers(
  { argument: positional, options }: Command,
  given: ReadonlyMap<string, readonly string[]>,
): void {
  for (const [option, values] of given) {
    const isFile = (option === argument ? positional : options[option]?.value) === file
    if (isFile || !values.some(holdsCardNumber)) continue
    const name = option === argument ? positional : `--${option}`
    throw commandRefused(`${name} must not contain a card number.`)
  }
}

function parse(command: Command, rest: readonly string[]) {
  const { name } = command
  const types = Object.entries(optionsOf(command)).map(
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
    const unknown = /^Unknown option '(--?[^']+)'/.exec((error as Error).message)?.[1]
    if (unknown !== undefined) {
      const names = types.map(([option]) => option)
      const meant = suggest(unknown.replace(/^-+/, ''), names)
      const setting = unknown.replace(/^-+/, '').replaceAll('-', '_').toUpperCase()
      const isSetting = settingNames.includes(setting) && ` Set ${setting} in the environment.`
      const hint = meant === undefined ? isSetting || '' : ` Did you mean --${meant}?`
      throw commandRefused(`Unknown option "${unknown}".${hint} ${seeHelp(name)}`)
    }
    // Show the first sentence only. The rest of Node's message explains other ways to pass the
    // argument.
    const [line = ''] = (error as Error).message.split(/\. |\n/)
    throw commandRefused(`${line.replace(/\.$/, '')}. ${seeHelp(name)}`)
  }
}

const seeHelp = (name: string): string => `Run foyer ${name} --help.`

/** Lists all commands, or the commands of a noun. @throws {Refused} for an unknown command */
function overview(commands: readonly Command[], argv: readonly string[]): string {
  const words = argv.filter((word) => word !== '--help' && word !== '-h')
  const [noun, verb] = words
  const ofNoun = commands.filter(({ name }) => noun === undefined || name.startsWith(`${noun} `))
  if (ofNoun.length === 0 || verb !== undefined) throw unknownCommand(commands, words)
  if (noun !== undefined && words.length === argv.length) {
    const verbs = ofNoun.map(({ name }) => name).join(', ')
    throw commandRefused(`"${noun}" needs a second word: ${verbs}. Run foyer ${noun} --help.`)
  }
  const width = Math.max(...ofNoun.map(({ name }) => name.length)) + 3
  const lines = ofNoun.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`)
  return [
    'Usage: foyer COMMAND [OPTIONS]',
    '',
    ...lines,
    '',
    'Run foyer COMMAND --help for the options of a command, foyer --version for the version.',
  ].join('\n')
}

/**
 * The error for an unknown command. It shows only the words before the first option, because others
 * may be secrets.
 */
function unknownCommand(commands: readonly Command[], words: readonly string[]): Refused {
  const end = words.findIndex((word) => word.startsWith('-'))
  const [noun = '', verb] = end === -1 ? words : words.slice(0, Math.max(end, 1))
  if (noun.startsWith('-')) {
    const meant = suggest(noun.slice(2), ['help', 'version'])
    const hint = meant === undefined ? '' : ` Did you mean --${meant}?`
    return commandRefused(`Unknown option "${noun}".${hint} Run foyer --help.`)
  }
  const given = verb === undefined ? noun : `${noun} ${verb}`
  const names = commands.map(({ name }) => name)
  const ofNoun = names.filter((name) => name.startsWith(`${noun} `))
  const nouns = [...new Set(names.map((name) => name.split(' ')[0] ?? name))]
  const whole = verb === undefined ? [...names, ...nouns, '--version'] : names
  const meant = suggest(given, whole) ?? (ofNoun.length > 0 ? undefined : suggest(noun, nouns))
  const list = ofNoun.length > 0 ? ` Known commands: ${ofNoun.join(', ')}.` : ''
  const hint = meant === undefined ? list : ` Did you mean "${meant}"?`
  return commandRefused(`Unknown command "${given}".${hint} Run foyer --help.`)
}

function helpOf(command: Command): string {
  const { name, summary, argument, notes, example } = command
  const entries = Object.entries(optionsOf(command)).map(([option, rule]) => ({
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
    ...(notes === undefined ? [] : ['', ...notes]),
    ...(example === undefined ? [] : ['', 'Example:', '', `  npx foyer ${name} ${example}`]),
  ].join('\n')
}
