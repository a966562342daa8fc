import {
  checkbox,
  type FormFaults,
  field,
  form,
  noFaults,
  type Option,
  select,
  summary,
} from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html, markup } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { type Language, say } from '../../platform/i18n/catalogue.ts'
import type { Address } from '../../resources/addresses/addresses.ts'
import { labelOf } from '../../resources/countries/labels.ts'
import { countryName } from '../../resources/countries/names.ts'
import {
  type AddressField,
  type AddressProperty,
  type AddressRules,
  addressRules,
  countryCodes,
  isCountryCode,
  upperCase,
} from '../../resources/countries/rules.ts'
import { formKeyField } from '../../support/idempotency/write.ts'
import { type AddressValues, addressProperties, fieldsOf, keptPrefix } from './forms.ts'

export interface AddressFormView {
  /** The address that the form changes. Absent for a new address. */
  readonly edited?: Pick<Address, 'id' | 'version' | 'default' | 'country_code'>
  readonly values: AddressValues
  /** Properties that keep their fields even if the country does not ask for them. */
  readonly other?: readonly AddressProperty[]
  /** Whether the box for the default address is ticked. */
  readonly makeDefault: boolean
  /** The random key of the form of a new address. */
  readonly formKey?: string
  readonly faults?: FormFaults
}

/** The form of an address. The country decides on its fields, their order and their labels. */
export function addressFormPage(frame: Frame, view: AddressFormView): string {
  const { language, base } = frame
  const { edited, values, other = [], makeDefault, formKey, faults = noFaults } = view
  const fields = fieldsOf(values, other)
  const path = `${base}/account/addresses/${edited?.id ?? 'new'}`
  const shown = new Set<string>(['country_code', ...fields.map(({ property }) => property)])
  const kept = addressProperties.filter((name) => !shown.has(name) && values[name])
  const isChosen = fields.length > 0
  const first = faults.size === 0 && isChosen ? fields[0]?.property : undefined
  const content = html`${summary(language, faults)}
${form(
  frame,
  path,
  html`${defaultButton}${countryField(language, values, faults, !isChosen)}
${fields
  .filter(({ property }) => property !== 'country_code')
  .map((one) => addressField(language, one, { values, faults, isFirst: one.property === first }))}
${
  isChosen &&
  !edited?.default &&
  checkbox({
    name: 'default',
    label: say(language, 'page.label.default_address'),
    checked: makeDefault,
  })
}
<div class="buttons">${isChosen && html`<button>${say(language, 'page.button.save')}</button>`}
<a class="button quiet" href="${base}/account/addresses">${say(language, 'page.link.cancel')}</a></div>`,
  {
    hidden: {
      ...Object.fromEntries(kept.map((name) => [keptPrefix + name, values[name] ?? ''])),
      ...(edited && { version: String(edited.version) }),
      ...(formKey !== undefined && { [formKeyField]: formKey }),
      ...(isChosen && { fields_of: upperCase(values.country_code ?? '') }),
    },
  },
)}`
  const title = say(language, edited ? 'page.title.address_edit' : 'page.button.address_add')
  return layout(frame, { title, content, isError: faults.size > 0, account: 'addresses' })
}

/** The button that Enter presses: the first one of a form (HTML, 4.10.21.2). It saves. */
const defaultButton = markup('<button hidden></button>')

/** The country, with the button that shows the fields of another one. */
function countryField(
  language: Language,
  { country_code: code = '' }: AddressValues,
  faults: FormFaults,
  isFirst: boolean,
): Html {
  const choice = select(
    language,
    {
      name: 'country_code',
      label: say(language, 'page.label.country'),
      hint: say(language, 'page.hint.use_country'),
      autocomplete: 'country',
      value: upperCase(code),
      options: [
        { value: '', text: say(language, 'page.name.choose_country') },
        ...countryOptions(language),
      ],
      submits: 'use-country',
      required: true,
      autofocus: isFirst,
    },
    faults,
  )
  const text = say(language, 'page.button.use_country')
  return html`<div class="with-button">${choice}
<button class="quiet" id="use-country" name="use_country" value="true">${text}</button></div>`
}

const countriesByLanguage = new Map<Language, readonly Option[]>()

/** All countries, sorted by their names in the language. */
export function countryOptions(language: Language): readonly Option[] {
  let options = countriesByLanguage.get(language)
  if (options === undefined) {
    const { compare } = new Intl.Collator(language)
    options = countryCodes
      .map((value) => ({ value, text: countryName(value, language) }))
      .sort((a, b) => compare(a.text, b.text))
    countriesByLanguage.set(language, options)
  }
  return options
}

/** The tokens by which browsers fill in an address (HTML, 4.10.18.7.1). */
const autocomplete = {
  full_name: 'name',
  address_1: 'address-line1',
  address_2: 'address-line2',
  address_3: 'address-line3',
  city: 'address-level2',
  state_province: 'address-level1',
  postal_code: 'postal-code',
  country_code: 'country',
} as const

function addressField(
  language: Language,
  { property, required, label }: AddressField,
  { values, faults, isFirst }: { values: AddressValues; faults: FormFaults; isFirst: boolean },
): Html {
  const text = labelOf(label, language)
  const code = upperCase(values.country_code ?? '')
  const rules = isCountryCode(code) ? addressRules(code) : undefined
  const example = property === 'postal_code' ? rules?.postalCode?.examples[0] : undefined
  return field(
    language,
    {
      name: property,
      label: required ? text : say(language, 'page.label.optional', { label: text }),
      autocomplete: autocomplete[property],
      value: values[property] ?? '',
      required,
      autofocus: isFirst,
      ...(example && { hint: say(language, 'page.label.example', { example }) }),
      ...(property === 'state_province' && { suggestions: statesOf(rules) }),
    },
    faults,
  )
}

const statesOf = (rules: AddressRules | undefined): readonly Option[] =>
  (rules?.states ?? []).map(({ key, name, latinName }) => ({ value: key, text: latinName ?? name }))
