import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html, markup } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { time } from '../../platform/http/pages/parts/time.ts'
import { timeText } from '../../platform/i18n/time-text.ts'
import type { Listing } from '../../resources/listings/directory/directory.ts'
import type { DemoFile } from '../demo/demo.ts'
import type { DemoCard } from './cards.ts'
import { type Faults, type VaultAnswer, vaultAnswers } from './faults.ts'
import type { Inbox } from './inbox.ts'
import { action, listingSection, section, tokenSection } from './sections.ts'
import type { Exchange, Traffic } from './traffic.ts'

/** What a page says after an action. */
export const notices = [
  ['clock', 'The clock is set.'],
  ['clock_limit', 'The clock can be at most ten years ahead.'],
  ['card', 'The card has expired.'],
  ['vault', 'The card vault answers as you chose.'],
  ['webhook', 'The next delivery to a webhook will be dropped.'],
  ['tokens', 'The demo has new access tokens.'],
  ['reset', 'The data is reset.'],
  ['not_sure', 'Nothing is reset. Tick the box first.'],
] as const
export type Notice = (typeof notices)[number][0]

const hourMs = 3_600_000

/** How far a button moves the clock. 0 sets it to the time of the machine. */
export const clockSteps = [
  { name: 'hour', text: '1 hour ahead', ms: hourMs },
  { name: 'day', text: '1 day ahead', ms: 24 * hourMs },
  { name: 'month', text: '31 days ahead', ms: 31 * 24 * hourMs },
  { name: 'year', text: '1 year ahead', ms: 366 * 24 * hourMs },
  { name: 'now', text: 'Back to the real time', ms: 0 },
] as const

/** What the page shows of the control room. */
interface ShownRoom extends LiveRoom {
  readonly demo: DemoFile
  readonly faults: Readonly<Faults>
  readonly ownsDatabase: boolean
  readonly aheadMs: number
}

interface LiveRoom {
  readonly traffic: Pick<Traffic, 'latest'>
  readonly inbox: Pick<Inbox, 'list'>
}

export interface ControlRoomView {
  readonly room: ShownRoom
  readonly cards: readonly DemoCard[]
  readonly listings: readonly Listing[]
  /** When the first of the demo's access tokens ends, in milliseconds. 0 if it has ended. */
  readonly tokensEndAt: number
  readonly notice: string | undefined
}

/** The control room of a service in development. */
export function controlRoomPage(
  frame: Frame,
  { room, cards, listings, tokensEndAt, notice }: ControlRoomView,
): string {
  const { base } = frame
  const { seed } = room.demo
  const content = html`<link rel="stylesheet" href="${base}/demo/room.css">
<p>This page exists in development only. ${
    seed !== undefined && html`The seed of the data is <code>${seed}</code>.`
  }</p>
${notice && html`<p class="notice" role="status">${notice}</p>`}
<div class="room">
${signInCard(frame, room)}
${tokenSection(frame, room.demo, tokensEndAt === 0)}
${clockCard(frame, room, tokensEndAt)}
${listingSection(frame, room.demo, listings)}
${cardCard(frame, cards)}
${vaultCard(frame, room.faults.vaultAnswer)}
${webhookCard(frame, room.faults.dropsLeft)}
${resetCard(frame, room)}
</div>
<div data-live="${base}/demo/live">${livePart(frame, room)}</div>
<p class="hint">Without a script, reload the page to see what is new.</p>
<script type="module" src="${base}/demo/live.js"></script>`
  return layout(frame, { title: 'Control room', content, isEnglish: true })
}

/** The last emails and requests. The script of the page replaces this part as time goes on. */
export function livePart(frame: Frame, { inbox, traffic }: LiveRoom): Html {
  const emails = inbox.list(5)
  return html`<section><h2>Emails</h2>
${
  emails.length === 0
    ? html`<p class="hint">No email has arrived.</p>`
    : html`<ul class="lines">${emails.map(
        ({ name, subject, to, date }) =>
          html`<li><a href="${frame.base}/demo/mail/${name}">${subject}</a> to ${to} ${time(frame, date)}</li>`,
      )}</ul>`
}
<p><a href="${frame.base}/demo/mail">Open the inbox</a></p></section>
<section><h2>Requests</h2>
${
  traffic.latest.length === 0
    ? html`<p class="hint">No request has arrived since the start.</p>`
    : html`<ol class="lines traffic">${traffic.latest.slice(0, 30).map((one) => requestLine(frame, one))}</ol>`
}</section>`
}

function requestLine(frame: Frame, exchange: Exchange): Html {
  const { id, at, direction, method, target, outcome, ms, details } = exchange
  const request = html`<code>${method} ${target}</code>`
  const sent = direction === 'sent' && html`<span class="tag">to a webhook</span>`
  const failed = !/^[1-3]\d\d$/.test(outcome) && markup(' class="failed"')
  return html`<li>${
    details ? html`<a href="${frame.base}/demo/requests/${id}">${request}</a>` : request
  } ${sent} <strong${failed}>${outcome}</strong>
<span class="hint">${ms} ms, ${time(frame, at)}</span></li>`
}

