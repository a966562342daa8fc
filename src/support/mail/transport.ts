import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { NodemailerError, SendMailOptions } from 'nodemailer'
import { PermanentFailure } from '../work/work.ts'

/** Delivers messages. */
export interface Transport {
  /**
   * @param name a name for the message, the same at every attempt
   * @param signal aborts when the time is over
   * @throws {SendingFailed | PermanentFailure}
   */
  send(name: string, message: SendMailOptions, signal: AbortSignal): Promise<void>
}

/**
 * The mail server did not accept a message. The error does not contain the server's text, which may
 * quote addresses.
 */
export class SendingFailed extends Error {
  override name = 'SendingFailed'
}

/** Time limits for a mail server, in milliseconds. Together they fit into one attempt of a job. */
export type SmtpTimeouts = Readonly<Record<keyof typeof defaultTimeouts, number>>

const defaultTimeouts = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  socketCloseTimeout: 1_000,
} as const

/** Prevents the library from reading files or URLs named in a message. */
const noExternalContent = { disableFileAccess: true, disableUrlAccess: true } as const

/**
 * Returns a function that creates the mailer at its first call. The mail library is loaded only
 * then, because many processes send no email.
 */
function lazyMailer<M>(make: (library: typeof import('nodemailer')) => M): () => Promise<M> {
  let mailer: Promise<M> | undefined
  return () => {
    mailer ??= import('nodemailer').then(make)
    return mailer
  }
}

/**
 * Sends messages to a mail server.
 * @param url as in the settings: `smtp://user:password@host:587`
 */
export function smtpTransport(url: string, timeouts: SmtpTimeouts = defaultTimeouts): Transport {
  const mailer = smtpMailer(url, timeouts)
  return {
    async send(_name, message, signal) {
      try {
        await (await mailer()).sendMail({ ...message, signal })
      } catch (error) {
        throw failureOf(error as NodemailerError)
      }
    },
  }
}

/** Time limits for a test, in milliseconds: somebody waits for it. */
const testTimeouts: SmtpTimeouts = {
  dnsTimeout: 3_000,
  connectionTimeout: 4_000,
  greetingTimeout: 4_000,
  socketTimeout: 8_000,
  socketCloseTimeout: 1_000,
}

/**
 * Connects to a mail server and authenticates.
 * @param message what to send, if anything
 * @throws {SendingFailed | PermanentFailure}
 */
export async function testSmtp(url: string, message?: SendMailOptions): Promise<void> {
  try {
    const mailer = await smtpMailer(url, testTimeouts)()
    await (message === undefined ? mailer.verify() : mailer.sendMail(message))
  } catch (error) {
    throw failureOf(error as NodemailerError)
  }
}

function smtpMailer(url: string, timeouts: SmtpTimeouts) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = protocol === 'smtps:'
  const options = {
    host,
    port: Number(port || (secure ? 465 : 587)),
    secure,
    // A link in an email is a credential, so TLS is required (RFC 8314) unless the settings disable
    // it.
    requireTLS: !secure && !isLoopback(host) && searchParams.get('requireTLS') !== 'false',
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...timeouts,
    ...noExternalContent,
  }
  return lazyMailer(({ createTransport }) => createTransport(options))
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** Returns an error that names the cause and the status codes, without text from the server. */
function failureOf({
  code,
  originalCode,
  command,
  responseCode,
  response,
}: NodemailerError): Error {
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(response ?? '')?.[1]
  const numbers = [responseCode, status].filter((part) => part !== undefined).join(' ')
  const reason =
    numbers === ''
      ? `The mail server did not accept the message: ${originalCode ?? code ?? 'unknown'}.`
      : `The mail server answered ${numbers}${command ? ` to ${command}` : ''}.`
  // 5.1.x means that the address does not exist (RFC 3463, 3.2). All other errors may be temporary.
  return status?.startsWith('5.1.') && command === 'RCPT TO'
    ? new PermanentFailure(reason)
    : new SendingFailed(reason)
}

/**
 * Writes each message to a file in a folder that only its owner can read, as a mail server would
 * receive it.
 * @param onWrite called with the path of each file
 */
export function folderTransport(folder: string, onWrite: (path: string) => void): Transport {
  const options = {
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...noExternalContent,
  } as const
  const mailer = lazyMailer(({ createTransport }) => createTransport(options))
  return {
    async send(name, message) {
      const { message: content } = await (await mailer()).sendMail(message)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${name}.eml`)
      // Write to a temporary file first, so that programs that watch the folder see only complete
      // messages.
      const temporary = `${path}.${randomUUID()}`
      writeFileSync(temporary, content as Buffer, { mode: 0o600 })
      renameSync(temporary, path)
      onWrite(path)
    },
  }
}
