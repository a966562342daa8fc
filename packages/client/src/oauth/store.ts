import { type Databases, databaseStore } from './database-store.ts'

/**
 * Where tokens and started sign-ins are kept, by name. `sessionStorage` of a browser is a store. A
 * server has one for each session of its own, such as rows of a table.
 */
export interface Store {
  getItem(name: string): string | null | undefined | Promise<string | null | undefined>
  setItem(name: string, value: string): void | Promise<void>
  removeItem(name: string): void | Promise<void>
}

/** Returns a store that lasts as long as the program. */
export function memoryStore(): Store {
  const values = new Map<string, string>()
  return {
    getItem: (name) => values.get(name),
    setItem: (name, value) => {
      values.set(name, value)
    },
    removeItem: (name) => {
      values.delete(name)
    },
  }
}

/** The platform, as far as only browsers have it. */
interface Platform {
  document?: object
  indexedDB?: Databases
  WorkerGlobalScope?: object
  navigator?: { locks?: { request<T>(name: string, work: () => Promise<T>): Promise<T> } }
}

/** Returns the store that all tabs of a page share, or one in memory outside a page. */
export function sharedStore(): Store {
  const { document, indexedDB } = globalThis as Platform
  return document && indexedDB ? databaseStore(indexedDB) : memoryStore()
}

/** Runs a function while nothing else runs under the same name. */
export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** The last function to run under each name in this process. */
const last = new Map<string, Promise<unknown>>()

/** Locks within this process. */
export const processLock: Lock = async (name, work) => {
  const run = (last.get(name) ?? Promise.resolve()).then(work, work)
  last.set(name, run)
  try {
    return await run
  } finally {
    if (last.get(name) === run) last.delete(name)
  }
}

/**
 * Returns the locks across the tabs and workers of a browser (Web Locks). On a server there are
 * none: Web Locks know no sessions, so that all users would wait for one another.
 */
export function browserLock(): Lock | undefined {
  const { document, WorkerGlobalScope, navigator } = globalThis as Platform
  const { locks } = navigator ?? {}
  const isBrowser = document !== undefined || WorkerGlobalScope !== undefined
  return isBrowser && locks ? (name, work) => locks.request(name, work) : undefined
}
