import type { Config } from '../../config/config.ts'
import type { OpenDatabase } from '../../platform/database/db.ts'
import { commandRefused } from './failures.ts'

/** An option of a command, `--name`. */
export interface Option {
  /** What stands for the value in the usage; absent: the option takes none. */
  readonly value?: string
  readonly required?: true
  readonly multiple?: true
  /**
   * The option takes no value. It reads a secret from standard input, or asks for it on a terminal, and sets the option
   * of this name.
   */
  readonly readsInto?: string
  readonly help: string
}

/** What was given on the command line, checked against the command's options. */
export class Values {
  readonly #given: ReadonlyMap<string, readonly string[]>

  constructor(given: ReadonlyMap<string, readonly string[]>) {
    this.#given = given
  }

  /** These values, and one more. */
  with(name: string, value: string): Values {
    return new Values(new Map([...this.#given, [name, [value]]]))
  }

  has(name: string): boolean {
    return this.#given.has(name)
  }

  text(name: string): string | undefined {
    return this.#given.get(name)?.at(-1)
  }

  /** Of an option that is required, so it is there. */
  required(name: string): string {
    const value = this.text(name)
    if (value === undefined) throw commandRefused(`--${name} is missing.`)
    return value
  }

  /** Undefined where the option was not given at all. */
  list(name: string): readonly string[] | undefined {
    return this.#given.get(name)
  }

  oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.text(name)
    const known = allowed.find((choice) => choice === value)
    if (value !== undefined && known === undefined)
      throw commandRefused(`--${name} must be one of ${allowed.join(', ')}, not "${value}".`)
    return known
  }

  /** A whole number from `least` on. */
  count(name: string, least: number): number | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    if (/^\d{1,9}$/.test(value) && Number(value) >= least) return Number(value)
    throw commandRefused(`--${name} must be a whole number of at least ${least}, not "${value}".`)
  }
}

/** What a command works with beside the database. */
export interface CommandContext {
  readonly config: Config
  /** What seals and derives; made in the data directory where the settings tell none. */
  readonly secretKey: string
  /** Against which paths are read: that of whoever typed the command, wherever it runs. */
  readonly directory: string
  /** The migrations that opening the database has applied. */
  readonly migrated: readonly string[]
  /** Whoever typed the command has gone. */
  readonly signal: AbortSignal
  progress(done: number, total: number): void
  /** Prints one line for people while the command runs. */
  notice(line: string): void
}

/** What a command says: to people, and, with `--json`, to programs. */
export interface Outcome {
  readonly text: string
  readonly json: unknown
  /** What was looked for is not as it should be: the exit status says so, too. */
  readonly failed?: boolean
}

/** A command: an operation, and how it is called by name. It runs wherever the database is open. */
export interface Command {
  /** One or two words. */
  readonly name: string
  readonly summary: string
  /** What stands for the one argument without a name; absent: there is none. */
  readonly argument?: string
  readonly options: Readonly<Record<string, Option>>
  /** More lines for the command's own help, below the options. */
  readonly notes?: readonly string[]
  /** Example arguments, for the command's own help. */
  readonly example?: string
  /** @throws {Refused} and what the operations throw */
  run(db: OpenDatabase, values: Values, surroundings: CommandContext): Promise<Outcome>
}

/** The name under which the one argument without a name is found among the values. */
export const argument = ''
