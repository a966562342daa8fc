import { createRequire } from 'node:module'
import { atEndOfFile } from './file-end.ts'

type Verify = (hash: string, password: string) => Promise<boolean>

const library: { verify: Verify } = createRequire(import.meta.url)('@node-rs/argon2')
const { verify } = library
/** What each password is to each hash. */
const known = new Map<string, Promise<boolean>>()
let isOn = true

/**
 * Verifies each password against each hash once in a process. Hashing is slow on purpose, takes a
 * core, and tests sign in with one password and one hash (`users.ts`) thousands of times. Call this
 * before anything imports the library.
 */
export function rememberPasswords(): void {
  library.verify = (hash, password) => {
    if (!isOn) return verify(hash, password)
    const key = JSON.stringify([hash, password])
    const answer = known.get(key) ?? verify(hash, password)
    known.set(key, answer)
    return answer
  }
}

/** Verifies every time until the end of the file, for tests of how long it takes. */
export function verifyEachTime(): void {
  isOn = false
}

atEndOfFile(() => {
  isOn = true
})
