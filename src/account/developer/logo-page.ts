import type { Application } from '../../identity/applications/applications.ts'
import { logoPath } from '../../identity/applications/face.ts'
import { logoLimits } from '../../identity/applications/logos/logos.ts'
import {
  type FormFaults,
  fileField,
  form,
  noFaults,
  summary,
} from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { html } from '../../platform/http/pages/html.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { developerLayout, pathOf } from './layout.ts'

/**
 * The largest file that the page names, in KiB. The rest of the request needs some of the limit.
 */
const maxKib = logoLimits.bytes / 1024 - 4

/** The forms to set and to remove the logo of an application. */
export function logoPage(
  frame: Frame,
  application: Application,
  faults: FormFaults = noFaults,
): string {
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
