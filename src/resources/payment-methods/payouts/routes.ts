import type { FastifyReply, FastifyRequest } from 'fastify'
import { findEndedLink } from '../../../identity/email-links/links.ts'
import { identityRefusals } from '../../../identity/refusals.ts'
import { deviceName } from '../../../identity/sessions/device.ts'
import { endedLinkPage } from '../../../identity/sign-in/links/pages.ts'
import { isRefused } from '../../../platform/errors/refusals.ts'
import { trackMethods } from '../../../platform/http/api/resources.ts'
import { frameAt, queryParameter } from '../../../platform/http/pages/requests.ts'
import {
  basePath,
  formOf,
  type PageDeps,
  preparePages,
} from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import type { WalletDeps } from '../vault/vault-work.ts'
import { confirmProofPage, provedPage, undonePage, undoPage } from './pages.ts'
import type { PayoutSource } from './payouts.ts'
import { confirmProof, findProof } from './proof.ts'
import { findUndo, undoChange } from './undo.ts'

export interface PayoutRouteDeps {
  readonly pages: PageDeps
  readonly wallet: WalletDeps
}

/** Where a request of a browser comes from. */
const payoutSourceOf = ({ ip, headers }: FastifyRequest): PayoutSource => ({
  address: ip,
  browser: deviceName(headers['user-agent']),
})

/**
 * The pages that links in emails about payments lead to. They need no sign-in, so that they work on
 * another device. Opening a page changes nothing, because mail scanners open links.
 */
export const payoutRoutes =
  ({ pages, wallet }: PayoutRouteDeps) =>
  async (app: App): Promise<void> => {
    preparePages(app, pages)
    const complete = trackMethods(app)
    const base = basePath(pages.authUrl)
    const { db, clock } = wallet
    const { linkKey } = wallet.payouts

    /** Runs `work`. If the link has ended, shows why it no longer works. */
    const withEndedLinkPage = async (
      request: FastifyRequest,
      reply: FastifyReply,
      { path, token }: { readonly path: string; readonly token: string },
      work: () => Promise<string>,
    ): Promise<string> => {
      try {
        return await work()
      } catch (error) {
        if (!isRefused(error, identityRefusals.expired)) throw error
        request.log.info({ refused: 'link_expired' }, 'an error page was shown')
        reply.code(410)
        const frame = frameAt(request, `${path}?${new URLSearchParams({ token })}`)
        const link = await findEndedLink({ db, clock, linkKey }, token)
        return endedLinkPage(frame, { token, link, returnTo: undefined })
      }
    }
    /** A page that asks, and what its form does. */
    const asking = (
      path: string,
      ask: (request: FastifyRequest, token: string) => Promise<string>,
      act: (request: FastifyRequest, token: string) => Promise<string>,
    ): void => {
      app.get(base + path, (request, reply) => {
        const token = queryParameter(request, 'token') ?? ''
        return withEndedLinkPage(request, reply, { path, token }, () => ask(request, token))
      })
      app.post(base + path, (request, reply) => {
        const token = formOf(request).get('token') ?? ''
        return withEndedLinkPage(request, reply, { path, token }, () => act(request, token))
      })
    }

    asking(
      '/payouts/confirm',
      async (request, token) => {
        const { email } = await findProof(wallet, token)
        const frame = frameAt(request, `/payouts/confirm?${new URLSearchParams({ token })}`)
        return confirmProofPage(frame, { token, method: { type: 'PayPal', email } })
      },
      async (request, token) => {
        const source = payoutSourceOf(request)
        return provedPage(request.frame, await confirmProof(wallet, { token, source }))
      },
    )

    asking(
      '/payouts/undo',
      async (request, token) => {
        const { method } = await findUndo(wallet, token)
        const frame = frameAt(request, `/payouts/undo?${new URLSearchParams({ token })}`)
        return undoPage(frame, { token, method })
      },
      async (request, token) => {
        await undoChange(wallet, token)
        return undonePage(request.frame)
      },
    )
    complete()
  }
