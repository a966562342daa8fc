import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  defineRefusals,
  isRefused,
  type Refusal,
  Refused,
  refusals,
} from '../../src/platform/errors/refusals.ts'
import { formRefusalOf } from '../../src/platform/http/pages/faults.ts'
import { messageKeys } from '../../src/platform/i18n/catalogue.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Everything that the modules of the server export, by module. Importing them starts nothing. */
const exported = await Promise.all(
  globSync('src/**/*.ts', { cwd: root })
    .filter((path) => !/^src\/(main|cli)\.ts$|\.d\.ts$/.test(path))
    .map(async (path) => {
      const module: object = await import(pathToFileURL(join(root, path)).href)
      return { path, values: Object.entries(module) }
    }),
)

const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'code' in value && 'status' in value

const tables = exported.flatMap(({ path, values }) =>
  values
    .filter(([, value]) => typeof value === 'object' && value !== null)
    .map(([name, value]) => ({ path, name, entries: Object.values(value).filter(isRefusal) }))
    .filter(({ entries }) => entries.length > 0),
)

describe('refusals', () => {
  test('a code without a status or a message does not compile', () => {
    // @ts-expect-error It has no status.
    defineRefusals({ not_found: {} })
    // @ts-expect-error It has no message, and no text of the catalogue is named after it.
    defineRefusals({ unheard_of: { status: 400 } })
    // @ts-expect-error There is no such page.
    defineRefusals({ not_found: { status: 404, page: 'nowhere' } })
  })

  test('each code is defined once, with a status of an error and texts that exist', () => {
    const all = tables.flatMap(({ entries }) => entries)
    assert.ok(all.length > 25, `${all.length}`)
    assert.deepEqual(
      all.map(({ code }) => code).filter((code, at, codes) => codes.indexOf(code) !== at),
      [],
    )
    for (const { code, status, message, page } of all) {
      assert.ok(Number.isInteger(status) && status >= 400 && status <= 599, code)
      for (const key of [message, `page.title.${page}`, `page.text.${page}`])
        assert.ok((messageKeys as readonly string[]).includes(key), `${code}: ${key}`)
    }
  })

  test('each feature has its table in refusals.ts or where HTTP is spoken', () => {
    const elsewhere = tables
      .map(({ path }) => path)
      .filter((path) => !/\/refusals\.ts$|^src\/platform\/http\//.test(path))
    assert.deepEqual(elsewhere, [])
  })

  test('an error tells its own text, its own message, or the usual one of its code', () => {
    const of = refusals.not_found
    const message = ['error.forbidden'] as const
    assert.equal(new Refused(of).message, 'Nothing was found here.')
    assert.equal(new Refused(of, { message }).message, 'This is not allowed.')
    assert.equal(new Refused(of, { message, text: 'Gone.' }).message, 'Gone.')
    assert.ok(isRefused(new Refused(of), of) && !isRefused(new Refused(of), refusals.forbidden))
    assert.ok(!isRefused({ refusal: of }, of))
  })

  test('no other class of errors is exported than those that a caller tells apart', () => {
    const classes = exported.flatMap(({ values }) =>
      values
        .filter(([, value]) => typeof value === 'function' && value.prototype instanceof Error)
        .map(([name]) => name),
    )
    // docs/decisions/errors.md tells why each of them is there.
    assert.deepEqual([...new Set(classes)].sort(), [
      'ResponseTooLarge',
      'AssertionRefused',
      'BreakerOpen',
      'BrokenSeal',
      'ConfigError',
      'DirectoryInUse',
      'DirectoryUnavailable',
      'DiskFull',
      'InvalidJson',
      'NoListing',
      'Overloaded',
      'PermanentFailure',
      'PortRefused',
      'Refused',
      'SendingFailed',
      'StartRefused',
      'Unavailable',
      'UnreadableAnswer',
      'VaultUnavailable',
    ])
  })
})

describe('a form', () => {
  const wrong = ['password', 'page.error.wrong'] as const

  test('shows faults at their fields, and a wrong password at the field of the form', () => {
    const faults = new Map([['email', [['page.error.email'] as const]]])
    const shown = formRefusalOf(new Refused(refusals.validation_failed, { faults }), wrong)
    assert.deepEqual([...shown.faults], [['email', ['page.error.email']]])
    assert.equal(shown.status, 400)
  })

  test('leaves to the page of errors what it has no place for', () => {
    const others = [
      new Refused(refusals.not_found),
      // Such as a card number that only the last check saw: no field is known.
      new Refused(refusals.validation_failed),
      new Error('a programming fault'),
    ]
    for (const error of others) assert.throws(() => formRefusalOf(error, wrong), error)
  })
})
