import type { PersonalData } from '../../../platform/privacy.ts'
import { Type } from '../../../platform/schema/type.ts'
import { isoTime, timeSchema } from '../../../platform/text/iso-time.ts'
import * as store from './store.ts'

const schema = Type.Array(
  Type.Object({
    session: Type.String(),
    purpose: Type.String(),
    methods: Type.Array(Type.String()),
    complete: Type.Boolean(),
    fields: Type.Record(Type.String(), Type.String(), {
      description: 'The fields of a form that was sent before the proof.',
    }),
    expires_at: timeSchema,
  }),
  { description: 'The confirmations of the password or a passkey in the last minutes.' },
)

/** The fresh proofs of a user. */
export const freshProofData: PersonalData = {
  tables: ['fresh_proofs'],
  section: {
    name: 'fresh_proofs',
    schema,
    async read(db, userId) {
      const rows = await store.list(db, userId)
      return rows.map(({ session_uid, purpose, amr, complete, kept, expires }) => ({
        session: session_uid,
        purpose,
        methods: amr,
        complete,
        fields: kept,
        expires_at: isoTime(expires),
      }))
    },
  },
  erase: (tx, { id }) => store.removeAll(tx, id),
}
