/**
 * Where tokens and started sign-ins are kept, by name. `sessionStorage` and `localStorage` of a
 * browser are stores. A server keeps one for each session of its own, such as rows of a table.
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
  sessionStorage?: Store
  navigator?: { locks?: { request<T>(name: string, work: () => Promise<T>): Promise<T> } }
}

/** Returns the store of the browser's tab, or one in memory. */
export function platformStore(): Store {
  const { document, sessionStorage } = globalThis as Platform & { document?: object }
  return document !== undefined && sessionStorage !== undefined ? sessionStorage : memoryStore()
}

/** Runs a function while nothing else runs under the same name. */
export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Locks across the tabs and workers of a browser (Web Locks), where they exist. */
export const platformLock: Lock = (name, work) => {
  const { locks } = (globalThis as Platform).navigator ?? {}
  return locks === undefined ? work() : locks.request(name, work)
}
