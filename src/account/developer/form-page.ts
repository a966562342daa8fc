import type { Application } from '../../identity/applications/applications.ts'
import { isApplicationScope } from '../../identity/applications/scopes.ts'
import { scopeText } from '../../identity/oauth/consents/consent-page.ts'
import {
  type ApplicationType,
  type OwnApplication,
  ownScopes,
} from '../../identity/users/developers/rules.ts'
import {
  checkbox,
  field,
  form,
  noFaults,
  summary,
  textArea,
} from '../../platform/http/pages/fields.ts'
import type { FilledForm } from '../../platform/http/pages/form-route.ts'
import type { Form } from '../../platform/http/pages/forms.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html } from '../../platform/http/pages/html.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { formKeyField } from '../../support/idempotency/write.ts'
import { developerLayout, type Named, pathOf } from './layout.ts'

/** The name of the checkbox of a scope. */
const scopeField = (scope: string): string => `scope:${scope}`

/** The form of a new application. */
export const blankForm = (type: ApplicationType): FilledForm => ({
  form: new Map([[scopeField(type === 'server' ? 'read:events' : 'read:user'), 'true']]),
  faults: noFaults,
})

/** The form of an application, as nobody has changed it yet. */
export const filledForm = (application: Application): FilledForm => ({
  form: new Map([
    ['name', application.name],
    ['redirect_uris', application.redirectUris.join('\n')],
    ['post_logout_redirect_uris', application.postLogoutRedirectUris.join('\n')],
    ['terms_url', application.termsUrl ?? ''],
    ['privacy_url', application.privacyUrl ?? ''],
    ...application.scopes.map((scope) => [scopeField(scope), 'true'] as const),
  ]),
  faults: noFaults,
})

/** The fields that are saved while the user proves the identity. */
export const keptFields: readonly string[] = [
  'type',
  'name',
  'redirect_uris',
  'post_logout_redirect_uris',
  'terms_url',
  'privacy_url',
  ...ownScopes.map(scopeField),
]

/** What a form registers. The operation checks it. */
export function readApplication(form: Form, type: ApplicationType): OwnApplication {
  const text = (name: string) => form.get(name)?.trim() ?? ''
  return {
    type,
    name: text('name'),
    redirectUris: linesOf(text('redirect_uris')),
    // A form of the version before has no such field.
    ...(form.has('post_logout_redirect_uris') && {
      postLogoutRedirectUris: linesOf(text('post_logout_redirect_uris')),
    }),
    scopes: ownScopes.filter((scope) => form.has(scopeField(scope))),
    termsUrl: text('terms_url') || null,
    privacyUrl: text('privacy_url') || null,
  }
}

const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

export interface ApplicationFormView extends FilledForm {
  readonly type: ApplicationType
  /** The application that changes. Absent for a new one. */
  readonly edited?: Named
  /** The random key of the form of a new application. */
  readonly formKey?: string
}

/** The form to register or change an application. */
export function applicationFormPage(frame: Frame, view: ApplicationFormView): string {
  const { language, base } = frame
  const { type, form: typed, edited, formKey, faults } = view
  const name = {
    name: 'name',
    label: say(language, 'page.label.application_name'),
    hint: say(language, 'page.hint.application_name'),
    autocomplete: 'off',
    value: typed.get('name') ?? '',
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

const redirectUris = ({ language }: Frame, { type, form, faults }: ApplicationFormView): Html =>
  textArea(
    language,
    {
      name: 'redirect_uris',
      label: say(language, 'page.label.redirect_uris'),
      hint: say(
        language,
        type === 'native' ? 'page.hint.redirect_uris_native' : 'page.hint.redirect_uris',
      ),
      value: form.get('redirect_uris') ?? '',
      rows: 3,
      required: true,
    },
    faults,
  )

const postLogoutRedirectUris = (
  { language }: Frame,
  { form, faults }: ApplicationFormView,
): Html => {
  const label = say(language, 'page.label.post_logout_redirect_uris')
  return textArea(
    language,
    {
      name: 'post_logout_redirect_uris',
      label: say(language, 'page.label.optional', { label }),
      hint: say(language, 'page.hint.post_logout_redirect_uris'),
      value: form.get('post_logout_redirect_uris') ?? '',
      rows: 2,
    },
    faults,
  )
}

/** Where users read on what terms the application works. */
const links = ({ language }: Frame, { form, faults }: ApplicationFormView): readonly Html[] =>
  (
    [
      ['terms_url', 'page.link.terms'],
      ['privacy_url', 'page.link.privacy_policy'],
    ] as const
  ).map(([name, text]) => {
    const label = say(language, 'page.label.optional', { label: say(language, text) })
    const hint = say(language, 'page.hint.application_link')
    return field(
      language,
      { name, label, hint, autocomplete: 'off', value: form.get(name) ?? '' },
      faults,
    )
  })

/** The scopes that the type can have, in plain words. */
function scopeBoxes(frame: Frame, { type, form, faults }: ApplicationFormView): Html {
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
    checked: form.has(scopeField(scope)),
    hint: scope,
  }),
)}
</fieldset>`
}
