import { generateKeyPair, type KeyPairKeyObjectResult } from 'node:crypto'
import { promisify } from 'node:util'
import { atEndOfFile } from './file-end.ts'

const generate = promisify(generateKeyPair) as (
  type: string,
  options: object,
) => Promise<KeyPairKeyObjectResult>
/** The RSA keys of this process, by their options. */
const made = new Map<string, Promise<KeyPairKeyObjectResult>[]>()
/** How many of them this file has got, by their options. */
const given = new Map<string, number>()

/**
 * Lets the files of this process share RSA keys, because each service makes one, which takes a
 * tenth of a second of a core. Within a file no key is given twice. Call this before anything
 * imports the service.
 */
export function rememberKeys(): void {
  Object.defineProperty(generateKeyPair, promisify.custom, {
    value: (type: string, options: object) => {
      if (type !== 'rsa') return generate(type, options)
      const name = JSON.stringify(options)
      const keys = made.get(name) ?? []
      made.set(name, keys)
      const next = given.get(name) ?? 0
      given.set(name, next + 1)
      keys[next] ??= generate(type, options)
      return keys[next]
    },
  })
}

atEndOfFile(() => given.clear())
