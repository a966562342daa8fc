import { type ApplicationType, ownScopes } from '../../identity/applications/developers/rules.ts'
import { isApplicationScope } from '../../identity/applications/scopes.ts'
import { scopeText } from '../../identity/consents/consent-page.ts'
import {
  checkbox,
  type FormFaults,
  field,
  form,
  noFaults,
  summary,
  textArea,
} from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html } from '../../platform/http/pages/html.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { formKeyField } from '../../support/idempotency/write.ts'
import { type ApplicationValues, scopeField } from './forms.ts'
import { developerLayout, type Named, pathOf } from './layout.ts'

export interface ApplicationFormView {
  readonly type: ApplicationType
  readonly values: ApplicationValues
  /** The application that changes. Absent for a new one. */
  readonly edited?: Named
  /** The random key of the form of a new application. */
  readonly formKey?: string
  readonly faults?: FormFaults
}

/** The form to register or change an application. */
export function applicationFormPage(frame: Frame, view: ApplicationFormView): string {
  const { language, base } = frame
  const { type, values, edited, formKey, faults = noFaults } = view
  const name = {
    name: 'name',
    label: say(language, 'page.label.application_name'),
    hint: say(language, 'page.hint.application_name'),
    autocomplete: 'off',
    value: values.name,
    required: true,
  }
  const back = edited === undefined ? `${base}/developer` : pathOf(frame, edited)
  const action = edited === undefined ? `${base}/developer/applications/new` : `${back}/edit`
  const button = edited === undefined ? 'page.button.register' : 'page.button.save'
  const fields = html`${field(language, name, faults)}
${type !== 'server' && redirectUris(frame, view)}
${type !== 'server' && postLogoutRedirectUris(frame, view)}
${scopeBoxes(frame, view)}
${type !== 'server' && links(frame, view)}
${edited !== undefined && html`<p class="hint">${say(language, 'page.text.scopes_narrower')}</p>`}
<div class="buttons"><button>${say(language, button)}</button>
<a class="button quiet" href="${back}">${say(language, 'page.link.cancel')}</a></div>`
  const content = html`${summary(language, faults)}
<p>${say(language, `page.text.type_${type}`)}</p>
${form(frame, action, fields, { hidden: { type, ...(formKey !== undefined && { [formKeyField]: formKey }) } })}`
  const title =
    edited === undefined
      ? say(language, `page.title.register_${type}`)
      : say(language, 'page.title.application_edit', { name: edited.name })
  return developerLayout(frame, { title, content, isError: faults.size > 0 })
}

const redirectUris = ({ language }: Frame, { type, values, faults }: ApplicationFormView): Html =>
  textArea(
    language,
    {
      name: 'redirect_uris',
      label: say(language, 'page.label.redirect_uris'),
      hint: say(
        language,
        type === 'native' ? 'page.hint.redirect_uris_native' : 'page.hint.redirect_uris',
      ),
      value: values.redirect_uris,
      rows: 3,
      required: true,
    },
    faults,
  )

const postLogoutRedirectUris = (
  { language }: Frame,
  { values, faults }: ApplicationFormView,
): Html => {
  const label = say(language, 'page.label.post_logout_redirect_uris')
  return textArea(
    language,
    {
      name: 'post_logout_redirect_uris',
      label: say(language, 'page.label.optional', { label }),
      hint: say(language, 'page.hint.post_logout_redirect_uris'),
      value: values.post_logout_redirect_uris ?? '',
      rows: 2,
    },
    faults,
  )
}

/** Where users read on what terms the application works. */
const links = ({ language }: Frame, { values, faults }: ApplicationFormView): readonly Html[] =>
  (
    [
      ['terms_url', 'page.link.terms'],
      ['privacy_url', 'page.link.privacy_policy'],
    ] as const
  ).map(([name, text]) => {
    const label = say(language, 'page.label.optional', { label: say(language, text) })
    const hint = say(language, 'page.hint.application_link')
    return field(language, { name, label, hint, autocomplete: 'off', value: values[name] }, faults)
  })

/** The scopes that the type can have, in plain words. */
function scopeBoxes(frame: Frame, { type, values, faults = noFaults }: ApplicationFormView): Html {
  const { language } = frame
  const possible = ownScopes.filter((scope) => type !== 'server' || isApplicationScope(scope))
  const wrong = faults.get('scopes')
  return html`<fieldset id="scopes"${wrong && html` aria-describedby="scopes-fault"`}>
<legend>${say(language, 'page.label.scopes')}</legend>
${wrong && html`<p class="fault" id="scopes-fault">${say(language, ...wrong)}</p>`}
${possible.map((scope) =>
  checkbox({
    name: scopeField(scope),
    label: scopeText(frame, scope),
    checked: values.scopes.has(scope),
    hint: scope,
  }),
)}
</fieldset>`
}
