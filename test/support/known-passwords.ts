import { createRequire } from 'node:module'
import { atEndOfFile } from './file-end.ts'

type Verify = (hash: string, password: string) => Promise<boolean>
type HashRaw = (secret: string, options: { salt: Uint8Array }) => Promise<Buffer>

const library: { verify: Verify; hashRaw: HashRaw } = createRequire(import.meta.url)(
  '@node-rs/argon2',
)
const { verify, hashRaw } = library
/** Whether each password matches each hash. */
const known = new Map<string, Promise<boolean>>()
/** The hash of each number with each salt. */
const hashes = new Map<string, Promise<Buffer>>()
let isOn = true

/**
 * Makes this process verify each password against each hash only once, and hash each card or
 * account number with each salt only once. Hashing is slow on purpose and uses a whole core, and
 * tests sign in with one password and one hash (`users.ts`) thousands of times. Call this before
 * anything imports the library.
 */
export function rememberPasswords(): void {
  library.hashRaw = async (secret, options) => {
    if (!isOn) return hashRaw(secret, options)
    const key = JSON.stringify([secret, options])
    const answer = hashes.get(key) ?? hashRaw(secret, options)
    hashes.set(key, answer)
    return Buffer.from(await answer)
  }
  library.verify = (hash, password) => {
    if (!isOn) return verify(hash, password)
    const key = JSON.stringify([hash, password])
    const answer = known.get(key) ?? verify(hash, password)
    known.set(key, answer)
    return answer
  }
}

/** Turns this off until the end of the file, for tests that measure the time. */
export function verifyEachTime(): void {
  isOn = false
}

atEndOfFile(() => {
  isOn = true
})
