import type { TSchema } from 'typebox'
import { nullableFlag, nullableText } from '../../../platform/http/api/schema.ts'
import { propertiesOf, Type } from '../../../platform/schema/type.ts'
import { draftOf, type InputOf, randomValue, readBy } from '../../../platform/text/draft.ts'
import { readEmail } from '../../../platform/text/email.ts'
import { AddressBody } from '../../../resources/addresses/body.ts'
import { ownProfileProperties } from '../../../resources/user/own-profile.ts'
import { CardLine, PayPalLine } from './method-lines.ts'

/** In code points. */
export const maxExternalIdLength = 255

const listOf = (description: string, items: object) =>
  Type.Unsafe<unknown[] | null>({ type: ['array', 'null'], description, items })

/** What the lists contain: each item is checked on its own, so that a fault names its place. */
const unchecked = {}

const properties = (addresses: object, methods: object) => ({
  external_id: nullableText({
    minLength: 1,
    maxLength: maxExternalIdLength,
    description:
      'The id of the user in the other system. A user with this id is imported once. Required.',
    examples: ['4711'],
  }),
  email: readBy(
    readEmail,
    nullableText({
      maxLength: 254,
      description: 'The email address with which the user signs in. Required.',
      examples: ['ada@example.com'],
    }),
  ),
  email_confirmed: nullableFlag({
    description: '`true` if the other system knows that the address belongs to the user.',
  }),
  ...ownProfileProperties,
  language: nullableText({
    maxLength: 64,
    description:
      'The language of emails and pages: a tag such as `en`, `pt-BR` or `de_CH`. If Foyer does not ' +
      'have it, English.',
    examples: ['pt-BR'],
  }),
  created_at: nullableText({
    maxLength: 40,
    description: 'When the account was created (RFC 3339). If omitted, the time of the import.',
    examples: ['2019-05-01T12:00:00Z'],
  }),
  password_hash: nullableText({
    maxLength: 512,
    format: randomValue,
    description:
      'The hash of the password: bcrypt, argon2, scrypt, PBKDF2 or HMAC. If omitted, or if it cannot ' +
      'be read, the user has no password, and gets one by "Forgot your password?".',
    examples: ['$2b$12$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  }),
  addresses: listOf('At most 100 addresses.', addresses),
  payment_methods: listOf('At most 50 payment methods.', methods),
  vault_customer: nullableText({
    maxLength: 255,
    description: 'The id of the customer in the card vault to whom the cards belong.',
    examples: ['cus_NffrFeUfNV2Hib'],
  }),
})

export const UserLine = draftOf('UserLine', properties(unchecked, unchecked))

/** What a line says of a user. */
export type UserInput = InputOf<typeof UserLine>

/** The names of the properties of a schema. */
export const namesIn = (schema: TSchema): string[] => Object.keys(propertiesOf(schema))

/** Without these, a line is nobody. All other properties are optional. */
export const requiredNames = ['external_id', 'email'] as const

/** The JSON Schema of a line, for people who write such files. */
export function userLineSchema(): object {
  const plain = (schema: TSchema): object => ({ ...schema, $id: undefined })
  const schema = draftOf(
    'UserLine',
    properties(plain(AddressBody), { anyOf: [plain(CardLine), plain(PayPalLine)] }),
  )
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A line of a file for foyer user import',
    ...plain(schema),
    required: requiredNames,
  }
}
