import type { PersonalData } from '../../platform/privacy.ts'
import { Type } from '../../platform/schema/type.ts'
import { timeSchema } from '../../platform/text/iso-time.ts'
import { operatorDetails } from './actor.ts'
import { listRecords } from './audit.ts'

/** The most records that an export shows. */
const maxRecords = 1_000

const schema = Type.Array(
  Type.Object({
    record: Type.Integer(),
    at: timeSchema,
    action: Type.String({ examples: ['sign_in.succeeded'] }),
    actor: Type.String({ enum: ['user', 'application', 'visitor', 'operator', 'service'] }),
    details: Type.Record(Type.String(), Type.Unknown()),
  }),
  { description: `The last ${maxRecords} records of the audit trail, newest first.` },
)

/**
 * The activity of a user. The trail is never changed, so its records outlive the user. They contain
 * only numbers and kinds. The export does not name operators.
 */
export const auditSection: NonNullable<PersonalData['section']> = {
  name: 'activity',
  schema,
  async read(db, userId) {
    const records = await listRecords(db, userId, maxRecords)
    return records.map(({ seq, at, action, actor, details }) => ({
      record: Number(seq),
      at,
      action,
      actor,
      details: Object.fromEntries(
        Object.entries(JSON.parse(details) as object).filter(
          ([name]) => !operatorDetails.includes(name),
        ),
      ),
    }))
  },
}
