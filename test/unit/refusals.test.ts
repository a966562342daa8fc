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
import { formRefusalOf } from '../../src/platform/http/pages/form-route.ts'
import { messageKeys } from '../../src/platform/i18n/catalogue.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Everything that the modules of the server export, by module. The imports start nothing. */
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
    // A list names refusals of a table, and defines none.
    .filter(([, value]) => typeof value === 'object' && value !== null && !Array.isArray(value))
    .map(([name, value]) => ({ path, name, entries: Object.values(value).filter(isRefusal) }))
    .filter(({ entries }) => entries.length > 0),
)

describe('refusals', () => {
  test('a code without a status or a message does not compile', () => {
    // @ts-expect-error It has no status.
    defineRefusals({ not_found: {} })
    // @ts-expect-error It has no message, and the catalogue has no text with its name.
    defineRefusals({ unheard_of: { status: 400 } })
    // @ts-expect-error There is no such page.
    defineRefusals({ not_found: { status: 404, page: 'nowhere' } })
  })

  test('each code is defined once, with an error status and existing texts', () => {
    const all = tables.flatMap(({ entries }) => entries)
    assert.ok(all.length > 25, `${all.length} codes`)
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

  test('each feature has its table in refusals.ts, and platform/http may have some, too', () => {
    const elsewhere = tables
      .map(({ path }) => path)
      .filter((path) => !/\/refusals\.ts$|^src\/platform\/http\//.test(path))
    assert.deepEqual(elsewhere, [])
  })

  test('the message of an error is its own text, its own message or the default of its code', () => {
    const of = refusals.not_found
    const message = ['error.purchase_not_allowed'] as const
    assert.equal(new Refused(of).message, 'Nothing was found here.')
    assert.equal(new Refused(of, { message }).message, 'This listing cannot be bought.')
    assert.equal(new Refused(of, { message, text: 'Gone.' }).message, 'Gone.')
    assert.ok(isRefused(new Refused(of), of) && !isRefused(new Refused(of), refusals.forbidden))
    assert.ok(!isRefused({ refusal: of }, of))
  })

  test('the only other exported error classes are those that a caller distinguishes', () => {
    const classes = exported.flatMap(({ values }) =>
      values
        .filter(([, value]) => typeof value === 'function' && value.prototype instanceof Error)
        .map(([name]) => name),
    )
    // Each with who catches it and tells it apart.
    const known = {
      AlreadyAnswered: 'Idempotency keys: the stored response is repeated.',
      AssertionRefused: 'oidc-provider, whose class it extends.',
      AuthenticationNeeded:
        'The routes of cards link the setup in which the holder confirms the card.',
      BreakerOpen: 'The directory of listings does not remember this answer.',
      BrokenSeal: 'The way back after an email is forgotten.',
      CarrierUnavailable: 'An `Unavailable` of the carrier. Its breaker counts it.',
      ConfigError: 'The reader of settings collects all of them.',
      DamagedTrail: '`audit retain` exports and deletes nothing.',
      DirectoryInUse: 'A command is sent to the running service.',
      DirectoryUnavailable: 'An `Unavailable` of the directory of listings. Its breaker counts it.',
      DiskFull: 'The embedded database becomes read-only.',
      InvalidDocument: 'An answer of the directory or of the carrier: it counts as no answer.',
      InvalidJson: 'Readers of files and answers decide whether it is a refusal or an outage.',
      InvalidListing: 'An `InvalidDocument` about a listing.',
      KeyReplaced: 'Nobody: its cause tells the operator that the key was replaced.',
      OutgoingRefused: 'The sender of webhooks tells a forbidden target from a failed request.',
      Overloaded: 'An `Unavailable` without a stack: there may be thousands a second.',
      PermanentFailure: 'The worker does not retry the job.',
      PortRefused: 'A start without a probe port goes on.',
      Refused: 'Every way in: API, pages, forms, OAuth endpoints, command line.',
      ResponseTooLarge: 'Readers of answers, as for `InvalidJson`.',
      RowsDiffer: '`move` copies nothing.',
      SendingFailed: 'The worker retries. It holds nothing of what the mail server said.',
      StartRefused: 'The command line prints its message.',
      Unavailable: 'Retries and the log. It is no refusal: the same request may succeed soon.',
      UnreadableAnswer: 'Readers of answers, as for `InvalidJson`.',
      VaultUnavailable:
        'An `Unavailable` of the card vault. Sweeps and the comparison try again later.',
    }
    assert.deepEqual([...new Set(classes)].sort(), Object.keys(known))
  })
})

describe('forms', () => {
  const wrong = ['password', 'page.error.wrong'] as const

  test('a form shows each error at its field, and a wrong password at the field that the form names', () => {
    const faults = new Map([['email', [['page.error.email'] as const]]])
    const shown = formRefusalOf(new Refused(refusals.validation_failed, { faults }), wrong)
    assert.deepEqual([...shown.faults], [['email', ['page.error.email']]])
    assert.equal(shown.status, 400)
  })

  test('a form leaves errors without a field to the error page', () => {
    const others = [
      new Refused(refusals.not_found),
      // For example, the last check found a card number, and no field is known.
      new Refused(refusals.validation_failed),
      new Error('a programming fault'),
    ]
    for (const error of others) assert.throws(() => formRefusalOf(error, wrong), error)
  })
})
