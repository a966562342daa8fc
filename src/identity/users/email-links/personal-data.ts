import type { PersonalData } from '../../../platform/privacy.ts'
import { Type } from '../../../platform/schema/type.ts'
import { isoTime, timeSchema } from '../../../platform/text/iso-time.ts'
import { obfuscatedEmail } from '../../../platform/text/obfuscate.ts'
import type { CredentialDeps } from '../credentials/credentials.ts'
import { addressHashes, type LinkKind, openContent } from './links.ts'
import * as store from './store.ts'

const schema = Type.Array(
  Type.Object({
    kind: Type.String({ examples: ['reset_password'] }),
    email: Type.String({ description: 'The address that the link was sent to.' }),
    state: Type.String({ enum: ['open', 'used', 'replaced'] }),
    expires_at: timeSchema,
  }),
  { description: 'Links in emails that were sent to the user. Their tokens are secret.' },
)

/** The address of a payment method is partly hidden, as everywhere. */
const emailOf = (kind: LinkKind, email: string): string =>
  kind === 'payout_proof' ? obfuscatedEmail(email) : email

/** The links in emails to a user, and sign-ups with the user's address. */
export const linkData = ({ linkKey }: Pick<CredentialDeps, 'linkKey'>): PersonalData => ({
  tables: ['links'],
  section: {
    name: 'links',
    schema,
    async read(db, userId) {
      const rows = await store.listOfUser(db, userId)
      return rows.map((row) => ({
        kind: row.kind,
        email: emailOf(row.kind, openContent(linkKey, row).email),
        state: row.ended ?? 'open',
        expires_at: isoTime(row.expires_at),
      }))
    },
  },
  erase: (tx, { id, email }) =>
    store.removeOfUser(tx, id, email === undefined ? [] : addressHashes(linkKey, email)),
})
