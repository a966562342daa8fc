import type { PersonalData } from '../../../platform/privacy.ts'
import { Type } from '../../../platform/schema/type.ts'
import { isoTime, timeSchema } from '../../../platform/text/iso-time.ts'
import { listRoles } from './roles.ts'
import * as store from './store.ts'

const schema = Type.Array(
  Type.Object({
    role: Type.String({ enum: ['operator', 'developer'] }),
    granted_at: timeSchema,
  }),
  { description: 'What the user may do beyond the own account.' },
)

/** The roles of a user. The export does not name who granted them. */
export const roleData: PersonalData = {
  tables: ['user_roles'],
  section: {
    name: 'roles',
    schema,
    async read(db, userId) {
      const granted = await listRoles(db, userId)
      return granted.map(({ role, grantedAt }) => ({ role, granted_at: isoTime(grantedAt) }))
    },
  },
  erase: (tx, { id }) => store.removeAll(tx, id),
}
