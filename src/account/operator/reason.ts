import type { FastifyRequest } from 'fastify'
import { emailIn } from '../../identity/sign-in/fields.ts'
import {
  findSavedFields,
  type ProofTarget,
} from '../../identity/users/fresh-proofs/fresh-proofs.ts'
import type { OwnerCheck } from '../../identity/users/second-factors/reset.ts'
import { noFaults } from '../../platform/http/pages/fields.ts'
import { type FilledForm, refuseForm } from '../../platform/http/pages/form-route.ts'
import type { Form } from '../../platform/http/pages/forms.ts'
import { isReason, runAs } from '../../support/audit/actor.ts'
import type { AccountDeps } from '../deps.ts'
import type { ActGiven } from './acts.ts'

/**
 * The fields that are saved while the operator gives a proof. `act` says which form they are of.
 */
export const savedNames = ['act', 'reason', 'check', 'email']

/** The form of an act, with what the operator typed into it before giving a proof. */
export async function findTyped(
  deps: AccountDeps,
  { session }: FastifyRequest,
  act: string,
): Promise<FilledForm> {
  const { userId, uid: sessionUid } = session
  const target: ProofTarget = { userId, sessionUid, purpose: 'operator' }
  const saved = await findSavedFields(deps, target)
  return { form: new Map(saved.act === act ? Object.entries(saved) : []), faults: noFaults }
}

/**
 * Performs an act for the operator of a request. Its records name the operator and the reason.
 * @throws {Refused} validation_failed, keyed `reason`, `check`
 */
export async function perform<T>(
  request: FastifyRequest,
  form: Form,
  { checks = [] }: { readonly checks?: readonly OwnerCheck[] },
  work: (given: ActGiven) => Promise<T>,
): Promise<T> {
  const reason = form.get('reason')?.trim() ?? ''
  const email = emailIn(form)
  const check = checks.find((known) => known === form.get('check'))
  const wrong = [
    ...(checks.length > 0 && check === undefined ? (['check'] as const) : []),
    ...(isReason(reason) ? [] : (['reason'] as const)),
  ]
  if (wrong.length > 0) refuseForm(wrong.map((name) => [name, [`page.error.${name}`]]))
  const operator = { userId: request.session.userId, reason }
  return runAs({ kind: 'operator', requestId: request.id, operator }, () => work({ check, email }))
}
