import type { FastifyRequest } from 'fastify'
import { type AccountOverview, describeAccount } from '../../identity/privacy/overview.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { readId } from '../../platform/http/api/query.ts'
import { formRoute } from '../../platform/http/pages/form-route.ts'
import { queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { findMethodsAndAddresses } from '../../resources/payment-methods/payment-methods.ts'
import { runAs } from '../../support/audit/actor.ts'
import { record } from '../../support/audit/audit.ts'
import type { AccountDeps } from '../deps.ts'
import { actPage } from './act-page.ts'
import { keyOf, type UserAct, type UserActName, userActs } from './acts.ts'
import { findTyped, perform } from './reason.ts'
import { operatorRefusals } from './refusals.ts'
import { userPage } from './user-page.ts'

const names = Object.keys(userActs) as readonly UserActName[]

/** The routes to see an account. */
export function userRoutes(app: App, deps: AccountDeps): void {
  const { authUrl, db, clock, wallet } = deps
  app.get(`${basePath(authUrl)}/operator/users/:id`, async (request) => {
    const overview = await findOverview(deps, request)
    await recordView(deps, request, overview)
    const { methods, addresses } = await findMethodsAndAddresses(
      db,
      overview.account.id,
      clock.now(),
      wallet.vault.name,
    )
    const asked = queryParameter(request, 'done')
    return userPage(request.frame, {
      overview,
      methods,
      addresses: addresses.length,
      acts: names.filter((name) => mayDo(request, overview, userActs[name])),
      done: [...names, 'nothing' as const].find((name) => name === asked),
    })
  })
}

/** The routes of the acts for a user. The scope requires a fresh proof. */
export function userActRoutes(app: App, deps: AccountDeps): void {
  const { authUrl } = deps
  const base = basePath(authUrl)
  for (const name of names) {
    const act: UserAct = userActs[name]
    formRoute(app, `${base}/operator/users/:id/${name}`, {
      async page(request, _reply, sent) {
        const { language } = request.frame
        const overview = await findAllowed(deps, request, act)
        await recordView(deps, request, overview)
        const { account } = overview
        const action = `/operator/users/${account.id}/${name}`
        return actPage(request.frame, {
          action,
          title: say(language, `page.button.operator_${keyOf(name)}`),
          target: account.email,
          effect: say(language, `page.text.operator_${keyOf(name)}`),
          isDestructive: act.isDestructive,
          checks: act.checks,
          needsEmail: act.needsEmail,
          back: `/operator/users/${account.id}`,
          ...(sent ?? (await findTyped(deps, request, action))),
        })
      },
      async operation(request, reply, form) {
        const { account } = await findAllowed(deps, request, act)
        const isDone = await perform(request, form, act, (given) =>
          act.run(deps, account.id, given),
        )
        const done = isDone ? name : 'nothing'
        return reply.redirect(`${base}/operator/users/${account.id}?done=${done}`, 303)
      },
    })
  }
}

/** @throws {Refused} not_found */
async function findOverview(
  { credentials, secretKey }: AccountDeps,
  { params }: FastifyRequest,
): Promise<AccountOverview> {
  const id = readId((params as { id: string }).id)
  const overview = await describeAccount({ ...credentials, secretKey }, id)
  if (overview === undefined) throw new Refused(refusals.not_found)
  return overview
}

/** Finds the user of an act. @throws {Refused} not_found, own_account, operator_account */
async function findAllowed(
  deps: AccountDeps,
  request: FastifyRequest,
  act: UserAct,
): Promise<AccountOverview> {
  const overview = await findOverview(deps, request)
  if (isOwn(request, overview)) throw new Refused(operatorRefusals.own_account)
  if (act.givesAccess && overview.roles.has('operator'))
    throw new Refused(operatorRefusals.operator_account)
  return overview
}

const isOwn = ({ session }: FastifyRequest, { account }: AccountOverview): boolean =>
  account.id === session.userId

const mayDo = (request: FastifyRequest, overview: AccountOverview, act: UserAct): boolean =>
  act.fits(overview) &&
  !isOwn(request, overview) &&
  !(act.givesAccess && overview.roles.has('operator'))

/** Views of an account within this time are recorded once, in milliseconds. */
const lookMs = 3_600_000

/** Records that an operator looks at the data of a user, once an hour. */
async function recordView(
  { db, clock }: AccountDeps,
  request: FastifyRequest,
  { account, activity }: AccountOverview,
): Promise<void> {
  const { userId } = request.session
  const since = clock.now() - lookMs
  const isKnown = activity.some(
    ({ action, at, details }) =>
      action === 'user.viewed' &&
      Date.parse(at) > since &&
      (JSON.parse(details) as { operator_id?: number }).operator_id === userId,
  )
  if (isKnown || account.id === userId) return
  const viewed = { userId: account.id, action: 'user.viewed' } as const
  await runAs({ kind: 'operator', requestId: request.id, operator: { userId } }, () =>
    db.transactionFor(account.id, (tx) => record(tx, viewed)),
  )
}
