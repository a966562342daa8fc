import { AsyncLocalStorage } from 'node:async_hooks'
import type { FoundApplication } from '../../applications/applications.ts'
import type { Session } from '../../sessions/sessions.ts'
import type { FoundToken } from '../tokens/tokens.ts'

/**
 * What a request has read before it asks the library. The library's storage takes it from here, so that one request reads
 * nothing twice.
 */
export interface AlreadyRead {
  /** An application that has proved its secret. */
  readonly application?: FoundApplication | undefined
  /** The session of the browser, and the value of its cookie. The library knows no other session. */
  readonly session?: { readonly id: string; readonly session: Session } | undefined
  readonly interaction?: { readonly uid: string; readonly found: FoundToken } | undefined
}

const current = new AsyncLocalStorage<AlreadyRead>()

/** Runs work of the library that starts from what was read already. */
export const startingFrom = <T>(read: AlreadyRead, work: () => Promise<T>): Promise<T> =>
  current.run(read, work)

/** What the current request has read. */
export const alreadyRead = (): AlreadyRead => current.getStore() ?? {}
