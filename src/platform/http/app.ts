import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Static, TSchema } from 'typebox'

/** Handlers get their types from TypeBox schemas: parsed queries, and bodies as drafts. */
export interface Schemas extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
}

/** The application, with the types that features use. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  Schemas
>

/**
 * What limits the requests to a route: their caller, if they have a valid token, or else their
 * network; their network, whatever token they have; or nothing, because browsers keep the response.
 */
export type LimitedBy = 'caller' | 'network' | 'nothing'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `network` if omitted. */
    limitedBy?: LimitedBy
  }
}
