import { AsyncLocalStorage } from 'node:async_hooks'
import type { FoundApplication } from '../../applications/applications.ts'
import type { Session } from '../../users/sessions/sessions.ts'
import type { Exchange } from '../tokens/exchange.ts'
import type { Presented } from '../tokens/presented.ts'
import type { FoundToken } from '../tokens/tokens.ts'

/**
 * What a request has read from the database before it calls the library. The library's storage
 * adapter uses these values, so that a request reads nothing twice.
 */
export interface AlreadyRead {
  /** An application that has authenticated with its secret, or claims to be a public one. */
  readonly application?: FoundApplication | undefined
  /**
   * The session of the browser, and the value of its cookie. The library knows no other session.
   */
  readonly session?: { readonly id: string; readonly session: Session } | undefined
  readonly presented?: Presented | undefined
  /** Collects what the token endpoint writes. */
  readonly exchange?: Exchange | undefined
  /** The header `DPoP`: a proof of the key that the tokens are bound to (RFC 9449, 4). */
  readonly dpop?: string | undefined
  readonly interaction?: { readonly uid: string; readonly found: FoundToken } | undefined
}

const current = new AsyncLocalStorage<AlreadyRead>()

/** Runs `work` of the library with the values that were already read. */
export const withAlreadyRead = <T>(read: AlreadyRead, work: () => Promise<T>): Promise<T> =>
  current.run(read, work)

/** The values that the current request has already read. */
export const alreadyRead = (): AlreadyRead => current.getStore() ?? {}
