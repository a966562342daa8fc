import type { Queryable } from '../../platform/database/db.ts'
import type { Form } from '../../platform/http/pages/forms.ts'
import { compileDraft } from '../../platform/text/compile-draft.ts'
import type { Draft } from '../../platform/text/draft.ts'
import {
  type Address,
  type AddressInput,
  findAddresses,
} from '../../resources/addresses/addresses.ts'
import { AddressBody } from '../../resources/addresses/body.ts'
import {
  type AddressProperty,
  addressRules,
  isCountryCode,
  upperCase,
} from '../../resources/countries/rules.ts'

/** What the fields of an address form contain, by the name of the property. */
export type AddressValues = Readonly<Partial<Record<AddressProperty, string>>>

/** The properties of an address, in the order of a form without a country. */
export const addressProperties = [
  'country_code',
  'full_name',
  'address_1',
  'address_2',
  'address_3',
  'city',
  'state_province',
  'postal_code',
] as const satisfies readonly AddressProperty[]

export const valuesOfForm = (form: Form): AddressValues =>
  Object.fromEntries(addressProperties.map((name) => [name, form.get(name) ?? '']))

export const valuesOfAddress = (address: Address): AddressValues =>
  Object.fromEntries(addressProperties.map((name) => [name, address[name] ?? '']))

/** The fields that the country of a form asks for, in its order. Empty without a country. */
export function fieldsOf(values: AddressValues) {
  const code = upperCase(values.country_code ?? '')
  return isCountryCode(code) ? addressRules(code).fields : []
}

const readBody = compileDraft(AddressBody) as (body: {
  value: object
  repeated: readonly string[]
}) => Draft<AddressInput>

/**
 * Reads a form as the interface reads a body. Properties that the country does not ask for become
 * null: the form keeps them only in case the user chooses another country.
 */
export function readAddress(form: Form): Draft<AddressInput> {
  const values = valuesOfForm(form)
  const asked = new Set<AddressProperty>(['country_code'])
  for (const { property } of fieldsOf(values)) asked.add(property)
  const value = Object.fromEntries(
    addressProperties.map((name) => {
      const text = asked.has(name) ? (values[name] ?? '').trim() : ''
      return [name, text === '' ? null : text]
    }),
  )
  const isDefault = form.get('default') === 'true'
  return readBody({ value: { ...value, ...(isDefault && { default: true }) }, repeated: [] })
}

/** The values of a new form: the name of the user, and the country of the default address. */
export async function valuesForNew(
  db: Queryable,
  userId: number,
  name: string,
): Promise<AddressValues> {
  const addresses = await findAddresses(db, userId)
  const usual = addresses.find((address) => address.default)
  return { full_name: name, ...(usual && { country_code: usual.country_code }) }
}
