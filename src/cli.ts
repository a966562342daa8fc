import project from '../package.json' with { type: 'json' }
import type { AppDeps } from './app.ts'
import { commands } from './commands/commands.ts'
import { readArguments, withSecret } from './commands/terminal/arguments.ts'
import type { Command, Values } from './commands/terminal/command.ts'
import { explain } from './commands/terminal/failures.ts'
import { readSecret } from './commands/terminal/secret-input.ts'
import type { Config } from './config/config.ts'
import type { PrivacyDeps } from './identity/privacy/privacy.ts'
import type { OpenDatabase } from './platform/database/db.ts'

/** The only command that opens the database itself and runs until a signal stops it. */
const serveCommand: Command = {
  name: 'serve',
  summary: 'Run the service with the settings from the environment',
  options: {},
  run: () => Promise.reject(new Error('serve runs by itself')),
}

/** Runs the program with its arguments and sets the exit status. Expected errors print one line. */
export async function run(argv: readonly string[]): Promise<void> {
  try {
    const request = readArguments([serveCommand, ...commands], argv)
    if (request.kind === 'help') return print(request.text)
    if (request.kind === 'version') return print(project.version)
    const { command, values } = request
    if (command === serveCommand) {
      // This comes before the import, so wrong settings fail without loading the whole service.
      const { readConfig } = await import('./config/config.ts')
      readConfig(process.env)
      const { serve } = await import('./main.ts')
      return await serve(process.env, { greet: !values.has('json') })
    }
    const secret = request.secret && (await readSecret(request.secret, process.stdin))
    if (request.secret === undefined) warnOfSecrets(command, values)
    const { runCommand } = await import('./commands/terminal/run-command.ts')
    const run = { command, values: withSecret(request, secret), argv, secret }
    const { json, text, failed } = await runCommand(run, process.env, openPrivacy)
    print(values.has('json') ? JSON.stringify(json) : text)
    if (failed) process.exitCode = 1
  } catch (error) {
    process.exitCode = 1
    const text = explain(error)
    if (text === undefined) console.error(error)
    else console.error(text.replace(/^/gm, 'foyer: '))
  }
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** Warns about a secret in the arguments, because other processes can read it there. */
function warnOfSecrets({ options }: Command, values: Values): void {
  for (const [name, { readsInto }] of Object.entries(options)) {
    if (readsInto !== undefined && values.has(readsInto))
      console.error(
        `foyer: Other users of this machine can see the value of --${readsInto}. Use --${name} instead.`,
      )
  }
}

/**
 * Opens what exports and erases users. It needs all features of the service, so they are loaded
 * only for the commands that use them.
 */
async function openPrivacy(
  config: Config,
  { db, secretKey }: { readonly db: OpenDatabase; readonly secretKey: string },
): Promise<PrivacyDeps> {
  const { featuresOf, privacyOf } = await import('./app.ts')
  const { pino } = await import('pino')
  const { systemClock } = await import('./platform/clock.ts')
  const { createAuthenticator } = await import('./identity/oauth/tokens/authenticate.ts')
  const { localCarrier } = await import('./resources/addresses/carrier.ts')
  const { openVault } = await import('./resources/payment-methods/vault/open-vault.ts')
  const deps: AppDeps = {
    config,
    db,
    logger: pino({ level: 'silent' }),
    authenticator: createAuthenticator({ db }),
    carrier: localCarrier({
      name: config.carrierName,
      excludedCountries: config.carrierExcludedCountries,
    }),
    secretKey,
    vault: await openVault(config.cardVault, db),
    clock: systemClock,
  }
  return privacyOf(deps, featuresOf(deps))
}
