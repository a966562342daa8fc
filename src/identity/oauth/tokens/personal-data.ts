import type { PersonalData } from '../../../platform/privacy.ts'
import { Type } from '../../../platform/schema/type.ts'
import { isoTime, timeSchema } from '../../../platform/text/iso-time.ts'
import { endAccess } from '../../access/access.ts'
import * as store from './store.ts'

const schema = Type.Array(
  Type.Object({
    client_id: Type.String(),
    kind: Type.String({ examples: ['Grant', 'AccessToken', 'RefreshToken'] }),
    scope: Type.String(),
    count: Type.Integer(),
    last_expires_at: timeSchema,
  }),
  {
    description: 'The grants and tokens that applications have. The tokens themselves are secret.',
  },
)

/** The grants and tokens of a user. */
export const tokenData: PersonalData = {
  tables: ['oauth_grants', 'oauth_tokens'],
  section: {
    name: 'tokens',
    schema,
    async read(db, userId) {
      const rows = await store.summarizeTokens(db, userId)
      return rows.map(({ expires, ...row }) => ({ ...row, last_expires_at: isoTime(expires) }))
    },
  },
  erase: async (tx, { id }) => {
    await endAccess(tx, id, { tokens: 'all' })
  },
}
