import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/db.ts'
import { type Job, type Log, PermanentFailure, startWorker, type Worker } from '../jobs/worker.ts'
import type { Email } from './email.ts'
import { emailQueue } from './mailer.ts'
import { hoursOf, messageOf } from './message.ts'
import { folderTransport, smtpTransport, type Transport } from './transport.ts'

/** How emails are sent. */
export interface MailSettings {
  /** The mail server. Without one, as in development, each email becomes a file in `dataDir`. */
  readonly smtpUrl: string | undefined
  /** The sender's address. */
  readonly from: string
}

interface MailWorkerSettings {
  readonly mail: MailSettings
  readonly dataDir: string
  readonly serviceName: string
  readonly authUrl: string
}

export interface MailWorkerDeps {
  readonly db: Database
  readonly secretKey: string
  readonly settings: MailWorkerSettings
  readonly log: Log & { info(details: object, message: string): void }
  readonly clock: Clock
}

/** Sends the letters that are posted, on this instance or another. */
export function startMailWorker({ db, secretKey, settings, log, clock }: MailWorkerDeps): Worker {
  const transport = openTransport(settings, log)
  return startWorker({
    db,
    queue: emailQueue(secretKey),
    log,
    perform: async (job, signal) => {
      refuseUnfit(job, clock.now())
      await transport.send(fileNameOf(job), writtenOut(job, settings), signal)
    },
  })
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

/** @throws {PermanentFailure} where nobody would have anything of the letter */
function refuseUnfit({ work: letter, added }: Job<Email>, now: number): void {
  const hours = hoursOf(letter)
  if (hours !== undefined && now > added + hours * 3_600_000)
    throw new PermanentFailure('The link in the email is no longer valid.')
  // They would be changed on the way, and the letter would go to another address.
  if (/[<>\p{Cc}]/u.test(letter.to))
    throw new PermanentFailure('The email address cannot receive email.')
}

/** The whole message. All that tells one from another comes from the job, so that a copy is recognised. */
function writtenOut(
  { id, work, added }: Job<Email>,
  settings: MailWorkerSettings,
): SendMailOptions {
  const { serviceName, authUrl, mail } = settings
  return {
    from: { name: serviceName, address: mail.from },
    // As an object it is one address, however it reads; as text, `ada,eve@example.com` would be two.
    to: { name: '', address: work.to },
    ...messageOf(work, { serviceName, authUrl, at: added }),
    messageId: `<${id}@${mail.from.slice(mail.from.lastIndexOf('@') + 1)}>`,
    date: new Date(added),
    headers: {
      // No answering machine answers (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      'Content-Language': work.language,
    },
    xMailer: false,
  }
}

/** Such as `20260131T120000Z-reset_password-1f0c3a5e`: in order, and without the address. */
const fileNameOf = ({ id, work, added }: Job<Email>): string =>
  `${new Date(added).toISOString().replace(/[-:]|\.\d+/g, '')}-${work.kind}-${id.slice(0, 8)}`
