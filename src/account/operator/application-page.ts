import type { Application } from '../../identity/applications/applications.ts'
import { isLocked } from '../../identity/applications/developers/own-applications.ts'
import { notice } from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { html, type Piece } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { time } from '../../platform/http/pages/time.ts'
import { say } from '../../platform/i18n/catalogue.ts'

export const applicationActs = ['disable', 'enable'] as const
export type ApplicationAct = (typeof applicationActs)[number]

export interface ApplicationView {
  readonly application: Application
  readonly done?: ApplicationAct | 'nothing' | undefined
}

/**
 * Whether there is something to do. An application that its owner has disabled can be disabled by
 * an operator, too: then its owner cannot enable it.
 */
export function fitsApplication(act: ApplicationAct, application: Application): boolean {
  return (act === 'disable') !== isLocked(application)
}

/** Shows an operator an application, with a link to disable or enable it. */
export function applicationPage(frame: Frame, { application, done }: ApplicationView): string {
  const { language, base } = frame
  const { clientId, name, kind, redirectUris, scopes, createdAt } = application
  const { disabledAt, disabledReason } = application
  const rows: readonly (readonly [string, Piece])[] = [
    [say(language, 'page.label.operator_client_id'), html`<code>${clientId}</code>`],
    [
      say(language, 'page.label.operator_state'),
      disabledAt === null
        ? say(language, 'page.name.state_enabled')
        : html`${say(language, 'page.name.state_disabled')}, ${time(frame, disabledAt)}`,
    ],
    ...(disabledReason === null
      ? []
      : [
          [
            say(language, 'page.label.disabled_reason'),
            say(language, `page.name.reason_${disabledReason}`),
          ] as const,
        ]),
    [say(language, 'page.label.operator_kind'), kind],
    [say(language, 'page.label.operator_created'), time(frame, createdAt)],
    [say(language, 'page.label.operator_redirect_uris'), redirectUris.join(' ')],
    [say(language, 'page.label.operator_scopes'), scopes.join(' ')],
  ]
  const facts = rows.map(([label, value]) => html`<div><dt>${label}</dt> <dd>${value}</dd></div>`)
  const acts = applicationActs.filter((act) => fitsApplication(act, application))
  const links = acts.map((act) => {
    const text = say(language, `page.button.application_${act}`)
    const danger = act === 'disable' && ' danger'
    return html`<a class="button quiet${danger}" href="${base}/operator/applications/${clientId}/${act}">${text}</a>`
  })
  const content = html`${notice(done && say(language, `page.text.application_done_${done}`))}
<section class="card"><h2>${name}</h2>
<dl class="facts">${facts}</dl></section>
<div class="buttons">${links}</div>
<p><a href="${base}/operator">${say(language, 'page.title.operator')}</a></p>`
  const title = say(language, 'page.title.operator_application')
  return layout(frame, { title, content, account: 'operator' })
}
