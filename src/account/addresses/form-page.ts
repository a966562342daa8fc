import { form, type Option, summary } from '../../platform/http/pages/fields.ts'
import type { FilledForm } from '../../platform/http/pages/form-route.ts'
import type { Form } from '../../platform/http/pages/forms.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html, markup } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { schemaForm } from '../../platform/http/pages/schema-form.ts'
import { type Language, say } from '../../platform/i18n/catalogue.ts'
import type { Draft } from '../../platform/text/draft.ts'
import type { Address, AddressInput } from '../../resources/addresses/addresses.ts'
import { AddressBody } from '../../resources/addresses/body.ts'
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

/** The form of an address. */
export const addressForm = schemaForm(AddressBody)

/** All properties but the box for the default address. */
const properties = addressForm.names.filter((name) => name !== 'default')

/** The prefix of hidden fields, which keep what was typed in case the country changes again. */
const keptPrefix = 'kept_'

/** What was typed, in a field that is shown or kept. */
const typedIn = (form: Form, name: AddressProperty): string =>
  form.get(name) ?? form.get(keptPrefix + name) ?? ''

/** Reads the form as the interface reads a body. Properties without a field become null. */
export const readAddress = (form: Form): Draft<AddressInput> =>
  addressForm.read(new Map([...properties.map((name) => [name, ''] as const), ...form]))

/** Whether the user chose another country, and has not seen its fields yet. */
export const wantsCountry = (form: Form): boolean =>
  form.get('use_country') === 'true' || !isOfShownCountry(form)

/** Whether the country of a form is still the one that its fields belong to. */
const isOfShownCountry = (form: Form): boolean =>
  (form.get('fields_of') ?? form.get('country_code')) === form.get('country_code')

export interface AddressFormView extends FilledForm {
  /** The address that the form changes. Absent for a new address. */
  readonly edited?: Pick<Address, 'id' | 'version' | 'default' | 'country_code'>
  /** The random key of the form of a new address. */
  readonly formKey?: string
}

/** The page with the form of an address. The country decides on the fields, their order and labels. */
export function addressFormPage(frame: Frame, given: AddressFormView): string {
  const { language, base } = frame
  const fields = fieldsOf(given)
  const labels = fields.map(({ property, label }) => [property, labelOf(label, language)])
  const view = addressForm.named(language, given, Object.fromEntries(labels))
  const { edited, form: typed, formKey, faults } = view
  const path = `${base}/account/addresses/${edited?.id ?? 'new'}`
  const shown = new Set<string>(['country_code', ...fields.map(({ property }) => property)])
  const kept = properties.filter((name) => !shown.has(name) && typedIn(typed, name))
  const isChosen = fields.length > 0
  const first = faults.size === 0 && isChosen ? fields[0]?.property : undefined
  const content = html`${summary(language, faults)}
${form(
  frame,
  path,
  html`${defaultButton}${countryField(language, countryChoice(language, view, !isChosen))}
${fields
  .filter(({ property }) => property !== 'country_code')
  .map((one) => addressField(language, one, view, one.property === first))}
${isChosen && !edited?.default && addressForm.fields(language, view)('default')}
<div class="buttons">${isChosen && html`<button>${say(language, 'page.button.save')}</button>`}
<a class="button quiet" href="${base}/account/addresses">${say(language, 'page.link.cancel')}</a></div>`,
  {
    hidden: {
      ...Object.fromEntries(kept.map((name) => [keptPrefix + name, typedIn(typed, name)])),
      ...(edited && { version: String(edited.version) }),
      ...(formKey !== undefined && { [formKeyField]: formKey }),
      ...(isChosen && { fields_of: countryIn(typed) }),
    },
  },
)}`
  const title = say(language, edited ? 'page.title.address_edit' : 'page.button.address_add')
  return layout(frame, { title, content, isError: faults.size > 0, account: 'addresses' })
}

const countryIn = (form: Form): string => upperCase(typedIn(form, 'country_code'))

/**
 * The fields that the country of a form asks for, in its order, and a field for each other property
 * that keeps its field and has a value. Empty without a country.
 */
function fieldsOf({ form: typed, edited }: AddressFormView): readonly AddressField[] {
  const code = countryIn(typed)
  if (!isCountryCode(code)) return []
  const { fields, unnamed } = addressRules(code)
  // The user may have looked at another country and come back to that of the address.
  const isBack = typed.get('country_code') === edited?.country_code
  const keepsField = (name: AddressProperty) => (isOfShownCountry(typed) ? typed.has(name) : isBack)
  const more = unnamed.filter(({ property }) => keepsField(property) && typedIn(typed, property))
  return [...fields, ...more]
}

/** The button that Enter presses: the first one of a form (HTML, 4.10.21.2). It saves. */
export const defaultButton = markup('<button hidden></button>')

function countryChoice(language: Language, view: AddressFormView, isFirst: boolean): Html {
  return addressForm.fields(language, view)('country_code', {
    value: countryIn(view.form),
    options: [
      { value: '', text: say(language, 'page.name.choose_country') },
      ...countryOptions(language),
    ],
    submits: useCountryId,
    autofocus: isFirst,
  })
}

/** The id of the button that shows the fields of the chosen country. */
export const useCountryId = 'use-country'

/** A choice of a country, with the button that shows its fields. */
export const countryField = (language: Language, choice: Html): Html =>
  html`<div class="with-button">${choice}
<button class="quiet" id="${useCountryId}" name="use_country" value="true">
${say(language, 'page.button.use_country')}</button></div>`

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

function addressField(
  language: Language,
  { property, required, label }: AddressField,
  view: AddressFormView,
  isFirst: boolean,
): Html {
  const text = labelOf(label, language)
  const code = countryIn(view.form)
  const rules = isCountryCode(code) ? addressRules(code) : undefined
  const example = property === 'postal_code' ? rules?.postalCode?.examples[0] : undefined
  return addressForm.fields(language, view)(property, {
    label: required ? text : say(language, 'page.label.optional', { label: text }),
    value: typedIn(view.form, property),
    required,
    autofocus: isFirst,
    ...(example && { hint: say(language, 'page.label.example', { example }) }),
    ...(property === 'state_province' && { suggestions: statesOf(rules) }),
  })
}

const statesOf = (rules: AddressRules | undefined): readonly Option[] =>
  (rules?.states ?? []).map(({ key, name, latinName }) => ({ value: key, text: latinName ?? name }))
