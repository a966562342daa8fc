import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { frameOf, type Hrefs, links, type Relation } from '../../src/platform/http/api/hal.ts'
import { JsonWriter, SharedJson } from '../../src/platform/http/api/json.ts'
import { messageKeys } from '../../src/platform/i18n/catalogue.ts'
import { languages } from '../support/inside.ts'

const writer = new JsonWriter()

const assertSameBytes = (value: unknown) =>
  assert.equal(writer.encode(value).toString('latin1'), latin1Of(JSON.stringify(value)))

const latin1Of = (text: string) => Buffer.from(text).toString('latin1')

/** Texts of all code units, also of halves of characters. */
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
)

test('JSON has the bytes of JSON.stringify', () => {
  fc.assert(fc.property(fc.jsonValue({ stringUnit: 'binary' }), assertSameBytes))
  fc.assert(fc.property(fc.dictionary(texts, texts), assertSameBytes))
})

test('each code unit is written as JSON.stringify writes it', () => {
  for (let start = 0; start < 0x10000; start += 64)
    assertSameBytes(Array.from({ length: 64 }, (_, index) => String.fromCharCode(start + index)))
})

test('absent and empty values are written as JSON.stringify writes them', () => {
  const values = [undefined, null, Number.NaN, Number.POSITIVE_INFINITY, -0, 1e21, 0.1, '', {}, []]
  assertSameBytes(values)
  assertSameBytes({ ...values, [Symbol('version')]: 1 })
})

test('links and shared parts have the same bytes in every language', () => {
  const relations = messageKeys
    .filter((key) => key.startsWith('link.'))
    .map((key) => key.slice('link.'.length))
  const hrefs: Hrefs = Object.fromEntries(
    relations.map((relation) => [relation, `https://example.com/"${relation}"`]),
  )
  const absent: Relation[] = ['self', 'address:delete']
  for (const language of languages) {
    const some = links(language, {
      ...hrefs,
      ...Object.fromEntries(absent.map((a) => [a, undefined])),
    })
    assertSameBytes([links(language, hrefs), some, links(language, {}), new SharedJson({ some })])
    const groups = links(language, { self: '/a' }, { next: undefined }, { prev: '/b' })
    assertSameBytes([groups, groups.with({ last: '/c' })])
    assert.deepEqual(Object.keys(groups.with({ last: '/c' }).toJSON()), ['self', 'prev', 'last'])
    assert.deepEqual(
      Object.keys(some.toJSON()),
      relations.filter((relation) => !absent.includes(relation as Relation)),
    )
  }
})

test('a title of an operator can have quotes', () => {
  for (const title of ['Your "account"', '""', 'a "" b', '"']) {
    const { before, after } = frameOf('self', title)
    const self = { href: 'https://example.com', title, templated: false }
    assert.equal(`{${before}"${self.href}"${after}}`, JSON.stringify({ self }))
  }
})

test('a large value, or one that cannot be written, does not change the next one', () => {
  assertSameBytes(['é'.repeat(100_000), 'small'])
  const broken = Object.defineProperty({}, 'broken', {
    enumerable: true,
    get: () => {
      throw new Error('broken')
    },
  })
  assert.throws(() => writer.encode(['before', broken]), /broken/)
  assertSameBytes({ small: true })
})
