import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Application } from '../../identity/applications/applications.ts'
import { logoPath } from '../../identity/applications/face.ts'
import { logoLimits } from '../../identity/applications/logos/logos.ts'
import { findOwnApplication, setOwnLogo } from '../../identity/users/developers/own-applications.ts'
import {
  type FormFaults,
  fileField,
  form,
  noFaults,
  summary,
} from '../../platform/http/pages/fields.ts'
import { formRoute, refuseForm } from '../../platform/http/pages/form-route.ts'
import { acceptUploads, fileOf } from '../../platform/http/pages/forms.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { html } from '../../platform/http/pages/html.ts'
import { frameAt } from '../../platform/http/pages/requests.ts'
import type { App } from '../../platform/http/server.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import type { AccountDeps } from '../deps.ts'
import { developerLayout, pathOf } from './layout.ts'
import { targetOf } from './target.ts'

/** The routes of the logo of an application. @param path the path of the application */
export async function logoRoutes(app: App, { db }: AccountDeps, path: string): Promise<void> {
  acceptUploads(app)
  const pageOf = (request: FastifyRequest) =>
    path.replace(':clientId', encodeURIComponent(targetOf(request).clientId))
  const back = (request: FastifyRequest, reply: FastifyReply, done: string) =>
    reply.redirect(`${pageOf(request)}?done=${done}`, 303)

  formRoute(app, `${path}/logo`, {
    async page(request, _reply, sent) {
      const application = await findOwnApplication(db, targetOf(request))
      const frame = frameAt(request, `/developer/applications/${application.clientId}/logo`)
      return logoPage(frame, application, sent?.faults)
    },
    async operation(request, reply) {
      const file = fileOf(request)
      if (file === undefined) return refuseForm([['logo', ['rule.required']]])
      await setOwnLogo(db, targetOf(request), file)
      return back(request, reply, 'logo_saved')
    },
  })
  app.get(`${path}/logo/remove`, async (request, reply) =>
    reply.redirect(`${pageOf(request)}/logo`, 303),
  )
  app.post(`${path}/logo/remove`, async (request, reply) => {
    await setOwnLogo(db, targetOf(request), null)
    return back(request, reply, 'logo_removed')
  })
}

/**
 * The largest file that the page names, in KiB. The rest of the request needs some of the limit.
 */
const maxKib = logoLimits.bytes / 1024 - 4

/** The forms to set and to remove the logo of an application. */
function logoPage(frame: Frame, application: Application, faults: FormFaults = noFaults): string {
  const { language, base } = frame
  const { name, logo } = application
  const path = pathOf(frame, application)
  const { fewestPixels: min, mostPixels: max } = logoLimits
  const file = {
    name: 'logo',
    label: say(language, 'page.label.logo'),
    hint: say(language, 'page.hint.logo', { min, max, kib: maxKib }),
    accept: 'image/png,image/webp',
    required: true,
    autofocus: true,
  }
  const fields = html`${fileField(language, file, faults)}
<div class="buttons"><button>${say(language, 'page.button.save')}</button>
<a class="button quiet" href="${path}">${say(language, 'page.link.cancel')}</a></div>`
  const removal = say(language, 'page.button.logo_remove')
  const remove = html`<div class="buttons"><button class="quiet danger">${removal}</button></div>`
  const content = html`${summary(language, faults)}
${logo !== null && html`<img class="logo" src="${base}${logoPath(logo)}" alt="${say(language, 'page.label.logo')}">`}
${form(frame, `${path}/logo`, fields, { hasFile: true })}
${logo !== null && form(frame, `${path}/logo/remove`, remove)}`
  const title = say(language, 'page.title.application_logo', { name })
  return developerLayout(frame, { title, content, isError: faults.size > 0 })
}
