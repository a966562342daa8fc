import { copyButton } from '../../platform/http/pages/fields.ts'
import { csrfField } from '../../platform/http/pages/forms.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html, markup, type Piece } from '../../platform/http/pages/html.ts'
import type { Coupon, Listing } from '../../resources/listings/directory/directory.ts'
import { curlLine } from '../banner.ts'
import type { DemoFile } from '../demo/demo.ts'

/** A section of the control room. */
export const section = (title: string, content: Piece): Html =>
  html`<section class="card"><h2>${title}</h2>${content}</section>`

/** A form that runs an action of the control room. */
export const action = ({ base, csrf }: Frame, name: string, content: Piece): Html =>
  html`<form method="post" action="${base}/demo/${name}">
<input type="hidden" name="${csrfField}" value="${csrf}">${content}</form>`

/** A command, with a button that copies it. */
const command = ({ language }: Frame, id: string, line: string, name: string): Html =>
  html`<pre class="command" id="${id}">${line}</pre>${copyButton(language, `#${id}`, name)}`

/** The token of each user with a first request, and the request for a token of the application. */
export function tokenSection(frame: Frame, demo: DemoFile, haveEnded: boolean): Html {
  const { base_url, auth_url, application, users } = demo
  const { client_id, client_secret } = application
  const renew = action(frame, 'tokens', html`<button class="quiet">Issue new tokens</button>`)
  const requests = users.map(
    ({ email, access_token }, at) => html`<details${at === 0 && markup(' open')}>
<summary>${email}</summary>
${command(frame, `token-${at}`, access_token, `Token of ${email}`)}
${command(frame, `request-${at}`, curlLine(access_token, `${base_url}/addresses`), `Request as ${email}`)}</details>`,
  )
  const credentials = `'${client_id}:${client_secret}'`
  const tokenRequest = `curl -u ${credentials} -d grant_type=client_credentials ${auth_url}/oauth2/token`
  return section(
    'Access tokens',
    html`${haveEnded && html`<p class="failed">The tokens have ended.</p>${renew}`}${requests}
<details><summary>The application ${client_id}</summary>
${command(frame, 'request-token', tokenRequest, client_id)}</details>`,
  )
}

/** The listings of the demo, and a request for the ways to pay for the first one. */
export function listingSection(
  frame: Frame,
  { base_url, users }: DemoFile,
  listings: readonly Listing[],
): Html | false {
  const [first] = listings
  const [user] = users
  if (first === undefined || user === undefined) return false
  const [method] = first.delivery_methods.filter(({ pickup }) => pickup)
  const purchase = {
    number_of_tickets: first.splits?.[0] ?? 1,
    delivery_method_id: method?.id ?? null,
    pickup_full_name: method ? 'Ada Lovelace' : null,
    coupons: first.coupons.slice(0, 1).map(({ code }) => code),
  }
  const url = `${base_url}/listings/${first.id}/paymentmethods`
  const change = `-X PUT -H 'Content-Type: application/json' -d '${JSON.stringify(purchase)}'`
  return section(
    'Listings',
    html`<ul class="lines">${listings.map((listing) => listingLine(frame, listing))}</ul>
<details><summary>Pay for ${first.id} as ${user.email}</summary>
${command(frame, 'request-listing', curlLine(user.access_token, url, change), first.id)}</details>`,
  )
}

function listingLine({ now = 0 }: Frame, listing: Listing): Html {
  const { id, currency, price, number_of_tickets, splits, accepted_payment_types } = listing
  const sold = splits === null ? '' : `, in groups of ${splits.join(', ')}`
  const ways = listing.delivery_methods.map(
    (method) =>
      `${method.id} (${method.name}${method.countries ? `: ${method.countries.join(', ')}` : ''})`,
  )
  const coupons = listing.coupons.map((coupon) => describeCoupon(coupon, now))
  return html`<li><strong>${id}</strong>: ${number_of_tickets} tickets at ${price} ${currency}${sold}.
<span class="hint">Payment: ${accepted_payment_types.join(', ')}. Delivery: ${ways.join(', ')}.${
    coupons.length > 0 && ` Coupons: ${coupons.join(', ')}.`
  }</span></li>`
}

function describeCoupon({ code, expires_at }: Coupon, now: number): string {
  if (expires_at === null) return code
  const day = expires_at.slice(0, 10)
  return `${code} (${Date.parse(expires_at) <= now ? 'expired' : 'until'} ${day})`
}
