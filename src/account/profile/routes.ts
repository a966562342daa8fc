import type { FastifyRequest } from 'fastify'
import { isRefused, refusals } from '../../platform/errors/refusals.ts'
import { type FormRefusal, formRefusal, formRefusalOf } from '../../platform/http/pages/faults.ts'
import type { Form } from '../../platform/http/pages/forms.ts'
import { applyRefusal, frameAt, queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath, formOf } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { compileDraft } from '../../platform/text/compile-draft.ts'
import type { Draft, ParsedBody } from '../../platform/text/draft.ts'
import {
  findOwnProfile,
  type OwnProfile,
  OwnProfileBody,
  type OwnProfileInput,
  showPhone,
  updateOwnProfile,
} from '../../resources/user/own-profile.ts'
import type { AccountDeps } from '../deps.ts'
import { type ProfileValues, type ProfileView, profilePage } from './pages.ts'

/** The routes to see and change the user's own profile. */
export function profileRoutes(app: App, { authUrl, db }: AccountDeps): void {
  const path = `${basePath(authUrl)}/account/profile`
  const page = (
    request: FastifyRequest,
    { values, isPhoneKnown }: Pick<ProfileView, 'values' | 'isPhoneKnown'>,
    refusal?: FormRefusal,
  ) =>
    profilePage(frameAt(request, '/account/profile'), {
      email: request.frame.user?.email ?? '',
      values,
      isPhoneKnown,
      isSaved: queryParameter(request, 'done') === 'saved',
      ...(refusal && { faults: refusal.faults }),
    })

  app.get(path, async (request) => {
    const profile = await findOwnProfile(db, request.session.userId)
    const { text, isKnown } = await showPhone(profile.primary_phone ?? '')
    const values = { ...valuesOfProfile(profile), primary_phone: text }
    return page(request, { values, isPhoneKnown: isKnown })
  })

  app.post(path, async (request, reply) => {
    const form = formOf(request)
    const precondition = new Set([Number(form.get('version'))])
    try {
      await updateOwnProfile(db, request.session.userId, readProfile(form), precondition)
    } catch (error) {
      const { version } = await findOwnProfile(db, request.session.userId)
      const refusal = isRefused(error, refusals.precondition_failed)
        ? formRefusal([['', ['page.error.changed_elsewhere']]])
        : formRefusalOf(error, ['', 'page.text.check'])
      applyRefusal(reply, refusal)
      const values = { ...valuesOfForm(form), version: String(version) }
      return page(request, { values, isPhoneKnown: true }, refusal)
    }
    return reply.redirect(`${path}?done=saved`, 303)
  })
}

const valuesOfProfile = (profile: OwnProfile): Omit<ProfileValues, 'primary_phone'> => ({
  full_name: profile.full_name ?? '',
  phone_country: '',
  language: profile.language,
  time_zone: profile.time_zone ?? '',
  email_optin: profile.email_optin,
  version: String(profile.version),
})

function valuesOfForm(form: Form): ProfileValues {
  const text = (name: string) => form.get(name)?.trim() ?? ''
  return {
    full_name: text('full_name'),
    primary_phone: text('primary_phone'),
    phone_country: text('phone_country'),
    language: text('language'),
    time_zone: text('time_zone'),
    email_optin: form.get('email_optin') === 'true',
    version: text('version'),
  }
}

const readBody = compileDraft(OwnProfileBody) as (body: ParsedBody) => Draft<OwnProfileInput>

/** Reads the form as a body. An empty field clears its property. */
function readProfile(form: Form): Draft<OwnProfileInput> {
  const { version: _, ...values } = valuesOfForm(form)
  const value = Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, text === '' ? null : text]),
  )
  return readBody({ value, repeated: [] })
}
