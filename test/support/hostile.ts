import fc from 'fast-check'

/*
 * Input that any client may send: values, bodies, headers and queries, from almost valid to absurd.
 */

/** Texts that have broken real services. */
const notorious = fc.constantFrom(
  '',
  ' ',
  '\u00a0Ada\u3000',
  'e\u0301 \u212b \ufb01 \u1e9b\u0323',
  '\u200dA\u200c\u200f',
  '\ufeff',
  '\u0000',
  'a\tb\r\nSet-Cookie: c=d',
  '\u2028',
  '\u202egnp.exe',
  '\u2066',
  '\ud800',
  'a\udfff',
  '👩‍👩‍👧‍👦'.repeat(20),
  '𝒜'.repeat(128),
  'é'.repeat(129),
  '\u0344'.repeat(64),
  'x'.repeat(2_000),
  '__proto__',
  'constructor',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '{{7*7}}#{7*7}%s%n',
  '../../../../etc/passwd',
  '4111 1111 1111 1111',
  'null',
  'ß',
  'İı',
)

const surrogates = { start: 0xd800, count: 2_048 }

/**
 * Any character. The `binary` unit of fast-check has the same, but takes a second of a core to make
 * a table of a million characters.
 */
const unit = fc
  .integer({ min: 0, max: 0x10ffff - surrogates.count })
  .map((index) => String.fromCodePoint(index < surrogates.start ? index : index + surrogates.count))

export const text = fc.oneof(
  { arbitrary: fc.string({ unit, maxLength: 40 }), weight: 3 },
  { arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }), weight: 3 },
  { arbitrary: notorious, weight: 2 },
)

const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, 2 ** 31, -(2 ** 31), 2 ** 53, 2 ** 63, 1e308, 0.1),
)

/** Any JSON value. */
export const value: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: text, weight: 4 },
  { arbitrary: fc.constantFrom(null, true, false), weight: 2 },
  { arbitrary: number, weight: 1 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
)

/** A path segment for an id, encoded or not. */
export const segment = fc.oneof(
  text.map((given) => encodeURIComponent(given.toWellFormed()) || '0'),
  fc.integer().map(String),
  fc.constantFrom(
    '0',
    '-1',
    '1.5',
    '1e3',
    '+1',
    '01',
    '0x10',
    '2147483647',
    '2147483648',
    '9'.repeat(400),
    'x'.repeat(9_000),
    '%',
    '%zz',
    '%ff',
    '%00',
    '%2e%2e',
    '%2F',
    '%ED%A0%80',
    ';a=b',
    '1,2',
    'NaN',
    '*',
    ':addressId',
  ),
)

/** A query: known parameters, unknown ones, and malformed text. */
export function query(names: readonly string[]): fc.Arbitrary<string> {
  const name = fc.oneof(
    { arbitrary: fc.constantFrom('page', 'page_size', 'sort', ...names), weight: 6 },
    { arbitrary: text, weight: 1 },
  )
  const given = fc.oneof(
    { arbitrary: fc.integer({ min: 1, max: 50 }).map(String), weight: 4 },
    {
      arbitrary: fc.constantFrom(
        '0',
        '-1',
        '1001',
        '2147483647',
        '2147483648',
        '1e2',
        'True',
        'FALSE',
        'yes',
        '-city,id',
        'id,,id',
        '--id',
        'city desc',
        'id,'.repeat(500),
        '',
      ),
      weight: 4,
    },
    { arbitrary: text, weight: 2 },
  )
  const encode = (of: string): string => encodeURIComponent(of.toWellFormed())
  const pair = fc.tuple(name, given).map(([a, b]) => `${encode(a)}=${encode(b)}`)
  return fc.oneof(
    { arbitrary: fc.constant(''), weight: 3 },
    {
      arbitrary: fc.array(pair, { minLength: 1, maxLength: 4 }).map((all) => `?${all.join('&')}`),
      weight: 6,
    },
    {
      arbitrary: fc.constantFrom(
        '?',
        '?&&=&',
        '?page=%',
        '?page[]=1',
        '?%zz=1',
        '?a=1#b',
        '?__proto__=1',
        '?page=1&page=1',
      ),
      weight: 1,
    },
  )
}

