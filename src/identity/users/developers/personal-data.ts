import type { PersonalData } from '../../../platform/privacy.ts'
import { Type } from '../../../platform/schema/type.ts'
import { timeSchema } from '../../../platform/text/iso-time.ts'
import { logoPath } from '../../applications/face.ts'
import { deleteAllOf, listOwnApplications, reduceAllOf } from './own-applications.ts'

const schema = Type.Array(
  Type.Object({
    client_id: Type.String(),
    name: Type.String(),
    kind: Type.String({ enum: ['web', 'native', 'spa'] }),
    redirect_uris: Type.Array(Type.String()),
    post_logout_redirect_uris: Type.Array(Type.String()),
    terms_url: Type.Union([Type.String(), Type.Null()]),
    privacy_url: Type.Union([Type.String(), Type.Null()]),
    logo: Type.Union([Type.String(), Type.Null()], {
      description: 'The path of the logo below the issuer.',
    }),
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
      return applications.map((application) => ({
        client_id: application.clientId,
        name: application.name,
        kind: application.kind,
        redirect_uris: application.redirectUris,
        post_logout_redirect_uris: application.postLogoutRedirectUris,
        terms_url: application.termsUrl,
        privacy_url: application.privacyUrl,
        logo: application.logo && logoPath(application.logo),
        scopes: application.scopes,
        registered_at: application.createdAt.toISOString(),
      }))
    },
  },
  erase: (tx, { id }) => deleteAllOf(tx, id),
  reduce: reduceAllOf,
}
