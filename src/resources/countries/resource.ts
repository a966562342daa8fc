import { type Links, links, type Representation } from '../../platform/http/api/hal.ts'
import { SharedJson } from '../../platform/http/api/json.ts'
import { type Collection, collection, type Paging, pageOf } from '../../platform/http/api/paging.ts'
import {
  collectionSchema,
  linksSchema,
  nullableText,
  ref,
  resourceSchema,
} from '../../platform/http/api/schema.ts'
import type { View } from '../../platform/http/api/view.ts'
import { Type } from '../../platform/schema/type.ts'
import { labelOf } from './labels.ts'
import { countryName } from './names.ts'
import { type AddressProperty, type AddressRules, countryCodes, type Lines } from './rules.ts'

export interface CountryResource extends Representation {
  code: string
  name: string
  _links: Links
}

const countryPath = (code: string, baseUrl: string): string =>
  `${baseUrl}/countries/${code.toLowerCase()}`

/** The countries of each view. */
const countries = new WeakMap<View, Map<string, SharedJson<CountryResource>>>()

/** A country as it is embedded in an address (2.2). It is the same for everybody. */
export function countryResource(code: string, view: View): SharedJson<CountryResource> {
  let ofView = countries.get(view)
  if (ofView === undefined) {
    ofView = new Map()
    countries.set(view, ofView)
  }
  let country = ofView.get(code)
  if (country === undefined) {
    country = new SharedJson(makeCountry(code, view))
    ofView.set(code, country)
  }
  return country
}

const makeCountry = (code: string, { language, baseUrl, siblings }: View): CountryResource => ({
  code,
  name: countryName(code, language),
  _links: links(language, {
    self: countryPath(code, baseUrl),
    'country:events': siblings.countryEvents.replaceAll('{code}', code.toLowerCase()),
    'country:localwebpage': siblings.countryWebPage.replaceAll('{code}', code.toLowerCase()),
  }),
})

/** A country that is not embedded in another resource. */
export function standaloneCountry(code: string, view: View): CountryResource {
  const country = countryResource(code, view).value
  const addressrules = `${countryPath(code, view.baseUrl)}/addressrules`
  return { ...country, _links: country._links.with({ 'country:addressrules': addressrules }) }
}

/** One page of all countries, sorted by code. */
export function countryCollection(paging: Paging, view: View): Collection<CountryResource> {
  return collection(view.language, {
    path: `${view.baseUrl}/countries`,
    paging,
    total: countryCodes.length,
    items: pageOf(countryCodes, paging).map((code) => standaloneCountry(code, view)),
  })
}

export interface AddressRulesResource extends Representation {
  code: string
  fields: { name: AddressProperty; label: string; required: boolean }[]
  lines: AddressProperty[][]
  latin_lines: AddressProperty[][] | null
  postal_code: { pattern: string; examples: string[] } | null
  states: { key: string; name: string; latin_name: string | null; code: string | null }[]
  _links: Links
}

/** The information for an address form of a country. */
export function addressRulesResource(rules: AddressRules, view: View): AddressRulesResource {
  const country = countryPath(rules.code, view.baseUrl)
  return {
    code: rules.code,
    fields: rules.fields.map(({ property, label, required }) => ({
      name: property,
      label: labelOf(label, view.language),
      required,
    })),
    lines: propertiesOf(rules.lines),
    latin_lines: rules.latinLines === undefined ? null : propertiesOf(rules.latinLines),
    postal_code: rules.postalCode && {
      pattern: rules.postalCode.pattern,
      examples: [...rules.postalCode.examples],
    },
    states: rules.states.map(({ key, name, latinName, code }) => ({
      key,
      name,
      latin_name: latinName ?? null,
      code: code ?? null,
    })),
    _links: links(view.language, { self: `${country}/addressrules`, country }),
  }
}

const propertiesOf = (lines: Lines): AddressProperty[][] =>
  lines.map((line) => line.map(({ property }) => property))

// Schemas.

const CountrySchema = resourceSchema('Country', {
  code: Type.String({ description: 'ISO 3166-1 alpha-2, or XK for Kosovo', examples: ['GB'] }),
  name: Type.String({
    description: 'In the language of the response',
    examples: ['United Kingdom'],
  }),
  _links: linksSchema('self', 'country:events', 'country:localwebpage', 'country:addressrules'),
})

const CountryCollectionSchema = collectionSchema('CountryCollection', ref('Country'))

const lines = (description: string) => Type.Array(Type.Array(Type.String()), { description })

const AddressRulesSchema = resourceSchema('AddressRules', {
  code: Type.String({ description: 'ISO 3166-1 alpha-2, or XK for Kosovo', examples: ['GB'] }),
  fields: Type.Array(
    Type.Object({
      name: Type.String({ description: 'The name of the address property' }),
      label: Type.String({
        description: 'The name of the field in this country, in the language of the response',
      }),
      required: Type.Boolean(),
    }),
    {
      description:
        'The fields of an address form, in order. In some countries, such as the United Arab ' +
        'Emirates, a city or a state is required, and neither alone',
    },
  ),
  lines: lines('The properties on each line of an address in this country'),
  latin_lines: Type.Union([
    lines('The lines of an address that is written in Latin script, if they are different'),
    Type.Null(),
  ]),
  postal_code: Type.Union([
    Type.Object({
      pattern: Type.String({
        description:
          'A regular expression for the whole postal code. It ignores letter case, and allows ' +
          'spaces and hyphens anywhere',
      }),
      examples: Type.Array(Type.String()),
    }),
    Type.Null(),
  ]),
  states: Type.Array(
    Type.Object({
      key: Type.String({ description: 'The name as written in an address' }),
      name: Type.String(),
      latin_name: nullableText(),
      code: nullableText({ description: 'The second part of its ISO 3166-2 code' }),
    }),
    { description: 'Known states or provinces. Addresses may have other values' },
  ),
  _links: linksSchema('self', 'country'),
})

/** The schemas that other schemas refer to by `$id`. */
export const countrySchemas = [CountrySchema, CountryCollectionSchema, AddressRulesSchema]
