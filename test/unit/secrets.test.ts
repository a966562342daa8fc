import assert from 'node:assert/strict'
import { hkdfSync } from 'node:crypto'
import { describe, test } from 'node:test'
import { deriveKey, SecretKeys } from '../../src/platform/secrets/keys.ts'
import { BrokenSeal, open, seal } from '../../src/platform/secrets/seal.ts'
import {
  hashSecret,
  hashSecretToText,
  hmac,
  isEqual,
  isSecret,
  keyedHashes,
  mintSecret,
  mintSecrets,
  newId,
  newSecret,
} from '../../src/platform/secrets/secrets.ts'

describe('secrets', () => {
  test('a secret has 256 random bits, an id has 128', () => {
    const made = new Set(Array.from({ length: 1_000 }, newSecret))
    assert.equal(made.size, 1_000)
    for (const secret of made) assert.equal(Buffer.from(secret, 'base64url').length, 32)
    assert.equal(Buffer.from(newId(), 'base64url').length, 16)
  })

  test('a secret is generated together with its hash', () => {
    for (const { secret, hash } of [mintSecret(), ...mintSecrets(20)]) {
      assert.ok(isSecret(secret))
      assert.deepEqual(hash, hashSecret(secret))
      assert.equal(hash.toString('base64url'), hashSecretToText(secret))
    }
    assert.equal(new Set(mintSecrets(20).map(({ secret }) => secret)).size, 20)
  })

  test('every secret has the same format', () => {
    const secret = newSecret()
    for (const other of [undefined, '', 'a', secret.slice(1), `${secret}a`, `${secret}\n`])
      assert.equal(isSecret(other), false)
    assert.equal(isSecret(`${secret.slice(1)}+`), false)
  })

  test('hashes match the examples of the standards', () => {
    // FIPS 180-4, the example "abc"; RFC 4231, 4.3.
    assert.equal(
      hashSecret('abc').toString('hex'),
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
    assert.equal(
      hmac(Buffer.from('Jefe'), 'what do ya want for nothing?').toString('hex'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })

  test('the comparison is byte by byte, and different lengths never match', () => {
    assert.ok(isEqual(Buffer.from('abc'), Buffer.from('abc')))
    for (const other of ['abd', 'ab', 'abcd', ''])
      assert.equal(isEqual(Buffer.from('abc'), Buffer.from(other)), false)
  })

  // Stored data depends on these keys. If a key changes, that data cannot be read.
  test('each purpose has a key of its own, derived from the secret key', () => {
    const key = Buffer.from(hkdfSync('sha256', 'a secret', '', 'foyer links', 32))
    assert.deepEqual(deriveKey('a secret', 'links').current.bytes, key)
    assert.notDeepEqual(deriveKey('a secret', 'forms').current.bytes, key)
  })

  test('both keys open, the one in use seals, and values name it after the first rotation', () => {
    const keys = new SecretKeys(() => ['new', 'old'])
    const [fresh, former] = [keys.newest.check, new SecretKeys(() => ['old']).newest.check]
    const key = deriveKey(keys, 'links')
    const opened = (sealed: Buffer) => open(key, 'label', sealed).toString()
    const content = Buffer.from('content')

    keys.use({ check: former, isNaming: false, kept: [] })
    const unnamed = seal(key, 'label', content)
    assert.equal(open(deriveKey('old', 'links'), 'label', unnamed).toString(), 'content')
    const hash = keyedHashes(key, 'text')
    keys.use({ check: fresh, isNaming: true, kept: [] })
    const named = seal(key, 'label', content)
    assert.deepEqual([opened(unnamed), opened(named)], ['content', 'content'])
    assert.equal(named.length, unnamed.length + 9)
    assert.throws(() => open(deriveKey('old', 'links'), 'label', named), BrokenSeal)
    assert.deepEqual(keyedHashes(key, 'text'), [...hash].reverse())

    // A changed byte, also in the id of the key.
    for (const index of [0, 12, named.length - 1]) {
      const changed = Buffer.from(named)
      changed[index] = (changed[index] ?? 0) ^ 1
      assert.throws(() => opened(changed), BrokenSeal)
    }
  })

  test('without the key in use, nothing is sealed or hashed', () => {
    const keys = new SecretKeys(() => ['old'])
    const key = deriveKey(keys, 'links')
    const sealed = seal(key, 'label', Buffer.from('content'))
    keys.use({ check: 'of another key', isNaming: true, kept: [] })
    assert.equal(open(key, 'label', sealed).toString(), 'content')
    for (const act of [
      () => seal(key, 'label', Buffer.from('content')),
      () => keyedHashes(key, 'text'),
      () => open(key, 'another label', sealed),
    ])
      assert.throws(act, { name: 'KeyReplaced' })
  })
})
