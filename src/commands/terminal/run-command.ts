import { type Config, readConfig } from '../../config/config.ts'
import type { OpenDatabase } from '../../platform/database/db.ts'
import { DirectoryInUse } from '../../platform/database/embedded/lock.ts'
import { overrideTexts } from '../../platform/i18n/catalogue.ts'
import type { SecretKeys } from '../../platform/secrets/keys.ts'
import { escapeForbidden } from '../../platform/text/text.ts'
import { type Operator, runAs } from '../../support/audit/actor.ts'
import { openInstallation } from '../../support/installation/open.ts'
import type { Command, CommandContext, Outcome, Values } from './command.ts'
import { print } from './print.ts'
import { progressBar } from './progress.ts'
import type { Shell } from './shell.ts'
import { askService } from './socket.ts'

/** A command with its values, and as it was typed. */
interface CommandRun {
  readonly command: Command
  readonly values: Values
  readonly argv: readonly string[]
  /** Who runs it, for the audit trail. */
  readonly operator: Operator
  /** What was read from standard input. */
  readonly secret: string | undefined
}

/** Opens what commands need of the features, on an open database. */
export type OpenFeatures = (
  config: Config,
  opened: { readonly db: OpenDatabase; readonly secretKey: SecretKeys },
) => Pick<CommandContext, 'privacy' | 'sealedColumns'>

/** Runs a command in this process. If the service has the embedded database open, runs it there. */
export async function runCommand(
  { command, values, argv, operator, secret }: CommandRun,
  { env, directory, stderr }: Shell,
  openFeatures: OpenFeatures,
): Promise<Outcome> {
  const notice = (line: string) => print(stderr, `foyer: ${escapeForbidden(line)}`)
  const reporter = { progress: progressBar(stderr), notice }
  const interrupted = new AbortController()
  if (command.stopsOnInterrupt) process.once('SIGINT', () => interrupted.abort())
  const { signal } = interrupted
  const actor = { kind: 'operator', operator } as const
  try {
    const { alone } = command
    if (alone)
      return await runAs(actor, () => alone(values, { env, directory, signal, ...reporter }))
    const config = readConfig(env)
    overrideTexts(config.texts)
    const { migrates = false } = command
    const { db, secretKey, migrated, warning } = await openInstallation(config, { migrates })
    if (warning !== undefined) notice(warning)
    try {
      const context = {
        config,
        secretKey,
        directory,
        isAlone: db.kind === 'embedded',
        migrated,
        signal,
        ...openFeatures(config, { db, secretKey }),
        ...reporter,
      }
      return await runAs(actor, () => command.run(db, values, context))
    } finally {
      await db.close()
    }
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error
    const outcome = await askService(
      readConfig(env).dataDir,
      { argv, directory, operator, secret },
      { signal, ...reporter },
    )
    if (outcome === undefined) throw error
    return outcome
  }
}
