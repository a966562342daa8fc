import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { NodemailerError, SendMailOptions } from 'nodemailer'
import { PermanentFailure } from '../jobs/worker.ts'

/** What takes messages away. */
export interface Transport {
  /**
   * @param name of the message, the same whenever it is sent again
   * @param signal aborts when there is no more time
   * @throws {SendingFailed | PermanentFailure}
   */
  send(name: string, message: SendMailOptions, signal: AbortSignal): Promise<void>
}

/** The mail server did not take a message; its words are left out, since they quote addresses. */
export class SendingFailed extends Error {
  override name = 'SendingFailed'
}

/** How long a mail server may take, in milliseconds. It all must fit into one attempt of a job. */
export type SmtpLimits = Readonly<Record<keyof typeof usualLimits, number>>

const usualLimits = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  socketCloseTimeout: 1_000,
} as const

/** Nothing that a message says is taken for a file's name or a URL to be read. */
const closed = { disableFileAccess: true, disableUrlAccess: true } as const

/** What sends messages; the library for it is loaded with the first of them, since many a process sends none. */
function open<M>(make: (library: typeof import('nodemailer')) => M): () => Promise<M> {
  let mailer: Promise<M> | undefined
  return () => {
    mailer ??= import('nodemailer').then(make)
    return mailer
  }
}

/** Sends to a mail server. @param url as the settings have it: `smtp://user:password@host:587` */
export function smtpTransport(url: string, limits: SmtpLimits = usualLimits): Transport {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = protocol === 'smtps:'
  const options = {
    host,
    port: Number(port || (secure ? 465 : 587)),
    secure,
    // A link in a letter is a credential: it does not travel in the clear (RFC 8314), unless somebody says so.
    requireTLS: !secure && !isLoopback(host) && searchParams.get('requireTLS') !== 'false',
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...limits,
    ...closed,
  }
  const mailer = open(({ createTransport }) => createTransport(options))
  return {
    async send(_name, message, signal) {
      try {
        await (await mailer()).sendMail({ ...message, signal })
      } catch (error) {
        throw told(error as NodemailerError)
      }
    },
  }
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** What may be told of a failure: whose answer it was, and its numbers. */
function told({ code, originalCode, command, responseCode, response }: NodemailerError): Error {
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(response ?? '')?.[1]
  const numbers = [responseCode, status].filter((part) => part !== undefined).join(' ')
  const reason =
    numbers === ''
      ? `The mail server did not take the message: ${originalCode ?? code ?? 'unknown'}.`
      : `The mail server answered ${numbers}${command ? ` to ${command}` : ''}.`
  // 5.1.x: there is no such address (RFC 3463, 3.2). All else may be mended, here or there.
  return status?.startsWith('5.1.') && command === 'RCPT TO'
    ? new PermanentFailure(reason)
    : new SendingFailed(reason)
}

/**
 * Writes messages into a folder that only its owner can read, one file each, as a mail server would be sent them.
 * @param written is called with each file's path
 */
export function folderTransport(folder: string, written: (path: string) => void): Transport {
  const options = { streamTransport: true, buffer: true, newline: 'windows', ...closed } as const
  const mailer = open(({ createTransport }) => createTransport(options))
  return {
    async send(name, message) {
      const { message: content } = await (await mailer()).sendMail(message)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${name}.eml`)
      // Written aside: whoever watches the folder sees whole messages alone.
      const unfinished = `${path}.${randomUUID()}`
      writeFileSync(unfinished, content as Buffer, { mode: 0o600 })
      renameSync(unfinished, path)
      written(path)
    },
  }
}
