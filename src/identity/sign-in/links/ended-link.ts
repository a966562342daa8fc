import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRefused } from '../../../platform/errors/refusals.ts'
import { form } from '../../../platform/http/pages/fields.ts'
import type { Frame } from '../../../platform/http/pages/frame.ts'
import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'
import { frameAt } from '../../../platform/http/pages/requests.ts'
import { type MessageKey, say } from '../../../platform/i18n/catalogue.ts'
import type { CredentialDeps } from '../../users/credentials/credentials.ts'
import { type EndedLink, findEndedLink, type LinkKind } from '../../users/email-links/links.ts'
import { identityRefusals } from '../../users/refusals.ts'
import { withReturn } from '../return-to.ts'
import { returnToIn } from '../way-back.ts'

/** The link of an email, and the page that it leads to. */
interface FollowedLink {
  /** The path of the page below the issuer. */
  readonly path: string
  /** The token as the user sent it. */
  readonly token: string
  /** The token that the link is stored under, if the user may have typed it. */
  readonly code?: string
  /** If given, links of other kinds count as unknown. */
  readonly kind?: LinkKind
}

type LinkDeps = Pick<CredentialDeps, 'db' | 'clock' | 'linkKey'>

/** Runs `work`. If the link has ended, shows why it no longer works. */
export async function withEndedLinkPage(
  deps: LinkDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  link: FollowedLink,
  work: () => Promise<string | FastifyReply>,
): Promise<string | FastifyReply> {
  try {
    return await work()
  } catch (error) {
    if (!isRefused(error, identityRefusals.expired)) throw error
    return showEndedLink(deps, request, reply, link)
  }
}

/** Shows why a link no longer works. */
export async function showEndedLink(
  deps: LinkDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { path, token, code = token, kind }: FollowedLink,
): Promise<string> {
  request.log.info({ refused: 'link_expired' }, 'an error page was shown')
  reply.code(410)
  const ended = await findEndedLink(deps, code)
  const link = kind === undefined || ended?.kind === kind ? ended : undefined
  const returnTo = returnToIn(request.browser, link?.wayBack)
  const frame = frameAt(request, `${path}?${new URLSearchParams({ token })}`)
  return endedLinkPage(frame, { token, link, returnTo })
}

interface EndedLinkView {
  readonly token: string
  /** Undefined if the link is unknown. */
  readonly link: EndedLink | undefined
  /** Where the user was going. */
  readonly returnTo: string | undefined
}

/**
 * Explains why the link of an email no longer works, and how the user can continue. It does not
 * reveal whether there is an account.
 */
function endedLinkPage(frame: Frame, { token, link, returnTo }: EndedLinkView): string {
  const { language, base } = frame
  const isConfirmed = link?.kind === 'sign_up' && link.end === 'used'
  const again =
    link !== undefined &&
    !isConfirmed &&
    (link.kind === 'sign_up' || link.kind === 'reset_password') &&
    html`<p>${say(language, 'page.text.another_link', { email: link.email })}</p>
${form(
  frame,
  `${base}/another-link`,
  html`<div class="buttons"><button>${say(language, 'page.button.another_link')}</button></div>`,
  { hidden: { token } },
)}`
  const signIn = base + withReturn('/sign-in', returnTo)
  const items = waysOf(link).map(
    ([path, key]) =>
      html`<li><a href="${base}${withReturn(path, returnTo)}">${say(language, key)}</a></li>`,
  )
  const ways = isConfirmed
    ? html`<p><a class="button" href="${signIn}">${say(language, 'page.title.sign_in')}</a></p>`
    : html`<ul class="links">${items}</ul>`
  const content = html`<p>${say(language, textOf(link))}</p>
${again}
${ways}`
  return layout(frame, { title: say(language, 'page.title.link_expired'), content, isError: true })
}

function textOf(link: EndedLink | undefined): MessageKey {
  if (link === undefined) return 'page.text.link_expired'
  if (link.end === 'used') return usedTexts[link.kind]
  return link.end === 'replaced' ? 'page.text.link_replaced' : 'page.text.link_too_old'
}

const usedTexts = {
  sign_up: 'page.text.link_used_sign_up',
  reset_password: 'page.text.link_used',
  new_email: 'page.text.link_used_new_email',
  sign_in: 'page.text.link_used',
  email_sign_in: 'page.text.link_used',
  payout_proof: 'page.text.link_used',
  payout_undo: 'page.text.link_used',
  sign_in_undo: 'page.text.link_used',
} as const satisfies Record<EndedLink['kind'], MessageKey>

function waysOf(link: EndedLink | undefined): readonly (readonly [string, MessageKey])[] {
  if (link?.kind === 'new_email') return [['/account/security', 'page.link.to_security']]
  const signIn = ['/sign-in', 'page.title.sign_in'] as const
  return link === undefined
    ? [signIn, ['/forgotten-password', 'page.link.forgotten'], ['/sign-up', 'page.link.sign_up']]
    : [signIn]
}
