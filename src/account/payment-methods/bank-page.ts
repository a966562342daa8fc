import { field, noFaults, select } from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { html } from '../../platform/http/pages/html.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { accountTypes } from '../../processor/account-vault.ts'
import { billingField, box, formPage, hiddenOf, type MethodFormView } from './form-pages.ts'

export interface BankFormView extends MethodFormView {
  /** Whether the page says that nobody can be paid to the account. */
  readonly saysLocal: boolean
  /** Whether the vault takes accounts. Otherwise, the number and the holder cannot be changed. */
  readonly takesAccounts: boolean
}

/** The form of a bank account. It never shows what was typed as a number. */
export function bankFormPage(frame: Frame, view: BankFormView): string {
  const { language } = frame
  const { values, edited, saysLocal, takesAccounts, faults = noFaults } = view
  const keeps = edited && say(language, 'page.hint.card_number_keep', { method: edited.name })
  const input = (name: string, label: string, more: object = {}) =>
    field(language, { name, label, autocomplete: 'off', ...more }, faults)
  const holder = { autocomplete: 'name', value: values.full_name ?? '', required: true }
  const iban = { hint: keeps ?? say(language, 'page.hint.iban'), autofocus: edited === undefined }
  const types = accountTypes.map((type) => ({
    value: type,
    text: say(language, `page.name.account_${type}`),
  }))
  const number = html`${saysLocal && html`<p class="hint">${say(language, 'page.text.bank_local')}</p>`}${
    edited === undefined && html`<p>${say(language, 'page.text.bank_proof')}</p>`
  }
${input('full_name', say(language, 'page.label.account_holder'), holder)}
${input('iban', say(language, 'page.label.iban'), iban)}
<fieldset><legend>${say(language, 'page.label.us_account')}</legend><div class="fields">
${input('routing_number', say(language, 'page.label.routing_number'), {
  inputmode: 'numeric',
  value: values.routing_number ?? '',
})}
${input('account_number', say(language, 'page.label.account_number'), { inputmode: 'numeric' })}
${select(
  language,
  {
    name: 'account_type',
    label: say(language, 'page.label.account_type'),
    value: values.account_type ?? '',
    options: [{ value: '', text: '—' }, ...types],
  },
  faults,
)}</div></fieldset>`
  const isFixed = edited !== undefined && !takesAccounts
  const fields = html`${!isFixed && number}
${billingField(frame, view)}
${box(frame, view, 'default_seller_method', 'seller')}`
  const title = edited
    ? say(language, 'page.title.card_edit', { method: edited.name })
    : say(language, 'page.button.bank_add')
  const below = edited ? String(edited.id) : 'bank'
  const hidden = {
    ...hiddenOf(edited),
    ...(isFixed && { full_name: values.full_name ?? '' }),
  }
  return formPage(frame, { title, below, fields, faults, hidden })
}
