import type { Feature } from '../../platform/feature.ts'
import type { PersonalData } from '../../platform/privacy.ts'
import { Type } from '../../platform/schema/type.ts'
import type { SecretKey } from '../../platform/secrets/keys.ts'
import { obfuscatedEmail } from '../../platform/text/obfuscate.ts'
import { listJobsOfUser, removeJobsOfUser, sealedJobs } from '../work/work.ts'
import { emailQueue } from './mailer.ts'

const schema = Type.Array(
  Type.Object({
    kind: Type.String({ description: 'The kind of email, such as `password_changed`.' }),
    to: Type.String(),
    language: Type.String(),
    queued_at: Type.String({ format: 'date-time' }),
  }),
  { description: 'Emails that are waiting to be sent. Their links are secret.' },
)

/** The queued emails of users. */
export const mailFeature = ({ secretKey }: { readonly secretKey: SecretKey }): Feature => ({
  sealedColumns: [sealedJobs],
  personalData: [queuedEmails(secretKey)],
})

const queuedEmails = (secretKey: SecretKey): PersonalData => ({
  tables: ['jobs'],
  section: {
    name: 'queued_emails',
    schema,
    async read(db, userId) {
      const jobs = await listJobsOfUser(db, emailQueue(secretKey), userId)
      return jobs.map(({ content: { kind, to, language }, addedAt }) => ({
        kind,
        // The address of a payment method is partly hidden, as everywhere.
        to: kind === 'confirm_payout' ? obfuscatedEmail(to) : to,
        language,
        queued_at: addedAt,
      }))
    },
  },
  erase: (tx, { id }) => removeJobsOfUser(tx, id),
})
