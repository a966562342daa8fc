import type { FormFaults } from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html } from '../../platform/http/pages/html.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import type { HostedFields } from '../../processor/vault.ts'
import { billingOptions, cardForm, formPage, type MethodFormView } from './form-pages.ts'

export interface HostedCardView extends MethodFormView {
  readonly hosted: HostedFields
  /** The setup in which the user has confirmed the card, if that is done. */
  readonly confirmed: string | undefined
}

/**
 * The form of a card with the processor's own fields, which need a script. When the card is
 * confirmed, the rest of the form works without one.
 */
export function hostedCardPage(frame: Frame, view: HostedCardView): string {
  const { language } = frame
  const { confirmed, hosted, faults } = view
  const ask = cardForm.fields(language, view)
  const fields = html`${ask('full_name')}
${confirmed === undefined ? cardFields(frame, faults) : html`<p>${say(language, 'page.text.card_confirmed')}</p>`}
${ask('billing_address_id', billingOptions(frame, view))}
${ask('default_buyer_method')}
${confirmed === undefined && html`<p role="status" data-card-status hidden></p>`}`
  const title = say(language, 'page.button.card_add')
  const page = { title, below: 'card', fields, faults, hidden: { card_token: confirmed ?? '' } }
  if (confirmed !== undefined) return formPage(frame, page)
  const around = (form: Html) => hostedSection(frame, hosted, form)
  return formPage(frame, { ...page, around, processorScript: hosted.script })
}

function cardFields({ language }: Frame, faults: FormFaults): Html {
  const wrong = faults.get('card_token')
  const title = say(language, 'page.label.card_fields')
  return html`<div class="field" role="group" id="card_token" tabindex="-1"
 aria-labelledby="card-fields"><strong id="card-fields">${title}</strong>
<div data-card-element></div>
${wrong && html`<p class="fault" id="card_token-fault">${say(language, ...wrong)}</p>`}
<p class="fault" role="alert" tabindex="-1" data-card-fault hidden></p>
<p class="hint">${say(language, 'page.text.card_hosted')}</p></div>`
}

/** The form is hidden until the script shows the fields. Until then the page explains itself. */
const hostedSection = ({ language }: Frame, { publishableKey }: HostedFields, form: Html): Html =>
  html`<p data-card-missing>${say(language, 'page.text.card_script')}</p>
<div hidden data-card-fields data-key="${publishableKey}"
 data-failed="${say(language, 'page.text.card_fields_failed')}"
 data-unavailable="${say(language, 'page.error.vault')}"
 data-confirming="${say(language, 'page.text.card_confirming')}">
${form}
</div>`
