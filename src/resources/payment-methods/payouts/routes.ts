import type { FastifyReply, FastifyRequest } from 'fastify'
import { withEndedLinkPage } from '../../../identity/sign-in/links/ended-link.ts'
import { openVisits } from '../../../identity/sign-in/visits.ts'
import {
  type FreshProofDeps,
  proofState,
} from '../../../identity/users/fresh-proofs/fresh-proofs.ts'
import { deviceName } from '../../../identity/users/sessions/device.ts'
import { trackMethods } from '../../../platform/http/api/resources.ts'
import type { Frame } from '../../../platform/http/pages/frame.ts'
import { frameAt, queryParameter } from '../../../platform/http/pages/requests.ts'
import {
  basePath,
  formOf,
  type PageDeps,
  preparePages,
} from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import { runAs } from '../../../support/audit/actor.ts'
import type { WalletDeps } from '../wallet/open-wallet.ts'
import type { PayoutSource } from '../wallet/payout-emails.ts'
import {
  confirmProofPage,
  otherOwnerPage,
  type ProofView,
  proofPath,
  signInToProvePage,
  undonePage,
  undoPage,
} from './pages.ts'
import { confirmProof, findProvable } from './proof.ts'
import { findUndo, undoChange } from './undo.ts'

export interface PayoutRouteDeps {
  readonly pages: PageDeps
  readonly wallet: WalletDeps
  readonly proofs: FreshProofDeps
}

/** Where a request of a browser comes from. */
const payoutSourceOf = ({ ip, headers }: FastifyRequest): PayoutSource => ({
  address: ip,
  browser: deviceName(headers['user-agent']),
})

/** Answers a request with the token of a link. */
type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
) => Promise<string | FastifyReply>

/**
 * The pages that links in emails about payments lead to. Opening a page changes nothing, because
 * mail scanners open links. A proof needs the owner: whoever reads the mail of an account could
 * have added it with a stolen token. An undo needs no sign-in.
 */
export const payoutRoutes =
  ({ pages, wallet, proofs }: PayoutRouteDeps) =>
  async (app: App): Promise<void> => {
    preparePages(app, pages)
    const visits = openVisits({ ...proofs, authUrl: pages.authUrl })
    const complete = trackMethods(app)
    const base = basePath(pages.authUrl)
    const { db, clock } = wallet
    const links = { db, clock, linkKey: wallet.payouts.linkKey }

    /** A page that asks, and what its form does. */
    const asking = (path: string, ask: Answer, act: Answer): void => {
      app.get(base + path, (request, reply) => {
        const token = queryParameter(request, 'token') ?? ''
        return withEndedLinkPage(links, request, reply, { path, token }, () =>
          ask(request, reply, token),
        )
      })
      app.post(base + path, (request, reply) => {
        const token = formOf(request).get('token') ?? ''
        return withEndedLinkPage(links, request, reply, { path, token }, () =>
          act(request, reply, token),
        )
      })
    }

    /**
     * Runs `work` for the owner of a method who has given a fresh proof. Anybody else gets a page
     * that says what is missing, or goes to the page that asks for the proof.
     */
    const asOwner = async (
      request: FastifyRequest,
      reply: FastifyReply,
      token: string,
      work: (frame: Frame, view: ProofView) => string | Promise<FastifyReply>,
    ): Promise<string | FastifyReply> => {
      const { userId, method } = await findProvable(wallet, token)
      const view: ProofView = { token, method }
      const frame = frameAt(request, proofPath(token))
      const session = await visits.session(request)
      if (session === undefined) return signInToProvePage(frame, view)
      if (session.userId !== userId) {
        reply.code(403)
        return otherOwnerPage(frame)
      }
      const target = { userId, sessionUid: session.uid, purpose: 'payouts' } as const
      if ((await proofState(proofs, target)) === 'complete') return work(frame, view)
      const query = new URLSearchParams({ for: 'payouts', return_to: base + proofPath(token) })
      return reply.redirect(`${base}/account/confirm?${query}`, 303)
    }

    asking(
      '/payouts/confirm',
      (request, reply, token) => asOwner(request, reply, token, confirmProofPage),
      (request, reply, token) =>
        asOwner(request, reply, token, async () => {
          const proof = { token, source: { ...payoutSourceOf(request), isProved: true } }
          const actor = { kind: 'user', requestId: request.id } as const
          await runAs(actor, () => confirmProof(wallet, proof))
          return reply.redirect(`${base}/account/paymentmethods?done=method_proved`, 303)
        }),
    )

    asking(
      '/payouts/undo',
      async (request, _reply, token) => {
        const { method, heldUntil } = await findUndo(wallet, token)
        const frame = frameAt(request, `/payouts/undo?${new URLSearchParams({ token })}`)
        return undoPage(frame, { token, method, heldUntil })
      },
      async (request, _reply, token) => {
        await undoChange(wallet, { token, source: payoutSourceOf(request) })
        return undonePage(request.frame)
      },
    )
    complete()
  }
