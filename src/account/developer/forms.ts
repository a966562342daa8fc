import type { Application } from '../../identity/applications/applications.ts'
import {
  type ApplicationType,
  applicationTypes,
  type OwnApplication,
  ownScopes,
} from '../../identity/applications/developers/rules.ts'
import type { Form } from '../../platform/http/pages/forms.ts'

/** The values of the form of an application, as they were typed. */
export interface ApplicationValues {
  readonly name: string
  /** One in each line. */
  readonly redirect_uris: string
  /** One in each line. Undefined in a form of the version before, which has no such field. */
  readonly post_logout_redirect_uris: string | undefined
  readonly scopes: ReadonlySet<string>
  readonly terms_url: string
  readonly privacy_url: string
}

/** The name of the checkbox of a scope. */
export const scopeField = (scope: string): string => `scope:${scope}`

export const typeIn = (name: string | undefined): ApplicationType | undefined =>
  applicationTypes.find((type) => type === name)

export const blankValues = (type: ApplicationType): ApplicationValues => ({
  name: '',
  redirect_uris: '',
  post_logout_redirect_uris: '',
  terms_url: '',
  privacy_url: '',
  scopes: new Set([type === 'server' ? 'read:events' : 'read:user']),
})

export const valuesOf = (application: Application): ApplicationValues => ({
  name: application.name,
  redirect_uris: application.redirectUris.join('\n'),
  post_logout_redirect_uris: application.postLogoutRedirectUris.join('\n'),
  scopes: new Set(application.scopes),
  terms_url: application.termsUrl ?? '',
  privacy_url: application.privacyUrl ?? '',
})

/** The values of a form, or of its saved fields. */
export const valuesIn = (fields: Form): ApplicationValues => ({
  name: fields.get('name') ?? '',
  redirect_uris: fields.get('redirect_uris') ?? '',
  post_logout_redirect_uris: fields.get('post_logout_redirect_uris'),
  terms_url: fields.get('terms_url') ?? '',
  privacy_url: fields.get('privacy_url') ?? '',
  scopes: new Set(ownScopes.filter((scope) => fields.has(scopeField(scope)))),
})

/** What a form registers. The operation checks it. */
export const readApplication = (
  values: ApplicationValues,
  type: ApplicationType,
): OwnApplication => ({
  type,
  name: values.name.trim(),
  redirectUris: linesOf(values.redirect_uris),
  ...(values.post_logout_redirect_uris !== undefined && {
    postLogoutRedirectUris: linesOf(values.post_logout_redirect_uris),
  }),
  scopes: ownScopes.filter((scope) => values.scopes.has(scope)),
  termsUrl: values.terms_url.trim() || null,
  privacyUrl: values.privacy_url.trim() || null,
})

const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

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
