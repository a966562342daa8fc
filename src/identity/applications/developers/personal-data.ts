import type { PersonalData } from '../../../platform/privacy.ts'
import { Type } from '../../../platform/schema/type.ts'
import { timeSchema } from '../../../platform/text/iso-time.ts'
import { deleteAllOf, listOwnApplications, reduceAllOf } from './own-applications.ts'

const schema = Type.Array(
  Type.Object({
    client_id: Type.String(),
    name: Type.String(),
    kind: Type.String({ enum: ['web', 'native', 'spa'] }),
    redirect_uris: Type.Array(Type.String()),
    scopes: Type.Array(Type.String()),
    registered_at: timeSchema,
  }),
  { description: 'The applications that the user has registered.' },
)

/** The applications that a user has registered. The erasure of the user deletes them. */
export const developerData: PersonalData = {
  tables: ['application_owners'],
  section: {
    name: 'registered_applications',
    schema,
    async read(db, userId) {
      const applications = await listOwnApplications(db, userId)
      return applications.map(({ clientId, name, kind, redirectUris, scopes, createdAt }) => ({
        client_id: clientId,
        name,
        kind,
        redirect_uris: redirectUris,
        scopes,
        registered_at: createdAt.toISOString(),
      }))
    },
  },
  erase: (tx, { id }) => deleteAllOf(tx, id),
  reduce: reduceAllOf,
}
