import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type { Brand } from '../../platform/http/pages/brand/brand.ts'
import type { Job, Retry, Worker } from '../../platform/process/work.ts'
import type { SecretKey } from '../../platform/secrets/keys.ts'
import type { Log } from '../work/engine.ts'
import { PermanentFailure } from '../work/work.ts'
import type { Email } from './email.ts'
import { emailQueue } from './mailer.ts'
import { linkHoursOf, messageOf } from './message.ts'
import { folderTransport, smtpTransport, type Transport } from './transport.ts'

/** How emails are sent. */
export interface MailSettings {
  /**
   * The URL of the mail server. If undefined, as in development, each email becomes a file in
   * `dataDir`.
   */
  readonly smtpUrl: string | undefined
  /** The sender's address. */
  readonly from: string
  /** The sender's name. The default is the name of the service. */
  readonly fromName?: string | undefined
}

interface MailWorkerSettings {
  readonly mail: MailSettings
  readonly dataDir: string
  readonly serviceName: string
  readonly authUrl: string
  readonly brand?: Brand
}

export interface MailWorkerDeps {
  readonly secretKey: SecretKey
  readonly settings: MailWorkerSettings
  readonly log: Log & { info(details: object, message: string): void }
  /** Finds the time zone that a user chose (IANA). Undefined if they chose none, or are gone. */
  readonly findTimeZone: (userId: number) => Promise<string | undefined>
}

/** The failed attempts at an email take about twenty hours. */
export const mailRetry: Retry = {
  firstSeconds: 15,
  factor: 3,
  maxSeconds: 8 * 60 * 60,
  maxAttempts: 10,
}

/** An email in the queue. */
interface QueuedEmail extends Pick<Job, 'id' | 'addedAt' | 'ageMs'> {
  readonly email: Email
  readonly timeZone: string | undefined
}

/** Makes the worker that sends queued emails. They may have been queued by another instance. */
export function mailWorker({ secretKey, settings, log, findTimeZone }: MailWorkerDeps): Worker {
  const transport = openTransport(settings, log)
  const queue = emailQueue(secretKey)
  return {
    queue: queue.name,
    atOnce: 4,
    retriesAtOnce: 3,
    hostShare: 1,
    retry: mailRetry,
    timeoutMs: 60_000,
    async perform(job, { signal }) {
      const timeZone = job.userId === null ? undefined : await findTimeZone(job.userId)
      const queued = { ...job, email: queue.read(job), timeZone }
      checkSendable(queued)
      await transport.send(fileNameOf(queued), mailOptionsOf(queued, settings), signal)
      return undefined
    },
  }
}

const openTransport = (
  { mail: { smtpUrl }, dataDir }: MailWorkerSettings,
  log: MailWorkerDeps['log'],
): Transport =>
  smtpUrl === undefined
    ? folderTransport(join(dataDir, 'mail'), (path) =>
        log.info({ path }, 'an email was written to a file'),
      )
    : smtpTransport(smtpUrl)

/** @throws {PermanentFailure} if the email would be useless or go to a wrong address */
function checkSendable({ email, ageMs }: QueuedEmail): void {
  const hours = linkHoursOf(email)
  if (hours !== undefined && ageMs > hours * 3_600_000)
    throw new PermanentFailure('The link in the email is no longer valid.')
  // Mail software changes these characters, so the email would go to another address.
  if (/[<>\p{Cc}]/u.test(email.to))
    throw new PermanentFailure('The email address cannot receive email.')
}

/**
 * The complete message. Everything unique in it comes from the job, so that receivers recognise a
 * second copy.
 */
function mailOptionsOf(
  { id, email, addedAt, timeZone }: QueuedEmail,
  settings: MailWorkerSettings,
): SendMailOptions {
  const { serviceName, authUrl, mail, brand } = settings
  return {
    from: { name: mail.fromName ?? serviceName, address: mail.from },
    // An object is always one address. As text, `ada,eve@example.com` would be two.
    to: { name: '', address: email.to },
    ...messageOf(email, { serviceName, authUrl, brand, at: addedAt, timeZone }),
    messageId: `<${id}@${mail.from.slice(mail.from.lastIndexOf('@') + 1)}>`,
    date: new Date(addedAt),
    headers: {
      // Prevents automatic replies (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      'Content-Language': email.language,
    },
    xMailer: false,
  }
}

/**
 * Returns a name such as `20260131T120000Z-reset_password-1f0c3a5e`. Names sort by time, and do not
 * contain the address.
 */
const fileNameOf = ({ id, email, addedAt }: QueuedEmail): string =>
  `${new Date(addedAt).toISOString().replace(/[-:]|\.\d+/g, '')}-${email.kind}-${id.slice(0, 8)}`
