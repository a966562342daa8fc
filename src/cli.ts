import project from '../package.json' with { type: 'json' }
import { commands } from './commands/commands.ts'
import { readArguments, withSecret } from './commands/terminal/arguments.ts'
import type { Command, Outcome, Values } from './commands/terminal/command.ts'
import { explain } from './commands/terminal/failures.ts'
import { progressBar } from './commands/terminal/progress.ts'
import { readSecret } from './commands/terminal/secret-input.ts'
import { askService } from './commands/terminal/socket.ts'
import { readConfig } from './config/config.ts'
import { DirectoryInUse } from './platform/database/embedded/lock.ts'
import { runAs } from './support/audit/actor.ts'
import { openInstallation } from './support/installation/open.ts'

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
      readConfig(process.env)
      const { serve } = await import('./main.ts')
      return await serve(process.env, { greet: !values.has('json') })
    }
    const secret = request.secret && (await readSecret(request.secret, process.stdin))
    if (request.secret === undefined) warnOfSecrets(command, values)
    const socketRequest = { argv, secret }
    const { json, text, failed } = await runCommand(
      command,
      withSecret(request, secret),
      socketRequest,
    )
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

/** Runs a command in this process. If the service has the embedded database open, runs it there. */
async function runCommand(
  command: Command,
  values: Values,
  socketRequest: Parameters<typeof askService>[1],
): Promise<Outcome> {
  const config = readConfig(process.env)
  const notice = (line: string) => console.error(`foyer: ${line}`)
  const reporter = { progress: progressBar(process.stderr), notice }
  try {
    const { db, secretKey, migrated } = await openInstallation(config)
    const directory = process.cwd()
    const { signal } = new AbortController()
    try {
      const context = { config, secretKey, directory, migrated, signal, ...reporter }
      return await runAs({ kind: 'operator' }, () => command.run(db, values, context))
    } finally {
      await db.close()
    }
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error
    const outcome = await askService(config.dataDir, socketRequest, reporter)
    if (outcome === undefined) throw error
    return outcome
  }
}
