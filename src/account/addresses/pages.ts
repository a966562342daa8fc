import {
  type FormFaults,
  form,
  noFaults,
  notice,
  summary,
} from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { actionsOn, type Row, rows } from '../../platform/http/pages/parts/rows.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { type Address, maxAddressesPerUser } from '../../resources/addresses/addresses.ts'
import { printedLines } from '../../resources/countries/printed-lines.ts'
import { formKeyField } from '../../support/idempotency/write.ts'
import { addressForm } from './form-page.ts'

/** The changes that the list confirms with a notice. */
export const addressNotices = ['address_added', 'address_saved', 'address_default'] as const

export interface AddressesView {
  readonly addresses: readonly Address[]
  readonly done?: (typeof addressNotices)[number] | undefined
  /** The address that was just deleted, to undo it, and the random key of the form that does. */
  readonly undo?: Undo | undefined
  readonly faults?: FormFaults
}

interface Undo {
  readonly address: Address
  readonly formKey: string
}

/** Lists the addresses of the user. */
export function addressesPage(frame: Frame, view: AddressesView): string {
  const { language, base } = frame
  const { addresses, done, undo, faults = noFaults } = view
  const sorted = addresses.toSorted((a, b) => Number(b.default) - Number(a.default) || a.id - b.id)
  const items = sorted.map((address) => addressItem(frame, address))
  const add = {
    href: `${base}/account/addresses/new`,
    text: say(language, 'page.button.address_add'),
  }
  const adds = addresses.length < maxAddressesPerUser ? [add] : []
  const content = html`${summary(language, faults)}
${notice(done && say(language, `page.text.${done}`))}
${undo && undoNotice(frame, undo)}
${addresses.length === 0 && html`<p>${say(language, 'page.text.no_addresses')}</p>`}
${rows(frame, items, 2, adds)}`
  return layout(frame, {
    title: say(language, 'page.title.addresses'),
    content,
    isError: faults.size > 0,
    account: 'addresses',
  })
}

/** A short name of an address, for buttons. */
export const shortLine = (address: Address): string =>
  [address.full_name, address.address_1, address.city].filter(Boolean).join(', ')

/** The lines of an address without its person, who stands above it in all countries. */
const placeLines = ({ language }: Frame, address: Address): Html =>
  html`${printedLines({ ...address, full_name: null }, language).map((line) => html`${line}<br>`)}`

/** An address, headed by its person. */
const addressRow = (frame: Frame, address: Address): Row => ({
  name: address.full_name ?? shortLine(address),
  tag: address.default && say(frame.language, 'page.name.default'),
  text: placeLines(frame, address),
})

/** An address with what the user can do with it. */
function addressItem(frame: Frame, address: Address): Row {
  const { language, base } = frame
  const path = `${base}/account/addresses/${address.id}`
  const { link, button } = actionsOn(frame, shortLine(address))
  return {
    ...addressRow(frame, address),
    menuName: shortLine(address),
    status: address.billed && say(language, 'page.text.address_billed'),
    actions: [
      link(path, say(language, 'page.button.edit')),
      !address.default && button(`${path}/default`, say(language, 'page.button.make_default')),
      !address.billed && link(`${path}/delete`, say(language, 'page.button.delete'), 'danger'),
    ],
  }
}

/** Tells that an address was deleted, with a button that creates it again. */
function undoNotice(frame: Frame, { address, formKey }: Undo): Html {
  const { language, base } = frame
  const hidden = { ...Object.fromEntries(addressForm.fill(address).form), [formKeyField]: formKey }
  const button = html`<button class="quiet">${say(language, 'page.button.undo')}</button>`
  return html`<div class="notice" role="status"><p>${say(language, 'page.text.address_deleted')}</p>
${form(frame, `${base}/account/addresses/new`, button, { hidden })}</div>`
}

/** Asks whether to delete an address. */
export function deleteAddressPage(frame: Frame, address: Address): string {
  const { language, base } = frame
  const button = html`<div class="buttons"><button class="danger">${say(language, 'page.button.delete')}</button>
<a class="button quiet" href="${base}/account/addresses">${say(language, 'page.link.cancel')}</a></div>`
  const content = html`${rows(frame, [addressRow(frame, address)], 2)}
<p>${say(language, 'page.text.address_delete')}${
    address.default && html` ${say(language, 'page.text.address_delete_default')}`
  }</p>
${form(frame, `${base}/account/addresses/${address.id}/delete`, button)}`
  const title = say(language, 'page.title.address_delete')
  return layout(frame, { title, content, account: 'addresses' })
}
