import type { Frame } from '../../platform/http/pages/frame.ts'
import { html } from '../../platform/http/pages/html.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { accountTypes } from '../../processor/account-vault.ts'
import { bankForm, billingOptions, formPage, hiddenOf, type MethodFormView } from './form-pages.ts'

export interface BankFormView extends MethodFormView {
  /** Whether the page says that nobody can be paid to the account. */
  readonly saysLocal: boolean
  /** Whether the vault takes accounts. Otherwise, the number and the holder cannot be changed. */
  readonly takesAccounts: boolean
}

/** The form of a bank account. It never shows what was typed as a number. */
export function bankFormPage(frame: Frame, view: BankFormView): string {
  const { language } = frame
  const { form, edited, saysLocal, takesAccounts, faults } = view
  const ask = bankForm.fields(language, view)
  const iban = edited
    ? { hint: say(language, 'page.hint.card_number_keep', { method: edited.name }) }
    : { autofocus: true }
  const types = accountTypes.map((type) => ({
    value: type,
    text: say(language, `page.name.account_${type}`),
  }))
  const number = html`${saysLocal && html`<p class="hint">${say(language, 'page.text.bank_local')}</p>`}${
    edited === undefined && html`<p>${say(language, 'page.text.bank_proof')}</p>`
  }
${ask('full_name')}
${ask('iban', iban)}
<fieldset><legend>${say(language, 'page.label.us_account')}</legend><div class="fields">
${ask('routing_number')}
${ask('account_number')}
${ask('account_type', { options: [{ value: '', text: '—' }, ...types] })}</div></fieldset>`
  const isFixed = edited !== undefined && !takesAccounts
  const fields = html`${!isFixed && number}
${ask('billing_address_id', billingOptions(frame, view))}
${ask('default_seller_method')}`
  const title = edited
    ? say(language, 'page.title.card_edit', { method: edited.name })
    : say(language, 'page.button.bank_add')
  const below = edited ? String(edited.id) : 'bank'
  const hidden = {
    ...hiddenOf(edited),
    ...(isFixed && { full_name: form.get('full_name') ?? '' }),
  }
  return formPage(frame, { title, below, fields, faults, hidden })
}
