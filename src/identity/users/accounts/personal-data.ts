import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { PersonalData } from '../../../platform/privacy.ts'
import { Type } from '../../../platform/schema/type.ts'
import { timeOrNullSchema, timeSchema } from '../../../platform/text/iso-time.ts'
import * as store from './store.ts'

const schema = Type.Object({
  id: Type.Integer(),
  external_id: Type.Union([Type.String(), Type.Null()], {
    description: 'The id of the user in the system from which the account was imported.',
  }),
  email: Type.String(),
  language: Type.String({ description: 'The language of emails.' }),
  has_password: Type.Boolean(),
  created_at: timeSchema,
  email_confirmed_at: timeOrNullSchema,
  recovered_at: timeOrNullSchema,
  disabled_at: timeOrNullSchema,
  erasure_requested_at: timeOrNullSchema,
  erases_at: timeOrNullSchema,
})

/** The account of a user. Everything else of the user is erased before it. */
export const accountData: PersonalData = {
  tables: ['users', 'user_emails', 'user_external_ids'],
  section: {
    name: 'account',
    schema,
    async read(db, userId) {
      const row = await store.findAccountRow(db, userId)
      if (row === undefined) throw new Refused(refusals.not_found)
      return row
    },
  },
  erase: (tx, { id }) => store.remove(tx, id),
}