/** A value that a header may contain. The HTTP parser refuses all other characters. */
const headerValue = fc
  .string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
    maxLength: 60,
  })
  .map((given) => given.trim())

const header = (...usual: string[]): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    { arbitrary: fc.constant(undefined), weight: 10 },
    { arbitrary: fc.constantFrom(...usual), weight: 4 },
    { arbitrary: headerValue, weight: 1 },
  )

const acceptable = [
  '*/*',
  'application/hal+json',
  'application/json; charset=utf-8',
  'application/*;q=0.1, text/html',
]

const unacceptable = [
  'application/hal+json;q=0',
  'application/octet-stream',
  'text/html',
  'a/b;'.repeat(500),
  ',;=/',
]

/** Headers that a service may read, and some that it must ignore. */
export const headers: fc.Arbitrary<Record<string, string>> = fc
  .record({
    accept: fc.oneof(
      { arbitrary: fc.constant(undefined), weight: 10 },
      { arbitrary: fc.constantFrom(...acceptable), weight: 8 },
      { arbitrary: fc.constantFrom(...unacceptable), weight: 1 },
      { arbitrary: headerValue, weight: 1 },
    ),
    'accept-language': header('de', 'pt-BR, ja;q=0.5', '*', 'xx', 'en;q=0', '-', 'de,'.repeat(500)),
    'if-match': header('*', '"1-x"', 'W/"1-x"', '"99999999999-x"', '""', '"', '"1-a", "2-b"'),
    'if-none-match': header('*', '"1-x"', 'W/"0-"', '""', '"'),
    'request-id': header('c56a4180-65aa-42ec-a945-5fd21dec0538', '1', 'x'.repeat(300)),
    'idempotency-key': header('a', 'x'.repeat(256)),
    'x-forwarded-host': header('evil.example'),
    'x-forwarded-proto': header('https', 'javascript'),
    'x-forwarded-for': header('127.0.0.1', 'unknown, 10.0.0.1'),
    'content-language': header('de'),
    'content-encoding': header('gzip'),
    'x-http-method-override': header('DELETE'),
    range: header('bytes=0-1'),
    expect: header('200-ok'),
    cookie: header('a=b; __proto__=c'),
  })
  .map((given) =>
    Object.fromEntries(
      Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  )

/** A JSON body with the properties of a schema, and bodies that are not JSON objects. */
export function jsonBody(likely: fc.Arbitrary<object>): fc.Arbitrary<string | Uint8Array> {
  const broken = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      'null',
      '[]',
      '"a"',
      '1e400',
      '{"full_name":1e400}',
      '{',
      '{"a":1,}',
      "{'a':1}",
      '\ufeff{}',
      '{"city":"a","city":"b"}',
      '{"city":"a","c\\u0069ty":"b"}',
      '{"__proto__":{"city":"a"}}',
      '{"city":"\\ud800"}',
      '{"city":"a\\u0000"}',
      '{"city":"a\nb"}',
      `${'{"city":'.repeat(40)}1${'}'.repeat(40)}`,
      `${'['.repeat(20_000)}`,
      `{"city":"${'x'.repeat(60_000)}"}`,
      `{"city":"${'x'.repeat(70_000)}"}`,
      `{${'"a":1,'.repeat(8_000)}"b":1}`,
    ),
    fc.uint8Array({ maxLength: 60 }),
    fc.string({ unit, maxLength: 60 }),
    fc.dictionary(text, value).map((given) => JSON.stringify(given)),
  )
  return fc.oneof(
    { arbitrary: likely.map((given) => JSON.stringify(given)), weight: 7 },
    { arbitrary: broken, weight: 3 },
  )
}
