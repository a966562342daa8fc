import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { decoyOf } from '../../src/identity/users/credentials/decoys.ts'
import { readForeignHash } from '../../src/identity/users/credentials/foreign-hashes.ts'
import { phcOf } from '../../src/identity/users/credentials/other-forms.ts'
import { foreignHashes, legacyKey, phc } from '../support/foreign-hashes.ts'
import { movedHashes } from '../support/moved-hashes.ts'

const key = Buffer.from(legacyKey.LEGACY_PASSWORD_KEY)

/** Hashes of "password" or of the texts beside them that other programs made. */
const published: readonly (readonly [hash: string, password: string])[] = [
  // OpenBSD's bcrypt, as in the tests of Openwall's crypt_blowfish.
  ['$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
  // Programs that make salts of 22 random characters set bits that bcrypt does not count.
  ['$2a$05$CCCCCCCCCCCCCCCCCCCCC/E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
  ['$2a$05$CCCCCCCCCCCCCCCCCCCCCME5YPO9kmyuRGyh0XouQYb4YMJKvyOeX', 'U*U'],
  // The reference program of argon2.
  [
    '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA',
    'password',
  ],
  // RFC 7914, 12, the second example.
  [
    '$scrypt$ln=10,r=8,p=16$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWIurzDZLiKjiG/xCSedmDDaxyevuUqD7m2DYMvfoswGQA',
    'password',
  ],
  // RFC 7914, 11: PBKDF2-HMAC-SHA-256 with 80,000 iterations.
  [
    `$pbkdf2-sha256$i=80000,l=64$${phc(Buffer.from('NaCl'))}$${phc(
      Buffer.from(
        '4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d',
        'hex',
      ),
    )}`,
    'Password',
  ],
]

test('hashes that other programs made are verified', async () => {
  for (const [hash, password] of published) {
    assert.equal(await readForeignHash(hash)?.matches(password, undefined), true, hash)
    assert.equal(await readForeignHash(hash)?.matches(`${password}.`, undefined), false, hash)
  }
})

test('a keyed hash matches with its key alone', async () => {
  const hash = readForeignHash(foreignHashes.hmac('correct horse'))
  assert.equal(await hash?.matches('correct horse', key), true)
  assert.equal(await hash?.matches('correct horse', Buffer.from('another key')), false)
  assert.equal(await hash?.matches('correct horse', undefined), false)
})

const salt = phc(randomBytes(16))
const hash = phc(randomBytes(32))
/** Base64 for URLs, with both characters that it has of its own. */
const inUrls = Buffer.alloc(32, 0xfb).toString('base64url')
const bcryptTail = 'CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'

test('the costs that are common are read', () => {
  const costs = [
    `$2b$12$${bcryptTail}`,
    `$2y$13$${bcryptTail}`,
    `$argon2id$v=19$m=65536,t=4,p=1$${salt}$${hash}`,
    `$argon2id$v=19$m=131072,t=4,p=4$${salt}$${hash}`,
    `$scrypt$ln=17,r=8,p=1$${salt}$${hash}`,
    `$scrypt$ln=14,r=8,p=5$${salt}$${hash}`,
    `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw,sk=${hash}$${salt}$${hash}`,
    phcOf(`$fbscrypt$v=1,n=14,r=8,p=1,ss=,sk=${hash}=$${salt}==$${hash}=`),
    phcOf(`$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw,sk=${hash}$${salt}$${inUrls}`),
    `$pbkdf2-sha256$i=1500000$${salt}$${hash}`,
    `$pbkdf2-sha512$i=600000,l=64$${salt}$${phc(randomBytes(64))}`,
  ]
  for (const text of costs) assert.ok(readForeignHash(text), text)
})

test('forms that are not exact, and costs that would hold up the service, are refused', () => {
  const refused = [
    '',
    'correct horse',
    `$2x$10$${bcryptTail}`,
    `$2b$03$${bcryptTail}`,
    `$2b$14$${bcryptTail}`,
    `$2b$31$${bcryptTail}`,
    `$2b$+4$${bcryptTail}`,
    `$2b$10$${bcryptTail}x`,
    `$2b$10$${bcryptTail}\n`,
    `$argon2id$v=16$m=65536,t=2,p=1$${salt}$${hash}`,
    `$argon2id$m=65536,t=2,p=1$${salt}$${hash}`,
    `$argon2id$v=19$m=262144,t=1,p=1$${salt}$${hash}`,
    `$argon2id$v=19$m=65536,t=9,p=1$${salt}$${hash}`,
    // The library that checks these throws an error.
    `$argon2id$v=19$m=065536,t=2,p=1$${salt}$${hash}`,
    `$argon2id$v=19$m=65536,t=02,p=1$${salt}$${hash}`,
    `$argon2id$v=19$m=65536,t=2,p=01$${salt}$${hash}`,
    `$argon2id$v=19$m=65536,t=0,p=1$${salt}$${hash}`,
    `$argon2id$v=19$m=8,t=1,p=17$${salt}$${hash}`,
    `$argon2id$v=19$m=65536,t=2,p=1,data=x$${salt}$${hash}`,
    `$argon2id$v=19$m=65536,t=2,p=1$${salt}=$${hash}`,
    `$argon2id$v=19$m=65536,t=2,p=1$${salt}$`,
    `$scrypt$ln=18,r=8,p=1$${salt}$${hash}`,
    `$scrypt$ln=17,r=8,p=2$${salt}$${hash}`,
    `$scrypt$ln=0,r=8,p=1$${salt}$${hash}`,
    `$scrypt$ln=14,r=8,p=0$${salt}$${hash}`,
    `$scrypt$ln=14,r=8,p=1$$${hash}`,
    `$fbscrypt$v=2,n=14,r=8,p=1,ss=Bw,sk=${hash}$${salt}$${hash}`,
    `$fbscrypt$v=1,n=18,r=8,p=1,ss=Bw,sk=${hash}$${salt}$${hash}`,
    `$fbscrypt$v=1,n=14,r=8,p=2,ss=Bw,sk=${hash}$${salt}$${hash}`,
    `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw,sk=${salt}$${salt}$${hash}`,
    `$pbkdf2-sha256$i=2000001$${salt}$${hash}`,
    `$pbkdf2-sha1$i=1500000$${salt}$${hash}`,
    `$pbkdf2-sha256$i=0$${salt}$${hash}`,
    `$pbkdf2-sha256$i=1000,l=20$${salt}$${hash}`,
    `$pbkdf2-md5$i=1000$${salt}$${hash}`,
    `$pbkdf2-sha256$i=1000$${salt}$${hash.slice(0, -1)}!`,
    `$hmac-sha256$${salt}$${phc(randomBytes(20))}`,
    `$hmac-md5$${salt}$${phc(randomBytes(16))}`,
    `$hmac-sha256$$${hash}`,
  ]
  for (const text of refused) assert.equal(readForeignHash(text), undefined, text)
})

test('a hash of every system that the guide lists signs in', () => {
  const guide = readFileSync(new URL('../../docs/guide/moving-in.md', import.meta.url), 'utf8')
  const [, section = ''] = guide.split('### How to export from usual systems\n')
  const [table = ''] = section.split('\n## ')
  const listed = [...table.matchAll(/^\| ([^|]+) \|/gm)].map(([, system]) => system).slice(1)
  assert.ok(listed.length > 10)
  // The stories of signing in have all of these.
  assert.deepEqual(new Set(listed), new Set(movedHashes.map(({ system }) => system)))
})

test('what only looks like the form of another system is not read', () => {
  const header = (...numbers: number[]) => {
    const bytes = Buffer.alloc(13)
    bytes[0] = 1
    for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, 1 + 4 * index)
    return Buffer.concat([bytes, randomBytes(48)]).toString('base64')
  }
  for (const [number, digest] of ['sha1', 'sha256', 'sha512'].entries()) {
    const read = phcOf(header(number, 100_000, 16))
    assert.ok(readForeignHash(read) && read.startsWith(`$pbkdf2-${digest}$i=100000$`), read)
  }
  const others = [
    // Clerk's salts are Base64, and would be taken for Django's texts.
    `pbkdf2_sha256$260000$MDEyMzQ1Njc4OTo7PD0+Pw==$${hash}`,
    `pbkdf2_md5$260000$salt$${hash}`,
    `scrypt$16383$salt$8$1$${hash}`,
    `bcrypt_sha256$$2b$12$${bcryptTail}`,
    `{noop}$2b$12$${bcryptTail}`,
    `${'a'.repeat(32)}:${'g'.repeat(128)}`,
    header(3, 100_000, 16),
    header(2, 2_000_001, 16),
    header(2, 0, 16),
    header(2, 100_000, 4_000_000_000),
    Buffer.alloc(48).toString('base64'),
    Buffer.concat([Buffer.from([2]), randomBytes(48)]).toString('base64'),
  ]
  for (const text of others) assert.equal(readForeignHash(phcOf(text)), undefined, text)
})

test('addresses without an account are spread evenly over the users who stand in for them', () => {
  const counts = new Map<number, number>()
  for (let index = 0; index < 20_000; index++) {
    const id = decoyOf(randomBytes(8).readBigUInt64BE(), 20)
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  assert.deepEqual(
    [...counts.keys()].sort((a, b) => a - b),
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
  // The standard deviation is 31.
  for (const count of counts.values()) assert.ok(Math.abs(count - 1000) < 190, String(count))
})

test('a new user takes over few addresses, and the others keep who stands in for them', () => {
  for (let index = 0; index < 1_000; index++) {
    const address = randomBytes(8).readBigUInt64BE()
    const before = decoyOf(address, 1_000)
    const after = decoyOf(address, 1_100)
    assert.ok(after === before || after > 1_000, `${before} became ${after}`)
  }
  assert.equal(decoyOf(5n, 0), 0)
})
