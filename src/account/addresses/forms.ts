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
  type AddressField,
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

/** The prefix of hidden fields, which keep what was typed in case the country changes again. */
export const keptPrefix = 'kept_'

/** All values of a form, shown or kept. */
export const valuesOfForm = (form: Form): AddressValues =>
  Object.fromEntries(
    addressProperties.map((name) => [name, form.get(name) ?? form.get(keptPrefix + name) ?? '']),
  )

export const valuesOfAddress = (address: Address): AddressValues =>
  Object.fromEntries(addressProperties.map((name) => [name, address[name] ?? '']))

/** The properties that a form shows a field for. Empty without a country. */
export const shownIn = (form: Form): readonly AddressProperty[] =>
  addressProperties.filter((name) => form.has(name))

/**
 * The fields that the country of a form asks for, in its order, and a field for each of the `other`
 * properties that has a value. Empty without a country.
 */
export function fieldsOf(
  values: AddressValues,
  other: readonly AddressProperty[],
): readonly AddressField[] {
  const code = upperCase(values.country_code ?? '')
  if (!isCountryCode(code)) return []
  const { fields, unnamed } = addressRules(code)
  const more = unnamed.filter(({ property }) => other.includes(property) && values[property])
  return [...fields, ...more]
}

const readBody = compileDraft(AddressBody) as (body: {
  value: object
  repeated: readonly string[]
}) => Draft<AddressInput>

/** Reads a form as the interface reads a body. Properties without a field become null. */
export function readAddress(form: Form): Draft<AddressInput> {
  const value = Object.fromEntries(
    addressProperties.map((name) => [name, (form.get(name) ?? '').trim() || null]),
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
