import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Who does something: a user through an application, an application for itself, a visitor without a token (at the pages,
 * or an application that has not authenticated), an operator at the command line, or the service itself.
 */
export interface Actor {
  readonly kind: 'user' | 'application' | 'visitor' | 'operator' | 'service'
  readonly applicationId?: number
  /** Returns the network of a visitor as a keyed hash. Refusals are counted by it; no record contains it. */
  readonly network?: () => string
  /** A UUID, the one in the log. */
  readonly requestId?: string
}

const acting = new AsyncLocalStorage<Actor>()

const service: Actor = { kind: 'service' }

/** Does something in somebody's name: what it records, however deep, tells of them. */
export const runAs = <T>(actor: Actor, work: () => T): T => acting.run(actor, work)

/** Who acts here; the service itself where nobody was named. */
export const currentActor = (): Actor => acting.getStore() ?? service
