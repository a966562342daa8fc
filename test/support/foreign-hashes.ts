import { createHmac, pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto'
import { hashSync as argon2 } from '@node-rs/argon2'
import { hashSync as bcrypt } from '@node-rs/bcrypt'

/** The setting with the key of the other system, which `hmac` uses. */
export const legacyKey = { LEGACY_PASSWORD_KEY: 'pepper of the old marketplace' }

/** Base64 without padding, as in PHC strings. */
export const phc = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** The library's number for argon2i. Its constants exist only for the compiler. */
const argon2i = 1

/** Makes hashes as other systems do, with parameters that take little time. */
export const foreignHashes = {
  bcrypt: (password: string): string => bcrypt(password, 4),
  argon2: (password: string): string =>
    argon2(password, { algorithm: argon2i, memoryCost: 64, timeCost: 1, parallelism: 2 }),
  scrypt(password: string): string {
    const salt = randomBytes(16)
    const hash = scryptSync(password, salt, 32, { N: 16, r: 8, p: 1 })
    return `$scrypt$ln=4,r=8,p=1$${phc(salt)}$${phc(hash)}`
  },
  pbkdf2(password: string): string {
    const salt = randomBytes(16)
    return `$pbkdf2-sha256$i=1000,l=32$${phc(salt)}$${phc(pbkdf2Sync(password, salt, 1000, 32, 'sha256'))}`
  },
  hmac(password: string): string {
    const salt = randomBytes(8)
    const hash = createHmac('sha256', legacyKey.LEGACY_PASSWORD_KEY)
      .update(Buffer.concat([salt, Buffer.from(password)]))
      .digest()
    return `$hmac-sha256$${phc(salt)}$${phc(hash)}`
  },
} as const satisfies Readonly<Record<string, (password: string) => string>>
