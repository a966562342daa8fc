import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Who performs an action: a user through an application, an application for itself, a visitor
 * without a token (at the pages, or an application that has not authenticated), an operator, or the
 * service itself.
 */
export interface Actor {
  readonly kind: 'user' | 'application' | 'visitor' | 'operator' | 'service'
  readonly applicationId?: number
  /**
   * Returns the network of a visitor, or of a user at the pages, as a keyed hash. Refusals of
   * visitors are counted by it; no record contains it.
   */
  readonly network?: () => string
  /**
   * Returns the site of the same client, or its network if it has no site, as a keyed hash. Sites
   * share the queue of hashes; no record contains it.
   */
  readonly site?: () => string
  /** The id of the request in the log, a UUID. */
  readonly requestId?: string
  /** The operator, at the command line or at the pages. */
  readonly operator?: Operator
}

/** The person who helps a user, or runs a command. */
export interface Operator {
  /** The user id of an operator who is signed in at the pages. */
  readonly userId?: number
  /**
   * The name of an operator at the command line, as given; undefined if the login name stands for
   * it. It is a claim: commands do not authenticate operators.
   */
  readonly name?: string | undefined
  /** The login name on the machine where a command was typed. */
  readonly login?: string
  /** A word or the number of a ticket. Never personal data of a user, because records stay. */
  readonly reason?: string | undefined
}

const reasonFormat = /^[\w./:#-]{1,64}$/

/**
 * Whether a text may be an operator's reason: a word or the number of a ticket. Records outlive the
 * user, so a reason is no sentence about the user.
 */
export const isReason = (text: string): boolean => reasonFormat.test(text)

/** The properties of a record's details that name the operator, not what was done. */
export const operatorDetails: readonly string[] = ['operator', 'operator_id', 'login']

const actors = new AsyncLocalStorage<Actor>()

const service: Actor = { kind: 'service' }

/**
 * Runs `work` on behalf of an actor. Every record that it writes, directly or indirectly, names
 * this actor.
 */
export const runAs = <T>(actor: Actor, work: () => T): T => actors.run(actor, work)

/** Returns the actor set by `runAs`, or the service if there is none. */
export const currentActor = (): Actor => actors.getStore() ?? service
