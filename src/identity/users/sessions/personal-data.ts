import type { PersonalData } from '../../../platform/privacy.ts'
import { Type } from '../../../platform/schema/type.ts'
import { isoTime, timeSchema } from '../../../platform/text/iso-time.ts'
import { removeSessions } from '../../access/access.ts'
import * as store from './store.ts'

const schema = Type.Array(
  Type.Object({
    id: Type.String(),
    device: Type.String({ examples: ['Firefox · Linux'] }),
    methods: Type.Array(Type.String(), { description: 'How the user signed in (RFC 8176).' }),
    signed_in_at: timeSchema,
    last_used_at: timeSchema,
    expires_at: timeSchema,
    applications: Type.Array(Type.String(), {
      description: 'The `client_id` of each application that the user signed in to.',
    }),
  }),
  { description: 'The browsers in which the user is signed in.' },
)

/** The sessions of a user. */
export const sessionData: PersonalData = {
  tables: ['sessions'],
  section: {
    name: 'sessions',
    schema,
    async read(db, userId) {
      const rows = await store.list(db, userId)
      return rows.map((row) => ({
        id: row.uid,
        device: row.device,
        methods: row.amr,
        signed_in_at: isoTime(row.signed_in_at),
        last_used_at: isoTime(row.used_at),
        expires_at: isoTime(row.expires_at),
        applications: Object.keys(row.payload.authorizations ?? {}),
      }))
    },
  },
  async erase(tx, { id }) {
    await removeSessions(tx, id, '')
  },
}
