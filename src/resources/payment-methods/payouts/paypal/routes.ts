import type { FastifyReply, FastifyRequest } from 'fastify'
import { pendingCookies } from '../../../../identity/sign-in/providers/offer.ts'
import type { Expected, Provider } from '../../../../identity/sign-in/providers/provider.ts'
import { withReturn } from '../../../../identity/sign-in/return-to.ts'
import { openVisits } from '../../../../identity/sign-in/visits.ts'
import { proofState } from '../../../../identity/users/fresh-proofs/fresh-proofs.ts'
import { identityRefusals } from '../../../../identity/users/refusals.ts'
import type { Session } from '../../../../identity/users/sessions/sessions.ts'
import { Refused, refusals } from '../../../../platform/errors/refusals.ts'
import { readId } from '../../../../platform/http/api/query.ts'
import { trackMethods } from '../../../../platform/http/api/resources.ts'
import { frameAt, queryParameter } from '../../../../platform/http/pages/requests.ts'
import { basePath, preparePages } from '../../../../platform/http/pages/scope.ts'
import type { App } from '../../../../platform/http/server.ts'
import type { Key } from '../../../../platform/secrets/keys.ts'
import { runAs } from '../../../../support/audit/actor.ts'
import { challengesFrom } from '../../../../support/limits/subjects.ts'
import { countUse } from '../../../../support/limits/table-counts.ts'
import { findPaymentMethod } from '../../payment-methods.ts'
import { otherPayPalPage, type PayPalView, toPayPalPage } from '../pages.ts'
import { proveAddress } from '../proof.ts'
import type { PayoutRouteDeps } from '../routes.ts'

/** PayPal, with which owners confirm their accounts. */
export interface PayPalSignIn {
  readonly provider: Provider
  /** Seals what a browser keeps while its user is at PayPal. */
  readonly key: Key
}

/** A confirmation that is under way at PayPal. The user has given a fresh proof before it. */
interface Pending extends Expected {
  readonly userId: number
  readonly session: string
  /** The payment method. */
  readonly method: number
}

/** How long a user may take at PayPal. */
const pendingTtlMs = 10 * 60_000
/** Requests that wait for PayPal have more time. */
const config = { timeoutMs: 10_000 } as const

/**
 * The pages on which owners confirm their PayPal accounts by signing in to PayPal (OpenID Connect),
 * in place of the link in an email. They need a fresh proof, like the link.
 */
export const payPalRoutes =
  (deps: PayoutRouteDeps, { provider, key }: PayPalSignIn) =>
  async (app: App): Promise<void> => {
    const { pages, wallet, proofs } = deps
    const { authUrl } = pages
    preparePages(app, { ...pages, mayRedirectAway: true })
    const complete = trackMethods(app)
    const base = basePath(authUrl)
    const path = `${base}/payouts/paypal`
    const callback = `${authUrl}/payouts/paypal/callback`
    const visits = openVisits({ ...proofs, authUrl })
    const cookies = pendingCookies<Pending>(
      { key, authUrl, now: wallet.clock.now },
      { name: 'paypal', path, ttlMs: pendingTtlMs },
    )

    /** Finds an account that its owner may confirm now, or redirects to what comes first. */
    const withAccount = async (
      request: FastifyRequest,
      reply: FastifyReply,
      work: (session: Session, view: PayPalView) => string | Promise<string | FastifyReply>,
    ): Promise<string | FastifyReply> => {
      const id = readId((request.params as { id: string }).id)
      const here = `${path}/${id}`
      const session = await visits.session(request)
      if (session === undefined) return reply.redirect(base + withReturn('/sign-in', here), 303)
      const { userId, uid: sessionUid } = session
      const isProven = await proofState(proofs, { userId, sessionUid, purpose: 'payouts' })
      if (isProven !== 'complete') {
        const query = new URLSearchParams({ for: 'payouts', return_to: here })
        return reply.redirect(`${base}/account/confirm?${query}`, 303)
      }
      const method = await findPaymentMethod(
        wallet.db,
        userId,
        id,
        wallet.clock.now(),
        wallet.vault.name,
      )
      if (method.type !== 'PayPal') throw new Refused(refusals.not_found)
      if (method.verified_at !== null) return reply.redirect(`${base}/account/paymentmethods`, 303)
      return work(session, { id, email: method.email })
    }

    app.get(`${path}/:id`, (request, reply) =>
      withAccount(request, reply, (_session, view) =>
        toPayPalPage(frameAt(request, `/payouts/paypal/${view.id}`), view),
      ),
    )

    app.post(`${path}/:id`, { config }, (request, reply) =>
      withAccount(request, reply, async ({ userId, uid: session }, { id: method }) => {
        const { address } = visits.from(request)
        const { url, expected } = await countUse(
          proofs.credentials.counts,
          challengesFrom(address),
          () => provider.begin(callback),
        )
        const pending = { ...expected, userId, session, method }
        const { headers, browser } = request
        for (const header of cookies.begin(headers.cookie, browser, pending))
          reply.header('Set-Cookie', header)
        return reply.redirect(url, 303)
      }),
    )

    app.get(`${path}/callback`, { config }, async (request, reply) => {
      const { headers, browser } = request
      const state = queryParameter(request, 'state') ?? ''
      const found = cookies.find(headers.cookie, browser, state)
      if (found === undefined) throw new Refused(identityRefusals.sign_in_expired)
      for (const header of found.ends) reply.header('Set-Cookie', header)
      const pending = found.value
      const session = await visits.session(request)
      if (session?.uid !== pending.session) throw new Refused(identityRefusals.sign_in_expired)
      const [, search = ''] = request.url.split(/(?=\?)/)
      const provided = await provider.finish(new URL(callback + search), pending)
      const list = `${base}/account/paymentmethods`
      if (provided === undefined) return reply.redirect(list, 303)
      const { userId, method: id } = pending
      const source = { ...visits.from(request), isProved: true }
      const proof = { userId, id, email: provided.email, source }
      const actor = { kind: 'user', requestId: request.id } as const
      const { isProved, email } = await runAs(actor, () => proveAddress(wallet, proof))
      if (isProved) return reply.redirect(`${list}?done=method_proved`, 303)
      reply.code(403)
      return otherPayPalPage(frameAt(request, `/payouts/paypal/${id}`), { id, email })
    })
    complete()
  }
