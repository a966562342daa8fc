import { formRoute } from '../../platform/http/pages/form-route.ts'
import { frameAt, queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { findOwnProfile, showPhone, updateOwnProfile } from '../../resources/user/own-profile.ts'
import type { AccountDeps } from '../deps.ts'
import { profileForm, profilePage } from './pages.ts'

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
