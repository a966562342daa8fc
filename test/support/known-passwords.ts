import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { atEndOfFile } from './file-end.ts'

type Hash = (password: string, options: object) => Promise<string>
type Verify = (hash: string, password: string) => Promise<boolean>
type HashRaw = (secret: string, options: { salt: Uint8Array }) => Promise<Buffer>

const library: { hash: Hash; verify: Verify; hashRaw: HashRaw } = createRequire(import.meta.url)(
  '@node-rs/argon2',
)
const { hash, verify, hashRaw } = library
/** A hash of each password, with the salt of the first time. */
const passwordHashes = new Map<string, Promise<string>>()
/** Whether each password matches each hash. */
const known = new Map<string, Promise<boolean>>()
let isOn = true

/**
 * Makes this process hash each password only once, and verify it against each hash only once.
 * Hashing is slow on purpose and uses a whole core, and tests sign in with one password and one
 * hash (`users.ts`) thousands of times. Card and account numbers, which differ from test to test,
 * get a fast hash: `unit/local-vault.test.ts` checks the slow one. Call this before anything
 * imports the library.
 */
export function rememberPasswords(): void {
  library.hash = (password, options) => {
    if (!isOn) return hash(password, options)
    const key = JSON.stringify([password, options])
    const answer = passwordHashes.get(key) ?? hash(password, options)
    passwordHashes.set(key, answer)
    return answer
  }
  library.hashRaw = async (secret, options) => {
    if (!isOn) return hashRaw(secret, options)
    return createHash('sha256').update(options.salt).update(secret).digest()
  }
  library.verify = (hash, password) => {
    if (!isOn) return verify(hash, password)
    const key = JSON.stringify([hash, password])
    const answer = known.get(key) ?? verify(hash, password)
    known.set(key, answer)
    return answer
  }
}

/** Turns this off until the end of the file, for tests of the hashes and of their time. */
export function verifyEachTime(): void {
  isOn = false
}

atEndOfFile(() => {
  isOn = true
})
