import type { PersonalData } from '../../../platform/privacy.ts'
import { Type } from '../../../platform/schema/type.ts'
import { isoTime, timeOrNullSchema, timeSchema } from '../../../platform/text/iso-time.ts'
import * as store from './store.ts'

const schema = Type.Array(
  Type.Object({
    issuer: Type.String({ examples: ['https://accounts.google.com'] }),
    email: Type.String({ description: 'The email address there, when it was linked.' }),
    linked_at: timeSchema,
    used_at: timeOrNullSchema,
  }),
  { description: 'The accounts at other providers that the user can sign in with.' },
)

/** The linked identities of a user. */
export const identityData: PersonalData = {
  tables: ['linked_identities'],
  section: {
    name: 'linked_identities',
    schema,
    async read(db, userId) {
      const rows = await store.list(db, userId)
      return rows.map(({ issuer, email, linked, used }) => ({
        issuer,
        email,
        linked_at: isoTime(linked),
        used_at: used === null ? null : isoTime(used),
      }))
    },
  },
  erase: (tx, { id }) => store.removeAll(tx, id),
}
