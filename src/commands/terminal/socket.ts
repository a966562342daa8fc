import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { BaseLogger } from 'pino'
import type { Config } from '../../config/config.ts'
import { runAs } from '../../support/audit/actor.ts'
import type { Installation } from '../../support/installation/open.ts'
import { commands } from '../commands.ts'
import { readArguments, withSecret } from './arguments.ts'
import type { CommandContext, Outcome } from './command.ts'
import { commandRefused, explain } from './failures.ts'

/*
 * One process alone can have the embedded database open. While the service has it, commands go to the service, over a
 * socket in the data directory: one line of JSON with the command, then lines with its progress, and at last
 * one with its outcome.
 */

type Opened = Pick<Installation, 'db' | 'secretKey'>
type Log = Pick<BaseLogger, 'warn' | 'error'>

interface Asked {
  readonly argv: readonly string[]
  readonly directory: string
  /** The secret from the standard input of the command, which the service cannot read. */
  readonly secret?: string | undefined
}

type Told =
  | { readonly progress: readonly [done: number, total: number] }
  | { readonly notice: string }
  | { readonly outcome: Outcome }
  | { readonly failure: string }

/** Operating systems take about a hundred bytes; a deep directory may be near by a relative path. */
function socketIn(dataDir: string): string {
  const absolute = join(resolve(dataDir), 'foyer.sock')
  const near = relative(process.cwd(), absolute)
  return Buffer.byteLength(absolute) <= 100 || absolute.length <= near.length ? absolute : near
}

/**
 * Takes commands for the embedded database that this process has open. What an earlier process left is
 * replaced: the directory is ours alone.
 * @returns undefined where the system has no such sockets, or not at such a path.
 */
export async function listenForCommands(
  installation: Opened,
  config: Config,
  logger: Log,
): Promise<Server | undefined> {
  if (process.platform === 'win32') return undefined
  const path = socketIn(config.dataDir)
  const server = createServer((socket) => {
    answer(socket, installation, config, logger).catch((error: unknown) => {
      logger.warn({ err: error }, 'a command was interrupted')
      socket.destroy()
    })
  })
  rmSync(path, { force: true })
  // The socket comes into being within `listen`, for its owner alone from the first moment.
  const umask = process.umask(0o177)
  server.listen(path)
  process.umask(umask)
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    logger.warn({ err: error }, 'cannot listen for commands while the service runs')
    return undefined
  }
}

async function answer(
  socket: Socket,
  { db, secretKey }: Opened,
  config: Config,
  logger: Log,
): Promise<void> {
  const gone = new AbortController()
  socket.on('error', () => {}).once('close', () => gone.abort())
  const tell = (told: Told) => void socket.write(`${JSON.stringify(told)}\n`)
  for await (const line of createInterface(socket)) {
    const { argv, directory, secret } = JSON.parse(line) as Asked
    try {
      const request = readArguments(commands, argv)
      if (request.kind !== 'command') throw commandRefused('Unknown command.')
      const { command } = request
      const values = withSecret(request, secret)
      const surroundings: CommandContext = {
        config,
        secretKey,
        directory,
        migrated: [],
        signal: gone.signal,
        progress: (done, total) => tell({ progress: [done, total] }),
        notice: (line) => tell({ notice: line }),
      }
      const outcome = await runAs({ kind: 'operator' }, () => command.run(db, values, surroundings))
      tell({ outcome })
    } catch (error) {
      const failure = explain(error)
      if (failure === undefined) logger.error({ err: error }, 'a command failed')
      tell({ failure: failure ?? 'The command failed. See the log of the service for the reason.' })
    }
    socket.end()
    return
  }
}

/**
 * Has a command run by the service that has the embedded database open.
 * @returns undefined where no service answers.
 * @throws {Refused} with the line that the command failed with.
 */
export async function askService(
  dataDir: string,
  { argv, secret }: Pick<Asked, 'argv' | 'secret'>,
  { progress, notice }: Pick<CommandContext, 'progress' | 'notice'>,
): Promise<Outcome | undefined> {
  const socket = connect(socketIn(dataDir))
  try {
    await once(socket, 'connect')
  } catch {
    return undefined
  }
  const asked: Asked = { argv, secret, directory: process.cwd() }
  socket.write(`${JSON.stringify(asked)}\n`)
  for await (const line of createInterface(socket)) {
    const told = JSON.parse(line) as Told
    if ('outcome' in told) return told.outcome
    if ('failure' in told) throw commandRefused(told.failure)
    if ('notice' in told) notice(told.notice)
    else progress(...told.progress)
  }
  throw commandRefused('The service stopped before the command was finished.')
}
