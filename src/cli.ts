import { inspect } from 'node:util'
import project from '../package.json' with { type: 'json' }
import type { AppDeps } from './app/deps.ts'
import { commands } from './commands/commands.ts'
import { readArguments, withSecret } from './commands/terminal/arguments.ts'
import type { Command, Values } from './commands/terminal/command.ts'
import { explain } from './commands/terminal/failures.ts'
import { operatorOf } from './commands/terminal/operator.ts'
import { print } from './commands/terminal/print.ts'
import type { OpenFeatures } from './commands/terminal/run-command.ts'
import { readSecret } from './commands/terminal/secret-input.ts'
import type { Shell } from './commands/terminal/shell.ts'
import type { Config } from './config/config.ts'

/** `serve` opens the database itself and runs until a signal stops it. */
const serveCommand: Command = {
  name: 'serve',
  summary: 'Run the service with the settings from the environment',
  options: {},
  run: () => Promise.reject(new Error('serve runs by itself')),
}

/** Like `serve`, without a port. */
const workerCommand: Command = {
  name: 'worker',
  summary: 'Send emails and webhooks, without serving requests; for PostgreSQL',
  options: {},
  run: () => Promise.reject(new Error('worker runs by itself')),
}

/** Runs the program with the arguments, settings and streams of this process. */
export async function main(): Promise<void> {
  const { argv, env, stdin, stdout, stderr } = process
  const status = await run(argv.slice(2), { env, directory: process.cwd(), stdin, stdout, stderr })
  // On success the exit status is not set here: the service may still run, and sets it when it
  // stops.
  if (status !== 0) process.exitCode = status
}

/** Runs a command line. Expected errors print one line. @returns the exit status */
export async function run(argv: readonly string[], shell: Shell): Promise<number> {
  const { env, stdin, stdout, stderr } = shell
  const tell = (text: string) => print(stdout, text)
  const complain = (text: string) => print(stderr, text.replace(/^/gm, 'foyer: '))
  try {
    const request = readArguments([serveCommand, workerCommand, ...commands], argv)
    if (request.kind === 'help') tell(request.text)
    if (request.kind === 'version') tell(project.version)
    if (request.kind !== 'command') return 0
    const { command, values } = request
    if (command === serveCommand || command === workerCommand) {
      // This comes before the import, so wrong settings fail without loading the whole service.
      const { readConfig } = await import('./config/config.ts')
      readConfig(env)
      const { serve } = await import('./main.ts')
      const isWorker = command === workerCommand
      await serve(env, { greet: !values.has('json'), isWorker })
      return 0
    }
    const operator = operatorOf(values, env)
    if (command.acts && operator.name === undefined && stderr.isTTY)
      complain(`The audit trail names you "${operator.login}". Use --as for another name.`)
    const secret = request.secret && (await readSecret(request.secret, stdin))
    if (request.secret === undefined)
      for (const warning of warningsOfSecrets(command, values)) complain(warning)
    const { runCommand } = await import('./commands/terminal/run-command.ts')
    const typed = { command, values: withSecret(request, secret), argv, operator, secret }
    const { json, text, failed } = await runCommand(typed, shell, openFeatures)
    tell(values.has('json') ? JSON.stringify(json) : text)
    return failed ? 1 : 0
  } catch (error) {
    const text = explain(error)
    if (text === undefined) print(stderr, inspect(error))
    else complain(text)
    return 1
  }
}

/** Warns about secrets in the arguments, because other processes can read them there. */
const warningsOfSecrets = ({ options }: Command, values: Values): string[] =>
  Object.entries(options)
    .filter(([, { readsInto }]) => readsInto !== undefined && values.has(readsInto))
    .map(
      ([name, { readsInto }]) =>
        `Other users of this machine can see the value of --${readsInto}. Use --${name} instead.`,
    )

/**
 * Opens what commands need of the features. All features of the service are loaded only for the
 * commands that use them.
 */
const openFeatures: OpenFeatures = (config, opened) => ({
  async privacy() {
    const { featuresOf } = await import('./app/features.ts')
    const { privacyOf } = await import('./app/privacy.ts')
    const deps = await appDepsOf(config, opened)
    return privacyOf(deps, featuresOf(deps))
  },
  async sealedColumns() {
    const { featuresOf, sealedColumnsOf } = await import('./app/features.ts')
    return sealedColumnsOf(featuresOf(await appDepsOf(config, opened)))
  },
})

async function appDepsOf(
  config: Config,
  { db, secretKey }: Parameters<OpenFeatures>[1],
): Promise<AppDeps> {
  const { pino } = await import('pino')
  const { systemClock } = await import('./platform/clock.ts')
  const { createAuthenticator } = await import('./identity/oauth/tokens/authenticate.ts')
  const { unlimited } = await import('./support/limits/requests.ts')
  const { openCarrier } = await import('./resources/addresses/carrier/open-carrier.ts')
  const { openVault } = await import('./processor/open-vault.ts')
  return {
    config,
    db,
    logger: pino({ level: 'silent' }),
    authenticator: createAuthenticator({ db, baseUrl: config.baseUrl }),
    limits: unlimited(),
    carrier: openCarrier(config),
    secretKey,
    vault: await openVault(config.cardVault, db),
    clock: systemClock,
  }
}
