import type { Store } from './store.ts'

/** A request of IndexedDB, as far as the store needs it. */
interface Request<T> {
  readonly result: T
  readonly error: unknown
  onsuccess: (() => void) | null
  onerror: (() => void) | null
}

interface Items {
  get(name: string): Request<string | undefined>
  put(value: string, name: string): Request<unknown>
  delete(name: string): Request<unknown>
}

interface Transaction {
  readonly error: unknown
  objectStore(name: string): Items
  oncomplete: (() => void) | null
  onabort: (() => void) | null
}

interface Database {
  createObjectStore(name: string): unknown
  transaction(name: string, mode: 'readonly' | 'readwrite'): Transaction
  close(): void
}

/** `indexedDB` of a browser. */
export interface Databases {
  open(name: string, version: number): Request<Database> & { onupgradeneeded: (() => void) | null }
}

const items = 'items'

/**
 * Keeps items in IndexedDB. When a transaction is complete, all tabs see it. `localStorage` reaches
 * them later: a tab that waited for a lock would still read what was there before.
 */
export function databaseStore(databases: Databases): Store {
  const open = (): Promise<Database> =>
    new Promise((resolve, reject) => {
      const request = databases.open('foyer', 1)
      request.onupgradeneeded = () => void request.result.createObjectStore(items)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })

  const run = async <T>(
    mode: 'readonly' | 'readwrite',
    act: (items: Items) => Request<T>,
  ): Promise<T> => {
    const database = await open()
    try {
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(items, mode)
        const request = act(transaction.objectStore(items))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => reject(transaction.error)
      })
    } finally {
      database.close()
    }
  }

  return {
    getItem: (name) => run('readonly', (all) => all.get(name)),
    setItem: async (name, value) => void (await run('readwrite', (all) => all.put(value, name))),
    removeItem: async (name) => void (await run('readwrite', (all) => all.delete(name))),
  }
}
