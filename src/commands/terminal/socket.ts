import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { BaseLogger } from 'pino'
import type { Config } from '../../config/config.ts'
import { type Operator, runAs } from '../../support/audit/actor.ts'
import type { Installation } from '../../support/installation/open.ts'
import { commands } from '../commands.ts'
import { readArguments, withSecret } from './arguments.ts'
import type { CommandContext, Outcome } from './command.ts'
import { commandRefused, explain } from './failures.ts'

/*
 * Only one process can open the embedded database. While the service has it open, commands are sent
 * to the service over a socket in the data directory. The client sends one line of JSON with the
 * command. The service answers with lines of progress, and a last line with the outcome. To
 * interrupt the command, the client closes its side of the socket.
 */

type Opened = Pick<Installation, 'db' | 'secretKey'> &
  Pick<CommandContext, 'privacy' | 'sealedColumns'>
type Log = Pick<BaseLogger, 'warn' | 'error'>

export interface CommandMessage {
  readonly argv: readonly string[]
  readonly directory: string
  readonly operator: Operator
  /** The secret from the standard input of the command, which the service cannot read. */
  readonly secret?: string | undefined
}

type ServiceMessage =
  | { readonly progress: readonly [done: number, total: number] }
  | { readonly notice: string }
  | { readonly outcome: Outcome }
  | { readonly failure: string }

/**
 * The path of the socket. Operating systems allow about 100 bytes, so a long path is made relative
 * if that is shorter.
 */
function socketIn(dataDir: string): string {
  const absolute = join(resolve(dataDir), 'foyer.sock')
  const short = relative(process.cwd(), absolute)
  return Buffer.byteLength(absolute) <= 100 || absolute.length <= short.length ? absolute : short
}

/**
 * Listens for commands on the embedded database that this process has open. It replaces the socket
 * of an earlier process, because no other process uses the data directory.
 * @returns undefined if the system does not support such sockets, or not at this path
 */
export async function listenForCommands(
  installation: Opened,
  config: Config,
  logger: Log,
): Promise<Server | undefined> {
  if (process.platform === 'win32') return undefined
  const path = socketIn(config.dataDir)
  // A client that is interrupted closes its side, and still reads the outcome.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    answer(socket, installation, config, logger).catch((error: unknown) => {
      logger.warn({ err: error }, 'a command was interrupted')
      socket.destroy()
    })
  })
  rmSync(path, { force: true })
  // `listen` creates the socket. With this umask, only its owner can use it from the first moment.
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
  { db, secretKey, privacy, sealedColumns }: Opened,
  config: Config,
  logger: Log,
): Promise<void> {
  const disconnected = new AbortController()
  const abort = () => disconnected.abort()
  socket
    .on('error', () => {})
    .once('end', abort)
    .once('close', abort)
  const send = (message: ServiceMessage) => void socket.write(`${JSON.stringify(message)}\n`)
  for await (const line of createInterface(socket)) {
    const { argv, directory, operator, secret } = JSON.parse(line) as CommandMessage
    try {
      const request = readArguments(commands, argv)
      if (request.kind !== 'command') throw commandRefused('Unknown command.')
      const { command } = request
      const values = withSecret(request, secret)
      const context: CommandContext = {
        config,
        secretKey,
        privacy,
        sealedColumns,
        directory,
        isAlone: false,
        migrated: [],
        signal: disconnected.signal,
        progress: (done, total) => send({ progress: [done, total] }),
        notice: (line) => send({ notice: line }),
      }
      const outcome = await runAs({ kind: 'operator', operator }, () =>
        command.run(db, values, context),
      )
      send({ outcome })
    } catch (error) {
      const failure = explain(error)
      if (failure === undefined) logger.error({ err: error }, 'a command failed')
      send({ failure: failure ?? 'The command failed. See the log of the service for the reason.' })
    }
    break
  }
  // The socket closes when the client has closed its side, too.
  socket.end().resume()
}

/**
 * Sends a command to the service that has the embedded database open. If the signal aborts, the
 * service ends the command.
 * @returns undefined if no service answers
 * @throws {Refused} if the command fails; it has the message of the failure
 */
export async function askService(
  dataDir: string,
  message: CommandMessage,
  { progress, notice, signal }: Pick<CommandContext, 'progress' | 'notice' | 'signal'>,
): Promise<Outcome | undefined> {
  const socket = connect(socketIn(dataDir))
  try {
    await once(socket, 'connect')
  } catch {
    return undefined
  }
  socket.write(`${JSON.stringify(message)}\n`)
  const interrupt = () => void socket.end()
  if (signal.aborted) interrupt()
  else signal.addEventListener('abort', interrupt, { once: true })
  for await (const line of createInterface(socket)) {
    const answer = JSON.parse(line) as ServiceMessage
    if ('outcome' in answer) return answer.outcome
    if ('failure' in answer) throw commandRefused(answer.failure)
    if ('notice' in answer) notice(answer.notice)
    else progress(...answer.progress)
  }
  throw commandRefused('The service stopped before the command was finished.')
}
