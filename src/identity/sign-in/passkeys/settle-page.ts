import type { Frame } from '../../../platform/http/pages/frame.ts'
import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'
import { say } from '../../../platform/i18n/catalogue.ts'
import type { PasskeySignals } from '../../users/second-factors/signals.ts'

/** The URL of the script file that creates and uses passkeys in pages. */
export const passkeyScript = new URL('passkey-page.js', import.meta.url)

interface SettleView {
  readonly signals: PasskeySignals | undefined
  /** Whether the browser may add a passkey by itself. */
  readonly canUpgrade: boolean
  /** Where the user continues. */
  readonly returnTo: string
}

/**
 * The page after a sign-in. Its script tells the providers of passkeys which ones the user has, lets
 * the browser add one, and continues. All of it takes a moment, and asks the user nothing.
 */
export function settlePage(
  { language, base, csrf, ...frame }: Frame,
  { signals, canUpgrade, returnTo }: SettleView,
): string {
  const to = `${base}/sign-in/passkeys`
  const content = html`<form method="post" action="${to}" data-settles${
    canUpgrade && html` data-options="${to}/options"`
  }${signals && signalsAttribute(signals)}>
<input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="return_to" value="${returnTo}">
<input type="hidden" name="credential" value="">
<div class="buttons"><button>${say(language, 'page.button.continue')}</button></div>
</form>`
  const title = say(language, 'page.title.signed_in')
  return layout({ language, base, csrf, ...frame }, { title, content, script: true })
}

/** What the script of the page tells the providers of passkeys. */
export const signalsAttribute = (signals: PasskeySignals) =>
  html` data-signals="${JSON.stringify(signals)}"`
