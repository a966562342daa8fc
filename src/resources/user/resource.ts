import { type Links, links, type Representation, version } from '../../platform/http/api/hal.ts'
import {
  linksSchema,
  nullableFlag,
  nullableText,
  resourceSchema,
} from '../../platform/http/api/schema.ts'
import type { View } from '../../platform/http/api/view.ts'
import { Type } from '../../platform/schema/type.ts'
import { draftOf, withReadOnly } from '../../platform/text/draft.ts'
import { fullNameNotes, fullNameSchema } from '../../platform/text/full-name.ts'
import type { User } from './user.ts'

export interface UserResource extends Representation {
  full_name: string | null
  email: string
  primary_phone: string | null
  email_optin: boolean
  _links: Links
}

/** The user in the interface (2.6). */
export function userResource(user: User, view: View): UserResource {
  const { baseUrl, siblings } = view
  const self = `${baseUrl}/user`
  return {
    [version]: user.version,
    full_name: user.full_name,
    email: user.email,
    primary_phone: user.primary_phone,
    email_optin: user.email_optin,
    _links: links(view.language, {
      self,
      'user:addresses': `${baseUrl}/addresses`,
      'user:paymentmethods': `${baseUrl}/paymentmethods`,
      'user:purchases': siblings.purchases,
      'user:sales': siblings.sales,
      'user:salesaggregates': siblings.salesAggregates,
      'user:sellerlistings': siblings.sellerListings,
      'user:update': view.mayWrite ? self : undefined,
      'user:webhooks': `${baseUrl}/webhooks`,
    }),
  }
}

const optin = { description: 'True if the user has subscribed to the email newsletter' }

export const UserBody = withReadOnly(
  {
    email: 'rule.account_pages',
    primary_phone: 'rule.account_pages',
    password: 'rule.account_pages',
  },
  draftOf('UserBody', {
    full_name: fullNameSchema,
    email_optin: nullableFlag(optin),
  }),
)

const UserSchema = resourceSchema('User', {
  full_name: nullableText(fullNameNotes),
  email: nullableText({ description: 'Email address of the user', examples: ['ada@example.com'] }),
  primary_phone: nullableText({ description: 'Primary phone number', examples: ['+442079460000'] }),
  email_optin: Type.Boolean(optin),
  _links: linksSchema(
    'self',
    'user:addresses',
    'user:paymentmethods',
    'user:purchases',
    'user:sales',
    'user:salesaggregates',
    'user:sellerlistings',
    'user:update',
    'user:webhooks',
  ),
})

/** The schemas that other schemas refer to by `$id`. */
export const userSchemas = [UserSchema]
