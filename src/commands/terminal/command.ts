import type { Config } from '../../config/config.ts'
import type { PrivacyDeps } from '../../identity/privacy/privacy.ts'
import type { OpenDatabase } from '../../platform/database/db.ts'
import type { SecretKeys } from '../../platform/secrets/keys.ts'
import type { SealedColumn } from '../../platform/secrets/sealed-column.ts'
import { commandRefused } from './failures.ts'

/** An option of a command, `--name`. */
export interface Option {
  /** The placeholder of the value in the help. Absent if the option takes no value. */
  readonly value?: string
  readonly required?: true
  readonly multiple?: true
  /**
   * The option takes no value. It reads a secret from standard input, or asks for it on a terminal.
   * The secret becomes the value of the option with this name.
   */
  readonly readsInto?: string
  readonly help: string
}

/** The values of a command line, checked against the command's options. */
export class Values {
  readonly #given: ReadonlyMap<string, readonly string[]>

  constructor(given: ReadonlyMap<string, readonly string[]>) {
    this.#given = given
  }

  /** Returns a copy with one more value. */
  with(name: string, value: string): Values {
    return new Values(new Map([...this.#given, [name, [value]]]))
  }

  has(name: string): boolean {
    return this.#given.has(name)
  }

  text(name: string): string | undefined {
    return this.#given.get(name)?.at(-1)
  }

  /** The value of a required option. */
  required(name: string): string {
    const value = this.text(name)
    if (value === undefined) throw commandRefused(`--${name} is missing.`)
    return value
  }

  /** All values of an option. Undefined if the option is absent. */
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

  /**
   * The value of an option as a whole number, `min` or greater.
   * @throws {Refused} if it is not one
   */
  count(name: string, min: number): number | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    if (/^\d{1,9}$/.test(value) && Number(value) >= min) return Number(value)
    throw commandRefused(`--${name} must be a whole number of at least ${min}, not "${value}".`)
  }
}

/** The dependencies of a command, except the database. */
export interface CommandContext {
  readonly config: Config
  /** SECRET_KEY and the former key. Without that setting, the keys in the data directory. */
  readonly secretKey: SecretKeys
  /** Opens what exports and erases users: the personal data of all features. */
  privacy(): Promise<PrivacyDeps>
  /** The columns that a rotation of SECRET_KEY seals again. */
  sealedColumns(): Promise<readonly SealedColumn[]>
  /**
   * The working directory of the person who typed the command. Relative paths are resolved against
   * it.
   */
  readonly directory: string
  /** Whether no service has the database open. On PostgreSQL nobody knows. */
  readonly isAlone: boolean
  /** The migrations that opening the database has applied. */
  readonly migrated: readonly string[]
  /** Aborts when the person who typed the command has interrupted it or disconnected. */
  readonly signal: AbortSignal
  progress(done: number, total: number): void
  /** Prints one line for people while the command runs. */
  notice(line: string): void
}

/** The dependencies of a command that opens the database itself. */
export interface AloneContext
  extends Pick<CommandContext, 'directory' | 'signal' | 'progress' | 'notice'> {
  /** The settings, not read yet. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The result of a command. It is printed as text, or as JSON with `--json`. */
export interface Outcome {
  readonly text: string
  readonly json: unknown
  /** Whether a check has failed. Sets the exit status. */
  readonly failed?: boolean
}

/** A command of the command line. It runs in the process that has the database open. */
export interface Command {
  /** One or two words. */
  readonly name: string
  readonly summary: string
  /** The placeholder of the positional argument in the help. Absent if there is none. */
  readonly argument?: string
  /** Whether it acts for an operator, who can be named: `--as` and `--reason`. */
  readonly acts?: true
  readonly options: Readonly<Record<string, Option>>
  /** Lines for the help of the command, below the options. */
  readonly notes?: readonly string[]
  /** Whether an interrupt (Ctrl-C) ends the command by its signal, not the process at once. */
  readonly stopsOnInterrupt?: true
  /**
   * Whether it migrates a database. Other commands migrate only the embedded database, and a new
   * one on PostgreSQL: instances of an older version may use the database.
   */
  readonly migrates?: true
  /** Example arguments for the help of the command. */
  readonly example?: string
  /**
   * Runs the command without an open database, if no service has the embedded database open. It
   * opens what it needs itself, and migrates nothing.
   * @throws {DirectoryInUse} then the service runs the command, by `run`
   */
  alone?(values: Values, context: AloneContext): Promise<Outcome>
  /**
   * Imports the operations that it runs: the help, and a command that is sent to the service, load
   * none of them.
   * @throws {Refused} and the errors of the operations
   */
  run(db: OpenDatabase, values: Values, context: CommandContext): Promise<Outcome>
}

/** The name of the positional argument among the values. */
export const argument = ''