function signInCard(frame: Frame, { demo }: ShownRoom): Html {
  const buttons = demo.users.map(({ email }) =>
    action(
      frame,
      'sign-in',
      html`<input type="hidden" name="email" value="${email}"><button class="quiet">${email}</button>`,
    ),
  )
  return section(
    'Sign in as',
    html`<div class="buttons">${buttons}</div>
<p><a href="${frame.base}/demo/authorize">Sign in to an application with a password</a></p>`,
  )
}

function clockCard(frame: Frame, { aheadMs, ownsDatabase }: ShownRoom, tokensEndAt: number): Html {
  const endsTokens = (ms: number) =>
    tokensEndAt > 0 && (frame.now ?? 0) + ms >= tokensEndAt && ' (ends the tokens)'
  const now = html`<p>The service believes that it is <time>${timeText('en', frame.now ?? 0, frame.timeZone)}</time>${
    aheadMs > 0 && `, ${describe(aheadMs)} ahead`
  }.</p>`
  const buttons = clockSteps
    .filter(({ ms }) => ms > 0 || aheadMs > 0)
    .map(({ name, text, ms }) => {
      const style = ms > 0 && markup(' class="quiet"')
      return html`<button name="step" value="${name}"${style}>${text}${endsTokens(ms)}</button>`
    })
  return section(
    'Clock',
    html`${now}${
      aheadMs > 0 &&
      html`<p class="hint">ID tokens carry this time, so some applications refuse them until it is set back.</p>`
    }${
      ownsDatabase
        ? action(frame, 'clock', html`<div class="buttons">${buttons}</div>`)
        : html`<p class="hint">The clock of PostgreSQL cannot be moved.</p>`
    }`,
  )
}

/** A duration in days and hours, such as "1 day and 3 hours". */
function describe(ms: number): string {
  const hours = Math.round(ms / hourMs)
  const parts = [
    [Math.floor(hours / 24), 'day'],
    [hours % 24, 'hour'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
    .join(' and ')
}

function cardCard(frame: Frame, cards: readonly DemoCard[]): Html {
  const options = cards
    .filter(({ expired }) => !expired)
    .map(
      ({ userId, id, holder, brand, last4, expiryMonth, expiryYear }) =>
        html`<option value="${userId}-${id}">${holder}: ${brand} ${last4}, until ${String(
          expiryMonth,
        ).padStart(2, '0')}/${expiryYear}</option>`,
    )
  return section(
    'Expire a card',
    options.length === 0
      ? html`<p class="hint">Every card has expired.</p>`
      : action(
          frame,
          'expire-card',
          html`<div class="field"><label for="card">Card</label>
<select id="card" name="card">${options}</select></div><button class="quiet">Let it expire</button>`,
        ),
  )
}

const answerTexts: Readonly<Partial<Record<VaultAnswer, string>>> = {
  accept: 'Accept',
  slow: 'Accept after 5 seconds',
  unavailable: 'Be unavailable (503)',
}

function vaultCard(frame: Frame, current: VaultAnswer): Html {
  const options = vaultAnswers.map((answer) => {
    const selected = answer === current && markup(' selected')
    return html`<option value="${answer}"${selected}>${answerTexts[answer] ?? `Decline: ${answer}`}</option>`
  })
  return section(
    'Card vault',
    html`${
      current !== 'accept' && html`<p class="failed">Now: ${answerTexts[current] ?? current}.</p>`
    }${action(
      frame,
      'vault',
      html`<div class="field"><label for="answer">Answer to new and changed cards</label>
<select id="answer" name="answer">${options}</select></div><button class="quiet">Set</button>`,
    )}`,
  )
}

const webhookCard = (frame: Frame, dropsLeft: number): Html =>
  section(
    'Webhooks',
    html`<p>A dropped delivery fails as if the connection broke. Foyer sends it again later.${
      dropsLeft > 0 && html` <strong>Deliveries to drop: ${dropsLeft}.</strong>`
    }</p>${action(frame, 'drop-webhook', html`<button class="quiet">Drop the next delivery</button>`)}`,
  )

const resetCard = (frame: Frame, { ownsDatabase }: ShownRoom): Html =>
  section(
    'Reset',
    ownsDatabase
      ? action(
          frame,
          'reset',
          html`<div class="check"><input id="sure" name="sure" type="checkbox" value="yes" required>
<label for="sure">Delete all users, applications and emails, and create the demo again</label></div>
<button class="quiet danger">Reset the data</button>`,
        )
      : html`<p class="hint">Data in PostgreSQL is not reset. Use an empty database.</p>`,
  )
