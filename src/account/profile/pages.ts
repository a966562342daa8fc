import {
  checkbox,
  type FormFaults,
  field,
  form,
  noFaults,
  notice,
  type Option,
  select,
  summary,
} from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { html } from '../../platform/http/pages/html.ts'
import { languageNames, layout } from '../../platform/http/pages/layout.ts'
import { languages, say } from '../../platform/i18n/catalogue.ts'
import { countryOptions } from '../addresses/form-page.ts'

/** The fields of the form, by name. */
export type ProfileValues = Readonly<
  Record<
    'full_name' | 'primary_phone' | 'phone_country' | 'language' | 'time_zone' | 'version',
    string
  >
> & { readonly email_optin: boolean }

export interface ProfileView {
  readonly email: string
  readonly values: ProfileValues
  /** Whether numbers like the stored one are known. A number that was just typed is not judged yet. */
  readonly isPhoneKnown: boolean
  readonly isSaved: boolean
  readonly faults?: FormFaults
}

/** The form of the user's own profile. */
export function profilePage(frame: Frame, view: ProfileView): string {
  const { language, base } = frame
  const { email, values, isPhoneKnown, isSaved, faults = noFaults } = view
  const content = html`${summary(language, faults)}
${notice(isSaved && say(language, 'page.text.saved'))}
<p>${say(language, 'page.text.profile_email', { email })}
<a href="${base}/account/security/email">${say(language, 'page.button.change_email')}</a></p>
${form(
  frame,
  `${base}/account/profile`,
  html`${field(
    language,
    {
      name: 'full_name',
      label: say(language, 'page.label.profile_name'),
      autocomplete: 'name',
      value: values.full_name,
    },
    faults,
  )}
<div class="pair">${field(
    language,
    {
      name: 'primary_phone',
      label: say(language, 'page.label.phone'),
      autocomplete: 'tel',
      inputmode: 'tel',
      value: values.primary_phone,
      ...(!isPhoneKnown && { hint: say(language, 'page.hint.phone_unknown') }),
    },
    faults,
  )}
${select(
  language,
  {
    name: 'phone_country',
    label: say(language, 'page.label.phone_country'),
    hint: say(language, 'page.label.phone_country_hint'),
    value: values.phone_country,
    options: [
      { value: '', text: say(language, 'page.name.choose_country') },
      ...countryOptions(language),
    ],
  },
  faults,
)}</div>
<div class="pair">${select(
    language,
    {
      name: 'language',
      label: say(language, 'page.label.email_language'),
      value: values.language,
      options: languages.map((value) => ({ value, text: languageNames[value] })),
    },
    faults,
  )}
${select(
  language,
  {
    name: 'time_zone',
    label: say(language, 'page.label.time_zone'),
    value: values.time_zone,
    options: timeZones(values.time_zone),
  },
  faults,
)}</div>
${checkbox({
  name: 'email_optin',
  label: say(language, 'page.label.newsletter'),
  checked: values.email_optin,
})}
<div class="buttons"><button>${say(language, 'page.button.save')}</button></div>`,
  { hidden: { version: values.version } },
)}`
  const title = say(language, 'page.link.profile')
  return layout(frame, { title, content, isError: faults.size > 0, account: 'profile' })
}

/**
 * The time zones to choose from: those of the runtime, and the chosen one. Without a choice, times
 * are in UTC.
 */
function timeZones(chosen: string): Option[] {
  const names = new Set(Intl.supportedValuesOf('timeZone'))
  if (chosen !== '') names.add(chosen)
  return [
    { value: '', text: 'UTC' },
    ...[...names].map((value) => ({ value, text: value.replaceAll('_', ' ') })),
  ]
}
