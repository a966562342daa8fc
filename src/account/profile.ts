import { form, notice, type Option, summary } from '../platform/http/pages/fields.ts'
import { type FilledForm, formRoute } from '../platform/http/pages/form-route.ts'
import type { Frame } from '../platform/http/pages/frame.ts'
import { html } from '../platform/http/pages/html.ts'
import { languageNames, layout } from '../platform/http/pages/layout.ts'
import { frameAt, queryParameter } from '../platform/http/pages/requests.ts'
import { schemaForm } from '../platform/http/pages/schema-form.ts'
import { basePath } from '../platform/http/pages/scope.ts'
import type { App } from '../platform/http/server.ts'
import { type Language, languages, say } from '../platform/i18n/catalogue.ts'
import {
  findOwnProfile,
  OwnProfileBody,
  showPhone,
  updateOwnProfile,
} from '../resources/user/own-profile.ts'
import { countryOptions } from './addresses/form-page.ts'
import type { AccountDeps } from './deps.ts'

/** The routes to see and change the user's own profile. */
export function profileRoutes(app: App, { authUrl, db }: AccountDeps): void {
  const path = `${basePath(authUrl)}/account/profile`
  formRoute(app, path, {
    async page(request, _reply, sent) {
      const profile = await findOwnProfile(db, request.session.userId)
      const { text, isKnown } = await showPhone(profile.primary_phone ?? '')
      return profilePage(frameAt(request, '/account/profile'), {
        email: request.frame.user?.email ?? '',
        ...(sent ?? profileForm.fill({ ...profile, primary_phone: text })),
        version: profile.version,
        isPhoneKnown: sent !== undefined || isKnown,
        isSaved: queryParameter(request, 'done') === 'saved',
      })
    },
    async operation({ session }, reply, form) {
      const precondition = new Set([Number(form.get('version'))])
      await updateOwnProfile(db, session.userId, profileForm.read(form), precondition)
      return reply.redirect(`${path}?done=saved`, 303)
    },
  })
}

/** The form of the user's own profile. */
const profileForm = schemaForm(OwnProfileBody)

interface ProfileView extends FilledForm {
  readonly email: string
  /** The version of the stored profile. */
  readonly version: number
  /** Whether numbers like the stored one are known. A number that was just typed is not judged yet. */
  readonly isPhoneKnown: boolean
  readonly isSaved: boolean
}

/** The page with the form of the user's own profile. */
function profilePage(frame: Frame, shown: ProfileView): string {
  const { language, base } = frame
  const view = profileForm.named(language, shown)
  const { email, version, isPhoneKnown, isSaved, form: filled, faults } = view
  const ask = profileForm.fields(language, view)
  const countries = [
    { value: '', text: say(language, 'page.name.choose_country') },
    ...countryOptions(language),
  ]
  const spoken = languages.map((value) => ({ value, text: languageNames[value] }))
  const phone = isPhoneKnown ? {} : { hint: say(language, 'page.hint.phone_unknown') }
  const content = html`${summary(language, faults)}
${notice(isSaved && say(language, 'page.text.saved'))}
<p>${say(language, 'page.text.profile_email', { email })}
<a href="${base}/account/security/email">${say(language, 'page.button.change_email')}</a></p>
${form(
  frame,
  `${base}/account/profile`,
  html`${ask('full_name')}
<div class="pair">${ask('primary_phone', phone)}
${ask('phone_country', { options: countries })}</div>
<div class="pair">${ask('language', { options: spoken })}
${ask('time_zone', { options: timeZones(language, filled.get('time_zone') ?? '') })}</div>
${ask('email_optin')}
<div class="buttons"><button>${say(language, 'page.button.save')}</button></div>`,
  { hidden: { version: String(version) } },
)}`
  const title = say(language, 'page.link.profile')
  return layout(frame, { title, content, isError: faults.size > 0, account: 'profile' })
}

/**
 * The time zones to choose from: those of the runtime, and the chosen one. Without a choice, times
 * are in the zone of the browser, or in UTC if the browser does not tell it.
 */
function timeZones(language: Language, chosen: string): Option[] {
  const names = new Set(Intl.supportedValuesOf('timeZone'))
  if (chosen !== '' && chosen !== 'UTC') names.add(chosen)
  return [
    { value: '', text: say(language, 'page.name.browser_zone') },
    { value: 'UTC', text: 'UTC' },
    ...[...names].map((value) => ({ value, text: value.replaceAll('_', ' ') })),
  ]
}
