import type { FastifyRequest } from 'fastify'
import { findSavedFields, type ProofTarget } from '../../identity/fresh-proofs/fresh-proofs.ts'
import type { OwnerCheck } from '../../identity/second-factors/reset.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import type { Form } from '../../platform/http/pages/forms.ts'
import { formOf } from '../../platform/http/pages/scope.ts'
import type { Message } from '../../platform/i18n/catalogue.ts'
import { isReason, runAs } from '../../support/audit/actor.ts'
import type { AccountDeps } from '../deps.ts'
import type { ActGiven } from './acts.ts'

/** The fields of an act's form, as they were typed. */
export interface ActFields {
  readonly reason: string
  readonly check: string
  readonly email: string
}

const fieldsOf = (get: (name: string) => string | undefined): ActFields => ({
  reason: get('reason')?.trim() ?? '',
  check: get('check') ?? '',
  email: get('email')?.trim() ?? '',
})

/** The fields of a form that nobody has filled in. */
export const noFields = fieldsOf(() => undefined)

export const readFields = (form: Form): ActFields => fieldsOf((name) => form.get(name))

/**
 * The fields that are saved while the operator gives a proof. `act` says which form they are of.
 */
export const savedNames = ['act', 'reason', 'check', 'email']

/** The fields that the operator typed into this form before giving a proof. */
export async function findTyped(
  deps: AccountDeps,
  { session }: FastifyRequest,
  act: string,
): Promise<ActFields> {
  const { userId, uid: sessionUid } = session
  const target: ProofTarget = { userId, sessionUid, purpose: 'operator' }
  const saved = await findSavedFields(deps, target)
  return fieldsOf((name) => (saved.act === act ? saved[name] : undefined))
}

/**
 * Performs an act for the operator of a request. Its records name the operator and the reason.
 * @throws {Refused} validation_failed, keyed `reason`, `check`
 */
export async function perform<T>(
  request: FastifyRequest,
  { checks = [] }: { readonly checks?: readonly OwnerCheck[] },
  work: (given: ActGiven) => Promise<T>,
): Promise<T> {
  const { reason, check: given, email } = readFields(formOf(request))
  const check = checks.find((known) => known === given)
  const faults = new Map<string, readonly Message[]>()
  if (checks.length > 0 && check === undefined) faults.set('check', [['page.error.check']])
  if (!isReason(reason)) faults.set('reason', [['page.error.reason']])
  if (faults.size > 0) throw new Refused(refusals.validation_failed, { faults })
  const operator = { userId: request.session.userId, reason }
  return runAs({ kind: 'operator', requestId: request.id, operator }, () => work({ check, email }))
}
