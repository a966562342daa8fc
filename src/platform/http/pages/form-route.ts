import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import { isRefused, Refused, refusals } from '../../errors/refusals.ts'
import type { Message } from '../../i18n/catalogue.ts'
import { refusalHeaders } from '../errors.ts'
import type { App } from '../server.ts'
import type { FormFaults } from './fields.ts'
import type { Form } from './forms.ts'
import { formOf } from './scope.ts'

/** What a form contains, and what is wrong with it. */
export interface FilledForm {
  readonly form: Form
  readonly faults: FormFaults
}

/** A page, or a reply that is already sent, such as a redirect. */
type Answer = string | FastifyReply

/** The field of a password or code, and the message for a wrong one. */
type WrongProof = readonly [field: string, ...Message]

export interface FormRoute {
  /**
   * Shows the page with the form.
   * @param sent the form as the user sent it, if it was refused
   */
  page(request: FastifyRequest, reply: FastifyReply, sent?: FilledForm): Answer | Promise<Answer>
  /**
   * Does what the form asks for. A refusal that forms show leads back to the page.
   * @returns what comes after the form: a redirect or another page
   */
  operation(request: FastifyRequest, reply: FastifyReply, form: Form): Promise<Answer>
  /** The URL of the page with the form, if that is the page of another route. GET leads there. */
  readonly pageAt?: string
  /** Needed if the form asks for a password, a code or a passkey. */
  readonly wrong?: WrongProof
  /** The configuration of the route that takes the form. */
  readonly config?: FastifyContextConfig
}

/**
 * Adds the two routes of a form to a scope for pages. GET shows it. POST runs its operation, and
 * shows the form again with its faults if the operation refuses it.
 */
export function formRoute(app: App, path: string, route: FormRoute): void {
  const { pageAt, wrong, config = {} } = route
  app.get(path, async (request, reply) =>
    pageAt === undefined ? route.page(request, reply) : reply.redirect(pageAt, 303),
  )
  app.post(path, { config }, async (request, reply) => {
    const form = formOf(request)
    try {
      return await route.operation(request, reply, form)
    } catch (error) {
      const refusal = formRefusalOf(error, wrong)
      applyRefusal(reply, refusal)
      return route.page(request, reply, { form, faults: refusal.faults })
    }
  })
}

/** Refuses a form for faults of its fields. A fault of the whole form has the name ''. */
export function refuseForm(faults: readonly (readonly [field: string, Message])[]): never {
  const messages = faults.map(([name, message]) => [name, [message]] as const)
  throw new Refused(refusals.validation_failed, { faults: new Map(messages) })
}

/** The faults of a refused form, and the status and headers of the response that shows it again. */
export interface FormRefusal {
  readonly faults: FormFaults
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Converts the refusal of an operation to faults of its form.
 * @throws the error itself, if forms do not show it
 */
export function formRefusalOf(
  error: unknown,
  wrong: WrongProof = ['', 'page.text.check'],
): FormRefusal {
  if (isRefused(error, refusals.precondition_failed)) {
    const faults = new Map([['', ['page.error.changed_elsewhere'] as const]])
    return { faults, status: refusals.validation_failed.status, headers: {} }
  }
  if (!(error instanceof Refused) || error.refusal.form === undefined) throw error
  const faults = faultsOf(error, wrong)
  if (faults.length === 0) throw error
  const { refusal, details } = error
  return { faults: new Map(faults), status: refusal.status, headers: refusalHeaders(details) }
}

function faultsOf(
  { refusal, details }: Refused,
  [proofField, ...wrong]: WrongProof,
): (readonly [string, Message])[] {
  switch (refusal.form) {
    case 'fields':
      return [...(details.faults ?? [])].flatMap(([name, [first]]) =>
        first ? [[name, first] as const] : [],
      )
    case 'proof':
      return [[proofField, wrong]]
    default:
      return [['', details.message ?? [refusal.message]]]
  }
}

/** Sets the status and the headers of a refused form. */
export const applyRefusal = (reply: FastifyReply, { status, headers }: FormRefusal): FastifyReply =>
  reply.code(status).headers(headers)
