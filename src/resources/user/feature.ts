import type { Feature } from '../../platform/feature.ts'
import { ref } from '../../platform/http/api/schema.ts'
import { Type } from '../../platform/schema/type.ts'
import { findOwnProfile } from './own-profile.ts'
import { userResource, userSchemas } from './resource.ts'
import { type UserDeps, userRoutes } from './routes.ts'
import { findUser } from './user.ts'

const exampleUser = {
  id: 3,
  version: 2,
  full_name: 'Ada Lovelace',
  email: 'ada@example.com',
  primary_phone: '+442079460000',
  email_optin: false,
}

/** The profile of the signed-in user. */
export const userFeature = (deps: UserDeps): Feature => ({
  schemas: userSchemas,
  examples: async (view) => ({
    User: userResource(exampleUser, view),
    UserBody: { full_name: 'Ada Lovelace', email_optin: true },
  }),
  userRoutes: userRoutes(deps),
  // The row belongs to the account, which erases it.
  personalData: [
    {
      tables: [],
      section: {
        name: 'profile',
        schema: ref('User'),
        read: async (db, userId, view) => userResource(await findUser(db, userId), view),
      },
      erase: async () => {},
    },
    {
      tables: [],
      section: {
        name: 'settings',
        schema: Type.Object({
          language: Type.String(),
          time_zone: Type.Union([Type.String(), Type.Null()]),
        }),
        read: async (db, userId) => {
          const { language, time_zone } = await findOwnProfile(db, userId)
          return { language, time_zone }
        },
      },
      erase: async () => {},
    },
  ],
})
