import type { Faults } from '../../platform/errors/refusals.ts'
import type { Message } from '../../platform/i18n/catalogue.ts'
import { addFault } from '../../platform/text/draft.ts'
import { isBlank } from '../../platform/text/text.ts'
import {
  type AddressData,
  addressData,
  type CountryCode,
  countryCodes,
  defaultData,
} from './address-data.ts'
import type { LabelKind } from './labels.ts'
import { codeOfName } from './names.ts'
import {
  isPostalCode,
  type PostalCodeRule,
  postalCodeMessage,
  postalCodeRule,
} from './postal-code.ts'

export { type CountryCode, countryCodes } from './address-data.ts'

/** The properties that the address rules of a country can mention. */
export type AddressProperty =
  | 'full_name'
  | 'address_1'
  | 'address_2'
  | 'address_3'
  | 'city'
  | 'state_province'
  | 'postal_code'
  | 'country_code'

/** One field of a form. */
export interface AddressField {
  readonly property: AddressProperty
  readonly required: boolean
  /** The kind of label in this country. `labelOf` translates it. */
  readonly label: LabelKind
}

/** A property on a printed line. */
export interface LinePart {
  readonly property: AddressProperty
  /** What stands between it and the property before it on the line. */
  readonly separator: string
}

export type Lines = readonly (readonly LinePart[])[]

/** A state or province. Forms suggest it, but other values are accepted. */
export interface State {
  /** The name as written in an address. */
  readonly key: string
  readonly name: string
  readonly latinName?: string
  /** The second part of its ISO 3166-2 code. */
  readonly code?: string
}

/** The address rules of a country. */
export interface AddressRules {
  readonly code: CountryCode
  /** The fields, in the order of the lines. */
  readonly fields: readonly AddressField[]
  /** Properties of which one is enough. Often empty. */
  readonly either: readonly AddressProperty[]
  /** The properties that the format has no place for. An address may have them all the same. */
  readonly unnamed: readonly AddressField[]
  /** The printed lines. */
  readonly lines: Lines
  /** The lines in Latin script, if they are different. */
  readonly latinLines?: Lines
  /** Null if the country has no postal codes, or if their format is unknown. */
  readonly postalCode: PostalCodeRule | null
  readonly states: readonly State[]
}

/** The input of `checkAddress`. An omitted property counts as null. */
export type AddressText = { readonly [P in AddressProperty]?: string | null }

const known: ReadonlySet<string> = new Set(countryCodes)

/** Whether this is a country's code: of ISO 3166-1 alpha-2, or XK. It must be in upper case. */
export const isCountryCode = (code: string): code is CountryCode => known.has(code)

/**
 * Converts ASCII letters to upper case. Other letters are not converted, because "ß" would become
 * "SS", South Sudan.
 */
export const upperCase = (code: string): string =>
  code.replace(/[a-z]/g, (letter) => letter.toUpperCase())

const cache = new Map<CountryCode, AddressRules>()

/** Returns the address rules of a country. They are built once. */
export function addressRules(code: CountryCode): AddressRules {
  let rules = cache.get(code)
  if (rules === undefined) {
    rules = readRules(code, addressData(code))
    cache.set(code, rules)
  }
  return rules
}

/**
 * Returns the faults of an address by the rules of its country, by property. A required state must
 * be present, but may have any value. A postal code must also match the country's format, if that
 * is known. If the country is missing or unknown, the default rules apply.
 */
export function checkAddress(address: AddressText): Faults {
  const faults = new Map<string, Message[]>()
  const country = address.country_code ?? ''
  const rules = isCountryCode(country) ? addressRules(country) : undefined
  const isMissing = (property: AddressProperty) => isBlank(address[property] ?? '')
  for (const { property, required } of rules?.fields ?? defaultFields) {
    if (required && isMissing(property))
      addFault(faults, property, requiredMessage(property, rules))
  }
  const [usual, ...others] = rules?.either ?? []
  if (usual !== undefined && [usual, ...others].every(isMissing))
    addFault(faults, usual, requiredMessage(usual, rules))
  if (country !== '' && rules === undefined) {
    const code = codeOfName(country)
    const message: Message = code
      ? ['address.country_code.meant', { code }]
      : ['address.country_code.unknown']
    addFault(faults, 'country_code', message)
  }
  const { postal_code } = address
  if (postal_code && rules?.postalCode && !isPostalCode(postal_code, rules.postalCode)) {
    addFault(faults, 'postal_code', postalCodeMessage(rules.code, rules.postalCode))
  }
  return faults
}

