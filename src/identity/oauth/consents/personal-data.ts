import type { PersonalData } from '../../../platform/privacy.ts'
import { Type } from '../../../platform/schema/type.ts'
import { isoTime, timeSchema } from '../../../platform/text/iso-time.ts'
import { removeConsentsOfUser } from '../../access/access.ts'
import * as store from './store.ts'

const schema = Type.Array(
  Type.Object({
    client_id: Type.String(),
    name: Type.String(),
    scopes: Type.Array(Type.String()),
    consented_at: timeSchema,
    last_used_at: Type.Union([timeSchema, Type.Null()]),
  }),
  { description: 'The applications that the user has given consent to.' },
)

/** The consents of a user. */
export const consentData: PersonalData = {
  tables: ['consents'],
  section: {
    name: 'connected_applications',
    schema,
    async read(db, userId) {
      const rows = await store.listAll(db, userId)
      return rows.map(({ given_at, used_at, ...row }) => ({
        ...row,
        consented_at: isoTime(given_at),
        last_used_at: used_at === null ? null : isoTime(used_at),
      }))
    },
  },
  async erase(tx, { id }) {
    await removeConsentsOfUser(tx, id)
  },
}
