import type { OwnerCheck } from '../../identity/users/second-factors/reset.ts'
import { field, form, select, summary } from '../../platform/http/pages/fields.ts'
import type { FilledForm } from '../../platform/http/pages/form-route.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { html } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { say } from '../../platform/i18n/catalogue.ts'

export interface ActView extends FilledForm {
  /** The path of the form below `base`. */
  readonly action: string
  /** The text of the button, which is also the title. */
  readonly title: string
  /** Whom or what the act concerns. */
  readonly target: string
  /** What will happen. */
  readonly effect: string
  readonly isDestructive: boolean
  readonly checks?: readonly OwnerCheck[] | undefined
  /** Whether the form asks for an email address. */
  readonly needsEmail?: boolean | undefined
  /** The email address that the form sends along, if any. */
  readonly email?: string | undefined
  /** Where the operator returns to without acting, below `base`. */
  readonly back: string
}

/** Says what an act of an operator will do, and asks for the reason. */
export function actPage(frame: Frame, view: ActView): string {
  const { language } = frame
  const { title, faults } = view
  const content = html`${summary(language, faults)}
<p><strong>${view.target}</strong></p>
<p>${view.effect}</p>
${actForm(frame, view)}`
  return layout(frame, { title, content, isError: faults.size > 0, account: 'operator' })
}

/** The form of an act: the check if it needs one, the reason, and the button. */
function actForm(frame: Frame, view: ActView) {
  const { language, base } = frame
  const { action, title, checks = [], needsEmail, email, faults } = view
  const typed = (name: string) => view.form.get(name)?.trim() ?? ''
  const ways = checks.map((value) => ({ value, text: say(language, `page.name.${value}`) }))
  const check =
    checks.length > 0 &&
    select(
      language,
      {
        name: 'check',
        label: say(language, 'page.label.check'),
        ...(checks.includes('email_and_day') && { hint: say(language, 'page.text.check_hint') }),
        value: typed('check'),
        options: [{ value: '', text: say(language, 'page.name.choose') }, ...ways],
        required: true,
      },
      faults,
    )
  const address =
    needsEmail &&
    field(
      language,
      {
        name: 'email',
        label: say(language, 'page.label.operator_email'),
        type: 'email',
        autocomplete: 'off',
        value: typed('email'),
        required: true,
      },
      faults,
    )
  const reason = field(
    language,
    {
      name: 'reason',
      label: say(language, 'page.label.reason'),
      hint: say(language, 'page.text.reason_hint'),
      autocomplete: 'off',
      value: typed('reason'),
      required: true,
    },
    faults,
  )
  return form(
    frame,
    base + action,
    html`${address}${check}${reason}
<div class="buttons"><button${view.isDestructive && html` class="danger"`}>${title}</button>
<a class="button quiet" href="${base}${view.back}">${say(language, 'page.link.cancel')}</a></div>`,
    { hidden: { act: action, ...(email !== undefined && { email }) } },
  )
}