function requiredMessage(property: AddressProperty, rules: AddressRules | undefined): Message {
  if (property === 'state_province') {
    const [state] = rules?.states ?? []
    if (state === undefined) return ['address.state_province.required']
    return ['address.state_province.required_like', { example: state.latinName ?? state.name }]
  }
  if (property === 'postal_code' && rules?.postalCode) {
    return ['address.postal_code.required', { example: rules.postalCode.examples[0] }]
  }
  return ['rule.required']
}

function readRules(code: CountryCode, data: AddressData): AddressRules {
  const { fmt, lfmt } = data
  const fields = fieldsOf(data)
  const named = new Set(fields.map(({ property }) => property))
  return {
    code,
    fields,
    unnamed: widening
      .filter((property) => !named.has(property))
      .map((property) => ({ property, required: false, label: labelKind(property, data) })),
    either: propertiesOf(data.either ?? ''),
    lines: linesOf(fmt),
    ...(lfmt !== undefined && { latinLines: linesOf(lfmt) }),
    postalCode: fmt.includes('Z') ? postalCodeRule(code, data) : null,
    states: statesOf(data),
  }
}

const propertyOf: Readonly<Record<string, AddressProperty>> = {
  N: 'full_name',
  A: 'address_1',
  C: 'city',
  S: 'state_province',
  Z: 'postal_code',
}

const propertiesOf = (letters: string): AddressProperty[] =>
  [...letters].flatMap((letter) => propertyOf[letter] ?? [])

/** The properties that a format may have no place for, from the narrowest place to the widest. */
export const widening = ['city', 'state_province', 'postal_code'] as const

/**
 * Returns the parts of each line. The country is the last line, as in mail from abroad (UPU S42).
 * `address_2` and `address_3` follow `address_1`.
 */
export function linesOf(fmt: string): Lines {
  const lines = fmt.split('~').flatMap((text) => {
    // Separators and letters alternate.
    const pieces = text.split(/([A-Z])/)
    const line = pieces.flatMap((letter, at) => {
      const property = propertyOf[letter]
      return property === undefined ? [] : [{ property, separator: pieces[at - 1] ?? '' }]
    })
    const hasStreet = line.some(({ property }) => property === 'address_1')
    return hasStreet ? [line, lineOf('address_2'), lineOf('address_3')] : [line]
  })
  return [...lines, lineOf('country_code')]
}

const lineOf = (property: AddressProperty): readonly LinePart[] => [{ property, separator: '' }]

function fieldsOf(data: AddressData): AddressField[] {
  const always: AddressProperty[] = ['full_name', 'address_1', 'country_code']
  const required = new Set([...always, ...propertiesOf(data.require)])
  return linesOf(data.fmt)
    .flat()
    .map(({ property }) => ({
      property,
      required: required.has(property),
      label: labelKind(property, data),
    }))
}

const defaultFields = fieldsOf(defaultData)

function labelKind(property: AddressProperty, data: AddressData): LabelKind {
  switch (property) {
    case 'city':
      return data.locality_name_type as LabelKind
    case 'state_province':
      return data.state_name_type as LabelKind
    case 'postal_code':
      return data.zip_name_type as LabelKind
    default:
      return property
  }
}

function statesOf({ sub_keys, sub_names, sub_lnames, sub_isoids }: AddressData): State[] {
  const [names, latinNames, codes] = [sub_names, sub_lnames, sub_isoids].map((list) =>
    list?.split('~'),
  )
  return (sub_keys?.split('~') ?? []).map((key, index) => {
    const latinName = latinNames?.[index]
    const code = codes?.[index]
    return {
      key,
      name: names?.[index] ?? key,
      ...(latinName && { latinName }),
      ...(code && { code }),
    }
  })
}
