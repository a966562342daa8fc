import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@foyer/client'
import { requestToken } from '@foyer/client/oauth'
import { scopes } from '../../src/identity/applications/scopes.ts'
import { registerOwnApplication } from '../../src/identity/users/developers/own-applications.ts'
import { openEmbedded } from '../../src/platform/database/embedded/pglite.ts'
import type { Listing } from '../../src/resources/listings/directory/directory.ts'
import { Browser } from '../support/browser.ts'
import { copyDatabaseInto, databases, newDatabase } from '../support/database.ts'
import { demoDirectory } from '../support/demo-directory.ts'
import { issuerReady } from '../support/issuer-ready.ts'
import { newListing } from '../support/listings.ts'
import {
  anyDatabase,
  direct,
  foyer,
  foyerHere,
  foyerJson,
  newDirectory,
  openDatabaseOf,
  preparedDirectory,
  readDemo,
  runWith,
  Service,
} from '../support/program.ts'
import { isSoak } from '../support/soak.ts'
import { retryOutsideSoak } from '../support/wire.ts'

interface ClientCredentials {
  client_id: string
  client_secret: string
}

describe('every command', () => {
  const names = [
    ['serve'],
    ['worker'],
    ['migrate'],
    ['seed'],
    ['app', 'create'],
    ['app', 'list'],
    ['app', 'update'],
    ['app', 'rotate-secret'],
    ['app', 'disable'],
    ['app', 'enable'],
    ['app', 'delete'],
    ['app', 'import'],
    ['user', 'create'],
    ['user', 'list'],
    ['user', 'show'],
    ['user', 'disable'],
    ['user', 'enable'],
    ['user', 'end-sessions'],
    ['user', 'reset-second-factor'],
    ['user', 'resend-confirmation'],
    ['user', 'set-email'],
    ['user', 'set-password'],
    ['user', 'grant'],
    ['user', 'withdraw'],
    ['user', 'export'],
    ['user', 'erase'],
    ['user', 'import'],
    ['token', 'issue'],
    ['listing', 'import'],
    ['passwords', 'build'],
    ['audit', 'verify'],
    ['audit', 'list'],
    ['webhook', 'listen'],
    ['doctor'],
    ['backup'],
  ]
  test('is listed in the help, and has help of its own', async () => {
    const { stdout: overview } = await foyer(['--help'], {})
    await Promise.all(
      names.map(async (name) => {
        assert.match(overview, new RegExp(`^ {2}${name.join(' ')} {2}`, 'm'))
        const { status, stdout } = await foyerHere([...name, '--help'], {})
        assert.equal(status, 0)
        assert.match(stdout, new RegExp(`^Usage: foyer ${name.join(' ')} `))
        assert.match(stdout, /--json/)
      }),
    )
  })

  test('names the unknown or missing argument in its error', async () => {
    const wrong: [argv: string[], why: string][] = [
      [['bogus'], 'Unknown command "bogus". Run'],
      [['bogus', '--help'], 'Unknown command "bogus". Run'],
      [['help', 'bogus'], 'Unknown command "bogus". Run'],
      [['--hepl'], 'Unknown option "--hepl". Did you mean --help?'],
      [['aps'], 'Unknown command "aps". Did you mean "app"?'],
      [
        ['app', 'craete', '--name', 'X'],
        'Unknown command "app craete". Did you mean "app create"?',
      ],
      [['usr', 'list'], 'Unknown command "usr list". Did you mean "user list"?'],
      [['listings'], 'Unknown command "listings". Did you mean "listing"?'],
      [['version'], 'Unknown command "version". Did you mean "--version"?'],
      [['app', 'remove'], 'Unknown command "app remove". Known commands: app create, app list,'],
      [['app'], '"app" needs a second word: app create, app list,'],
      [['app', 'create', '--nmae', 'X'], 'Unknown option "--nmae". Did you mean --name?'],
      [
        ['user', 'create', '--pasword', 'X'],
        'Unknown option "--pasword". Did you mean --password?',
      ],
      [['app', 'create'], 'app create needs --name'],
      [['app', 'create', '--name'], "Option '--name <value>' argument missing"],
      [['app', 'disable'], 'app disable needs CLIENT_ID'],
      [['user', 'list', 'all'], 'Unexpected argument "all"'],
      [['serve', '--port', '1'], 'Unknown option "--port". Set PORT in the environment. Run'],
    ]
    for (const [argv, why] of wrong) {
      const { status, stdout, stderr } = await foyerHere(argv, {})
      assert.ok(stderr.startsWith(`foyer: ${why}`), stderr)
      assert.match(stderr, /^[^\n]+ Run foyer [a-z -]*--help\.\n$/)
      assert.deepEqual([status, stdout], [1, ''])
    }
    // A separate process prints the same.
    const [[argv] = [['bogus']]] = wrong
    assert.deepEqual(await foyer(argv, {}), await foyerHere(argv, {}))
  })

  test('app create lists the scopes in its help', async () => {
    const { stdout } = await foyerHere(['help', 'app', 'create'], {})
    for (const scope of scopes) assert.match(stdout, new RegExp(`^ {2}${scope} +[A-Z].+\\.$`, 'm'))
  })

  test('prints the version with --version', async () => {
    assert.match((await foyer(['--version'], {})).stdout, /^\d+\.\d+\.\d+\n$/)
  })
})

for (const place of [
  'the embedded database, through the service',
  'PostgreSQL, beside the service',
]) {
  const isPostgres = place.startsWith('PostgreSQL')
  const hasPostgres = (await databases()).length > 1
  const skip = isPostgres && !hasPostgres
  const isLast = isPostgres === hasPostgres
  describe(`on ${place}`, { skip }, () => {
    let env: Record<string, string>
    let service: Service
    before(async () => {
      const place = isPostgres
        ? { DATA_DIR: newDirectory(), DATABASE_URL: await newDatabase() }
        : { DATA_DIR: await demoDirectory() }
      env = { ...place, DEMO: 'true' }
      service = await Service.start(env)
    })

    const tokenOf = ({ client_id, client_secret }: ClientCredentials) =>
      requestToken({
        authUrl: `http://localhost:${service.port}`,
        clientId: client_id,
        clientSecret: client_secret,
      })

    const statusOfSignIn = async (email: string, password: string): Promise<number> => {
      const browser = new Browser(`http://localhost:${service.port}`)
      const form = await retryOutsideSoak(() => browser.get('/sign-in'))
      const given = { email, password }
      return (await retryOutsideSoak(() => browser.submit(form, given, '/sign-in'))).status
    }

    test('an application is created, gets a second secret, and is disabled', async () => {
      await issuerReady(`http://localhost:${service.port}`)
      const name = 'Box office'
      const create = ['app', 'create', '--name', name, '--introspect']
      const created = await foyerJson<ClientCredentials>(create, env)
      assert.deepEqual(Object.keys(created), ['client_id', 'client_secret'])
      assert.equal((await tokenOf(created)).scope, 'read:events')

      const rotated = await foyerJson<ClientCredentials>(
        ['app', 'rotate-secret', created.client_id],
        env,
      )
      assert.equal(rotated.client_id, created.client_id)
      await tokenOf(rotated)
      await tokenOf(created)

      await foyerJson(['app', 'disable', created.client_id], env)
      await assert.rejects(tokenOf(rotated), { status: 401, code: 'invalid_client' })
      const list = await foyerJson<Record<string, unknown>[]>(['app', 'list'], env)
      const listed = list.find((application) => application.name === name)
      assert.ok(listed?.disabled_at)
      assert.equal(listed.introspect, true)
      assert.equal(listed.allow_token_endpoint_audience, false)
    })

    test('a disabled application can be deleted, an enabled one cannot', async () => {
      const wanted = ['app', 'create', '--name', 'Old kiosk']
      const { client_id } = await foyerJson<ClientCredentials>(wanted, env)
      const refused = await foyerHere(['app', 'delete', client_id], env)
      assert.equal(refused.status, 1)
      assert.match(refused.stderr, /^foyer: No disabled application has the client id app_/)
      await foyerJson(['app', 'disable', client_id], env)
      const named = ['--as', 'grace', '--reason', 'SUP-4712']
      const deleted = await foyerJson(['app', 'delete', client_id, ...named], env)
      assert.deepEqual(deleted, { client_id })
      const list = await foyerJson<ClientCredentials[]>(['app', 'list'], env)
      assert.ok(list.every((application) => application.client_id !== client_id))
      const [record] = await foyerJson<{ action: string; details: Record<string, unknown> }[]>(
        ['audit', 'list', '--count', '1'],
        env,
      )
      assert.equal(record?.action, 'application.deleted')
      assert.deepEqual(
        [record.details.operator, record.details.operator_reason],
        ['grace', 'SUP-4712'],
      )
    })

    test('the example in the help runs, and a misspelt scope gets a suggestion', async () => {
      const { stdout } = await foyerHere(['app', 'create', '--help'], {})
      const [, example = ''] = /^ {2}npx foyer (app create .+)$/m.exec(stdout) ?? []
      const words = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, quoted, plain]) => quoted ?? plain,
      )
      const created = await foyerJson<ClientCredentials>(words as string[], env)
      assert.deepEqual(Object.keys(created), ['client_id', 'client_secret'])
      const unknown = await foyerHere(['app', 'create', '--name', 'X', '--scope', 'read:usr'], env)
      assert.equal(unknown.stderr, 'foyer: Unknown scope "read:usr". Did you mean "read:user"?\n')
    })

    test('a user is exported to a file, and erased after a grace period or at once', async () => {
      const email = `${randomUUID()}@example.com`
      const { id } = await foyerJson<{ id: number }>(['user', 'create', '--email', email], env)
      const file = join(newDirectory(), 'user.json')
      await foyerJson(['user', 'export', email, '--out', file], env)
      assert.equal(statSync(file).mode & 0o777, 0o600)
      const exported = await foyerJson<{ account: object }>(['user', 'export', String(id)], env)
      const written = JSON.parse(readFileSync(file, 'utf8')) as { account: object }
      assert.deepEqual(written.account, exported.account)

      const erase = ['user', 'erase', email]
      const { erases_at } = await foyerJson<{ erases_at: string }>(erase, env)
      const inDays = (Date.parse(erases_at) - Date.now()) / 86_400_000
      assert.ok(inDays > 13.9 && inDays <= 14, erases_at)
      const after = String(id - 1)
      const listOne = ['user', 'list', '--after', after, '--count', '1']
      const { stdout: list } = await foyerHere(listOne, env)
      assert.match(list, new RegExp(`^${id} +erasing +${email}`, 'm'))
      await foyerJson([...erase, '--cancel'], env)
      const idle = await foyerHere([...erase, '--cancel'], env)
      assert.equal(idle.stderr, `foyer: No erasure of ${email} is planned.\n`)
      await foyerJson([...erase, '--now'], env)
      const gone = await foyerHere(erase, env)
      assert.equal(gone.stderr, `foyer: No user has the email address ${email}.\n`)
    })

    test('listings are imported from a file, replace their earlier versions, and can be paid for', async () => {
      const [{ access_token }] = readDemo(String(env.DATA_DIR)).users
      const baseUrl = service.baseUrl
      const { listings } = createClient({ baseUrl, accessToken: access_token })
      const folder = newDirectory()
      const importListings = (told: Partial<Listing>) => {
        const lines = [newListing({ id: '77', ...told }), newListing({ id: '9007199254740993' })]
        writeFileSync(
          join(folder, 'some.jsonl'),
          lines.map((line) => JSON.stringify(line)).join('\n'),
        )
        return foyerJson(['listing', 'import', join(folder, 'some.jsonl')], env)
      }
      assert.deepEqual(await importListings({}), { listings: 2 })
      const methods = await listings.paymentMethods(77).toArray()
      assert.deepEqual(new Set(methods.map(({ type }) => type)), new Set(['CreditCard', 'PayPal']))
      assert.deepEqual(await listings.paymentMethods('9007199254740993').toArray(), methods)
      await importListings({ accepted_payment_types: ['PayPal'] })
      assert.equal((await listings.paymentMethods(77).toArray()).length, 1)
    })

    test('a file with an invalid listing is refused as a whole', async () => {
      const [{ access_token }] = readDemo(String(env.DATA_DIR)).users
      const { listings } = createClient({ baseUrl: service.baseUrl, accessToken: access_token })
      const folder = newDirectory()
      const good = JSON.stringify(newListing({ id: '88' }))
      for (const [line, why] of [
        ['{"id":', 'not JSON in UTF-8'],
        [good, 'an earlier line has the same id'],
        [good.replace('"id"', '"id":1,"id"'), 'id appears twice'],
        [good.replace('"88"', '9007199254740993'), 'id must be a 64-bit integer'],
        [good.replace('"88"', '"9223372036854775808"'), 'id must be a 64-bit integer'],
        [good.replace('"splits"', '"split"'), 'It must have required properties splits'],
        [good.replace('{', '{"colour":"red",'), 'It must not have additional properties: colour'],
        [good.replace('PayPal', 'Cheque'), 'accepted_payment_types.1 must be equal to one of'],
        [good.replace('"GB"', '"gb"'), 'delivery_methods.0.countries'],
      ] as const) {
        writeFileSync(join(folder, 'some.jsonl'), `${good}\n\n${line}\n`)
        const { status, stdout, stderr } = await foyerHere(
          ['listing', 'import', 'some.jsonl'],
          env,
          folder,
        )
        assert.ok(stderr.startsWith(`foyer: Line 3: ${why}`), stderr)
        assert.match(stderr, /^[^\n]+ Nothing was imported\.\n$/)
        assert.deepEqual([status, stdout], [1, ''])
      }
      await assert.rejects(listings.paymentMethods(88).page(), { code: 'purchase_not_allowed' })
      const { stderr } = await foyerHere(['listing', 'import', 'none.jsonl'], env, folder)
      assert.match(stderr, /^foyer: Cannot read \S+none\.jsonl \(ENOENT\)\.\n$/)
    })

    test('a native application has several redirect URIs and no secret', async () => {
      const uris = ['--redirect-uri', 'com.example.app:/a', '--redirect-uri', 'com.example.app:/b']
      const created = await foyerJson<ClientCredentials>(
        ['app', 'create', '--name', 'Phone', '--kind', 'native', '--public', ...uris],
        env,
      )
      assert.equal(created.client_secret, null)
      const list = await foyerJson<
        { name: string; redirect_uris: string[]; authentication: string }[]
      >(['app', 'list'], env)
      const phone = list.find(({ name }) => name === 'Phone')
      assert.deepEqual(phone?.redirect_uris, ['com.example.app:/a', 'com.example.app:/b'])
      assert.equal(phone?.authentication, 'none')
    })

    test('key sets are read from the directory in which the command runs', async () => {
      const folder = newDirectory()
      writeFileSync(
        join(folder, 'keys.json'),
        '{"keys":[{"kty":"EC","crv":"P-256","x":"a","y":"b"}]}',
      )
      writeFileSync(join(folder, 'none.json'), '{"keys":7}')
      const create = ['app', 'create', '--name', 'Keyed', '--json', '--jwks']
      const { status, stdout } = await foyer([...create, 'keys.json'], env, folder)
      assert.equal(status, 0)
      assert.equal((JSON.parse(stdout) as ClientCredentials).client_secret, null)
      for (const [file, why] of [
        ['none.json', /is not a key set/],
        ['missing.json', /is not a readable JSON file/],
      ] as const) {
        assert.match((await foyerHere([...create, file], env, folder)).stderr, why)
      }
    })

    test('a user is created, has a token, and is disabled', async () => {
      const email = 'Grace.Hopper@navy.example'
      const user = await foyerJson<{ id: number; email: string; password: string }>(
        ['user', 'create', '--email', email],
        env,
      )
      assert.equal(user.email, email)
      assert.ok(user.password.length >= 16)
      const chosen = await foyerJson<object>(
        ['user', 'create', '--email', 'b@navy.example', '--password', 'correct horse'],
        env,
      )
      assert.deepEqual(Object.keys(chosen), ['id', 'email'])

      const token = await foyerJson<{ access_token: string }>(
        ['token', 'issue', '--user', email.toLowerCase(), '--scope', 'read:user write:user'],
        env,
      )
      const { access_token, ...rest } = token
      assert.deepEqual(rest, {
        token_type: 'bearer',
        expires_in: 3600,
        scope: 'read:user write:user',
      })
      const client = createClient({ baseUrl: service.baseUrl, accessToken: access_token })
      assert.equal((await client.user.get()).email, email)

      const again = await foyerHere(['user', 'create', '--email', email.toUpperCase()], env)
      assert.match(again.stderr, /^foyer: A user with the email address .* already exists\.\n$/)
      assert.equal(again.status, 1)

      await foyerJson(['user', 'disable', email], env)
      const get = () => client.request('GET', '/user')
      const limit = performance.now() + 5_000
      while (performance.now() < limit && (await get()).status !== 401) await pause(50)
      assert.equal((await retryOutsideSoak(get)).status, 401, 'within 5 seconds')
      const refused = await foyerHere(
        ['token', 'issue', '--user', email, '--scope', 'read:user'],
        env,
      )
      assert.match(refused.stderr, /is disabled\. Run foyer user enable/)
    })

    test('support commands show a user and set the password, and their records name the operator', async () => {
      const [{ email }] = readDemo(String(env.DATA_DIR)).users
      const { stdout } = await foyerHere(['user', 'show', email.toUpperCase()], env)
      for (const line of [/^state +enabled$/m, /^payment methods .*visa ending \d{4}/m])
        assert.match(stdout, line)
      const shown = await foyerJson<{ id: number; email: string }>(['user', 'show', email], env)
      assert.equal(shown.email, email)
      const id = String(shown.id)
      const by = ['--as', 'grace', '--reason', 'SUP-4711']
      const act = (...argv: string[]) => foyerHere([...argv, ...by], env)
      const ends: [argv: string[], status: number, text: RegExp][] = [
        [['user', 'enable', id], 1, /is not disabled/],
        [['user', 'end-sessions', id], 0, /is signed out everywhere/],
        [['user', 'resend-confirmation', 'nobody@example.com'], 1, /Nobody has signed up/],
        [['user', 'resend-confirmation', id], 1, /has nothing to confirm/],
        [['user', 'reset-second-factor', id, '--check', 'phone'], 1, /one of email_and_day/],
        [['user', 'reset-second-factor', id], 1, /has no second factor/],
        [['user', 'set-email', id, '--email', email], 1, /--check/],
        [
          ['user', 'set-email', id, '--email', email, '--check', 'email_and_day'],
          1,
          /one of document_in_person/,
        ],
        [
          ['user', 'set-email', id, '--email', email, '--check', 'document_in_person'],
          0,
          /still has the address/,
        ],
        [
          ['user', 'set-email', id, '--email', 'ada', '--check', 'document_in_person'],
          1,
          /email: Please enter an email address/,
        ],
        [['user', 'set-password', id], 1, /needs either --email-link or --password-stdin/],
        [['user', 'erase', id, '--now', '--cancel'], 1, /cannot be used together/],
        [['user', 'set-password', id, '--email-link'], 0, /^A link was sent to /],
        [['user', 'disable', id], 0, /is disabled/],
        [['user', 'set-password', id, '--email-link'], 1, /is disabled\. Run foyer user enable/],
        [['user', 'grant', id, '--role', 'operator'], 1, /needs a second factor/],
        [['user', 'grant', id, '--role', 'admin'], 1, /one of operator, developer/],
        [['user', 'grant', id, '--role', 'developer'], 0, /is now a developer/],
        [['user', 'grant', id, '--role', 'developer'], 0, /already is a developer/],
        [['user', 'withdraw', id, '--role', 'developer'], 0, /is no longer a developer/],
        [['user', 'withdraw', id, '--role', 'developer'], 1, /is not a developer/],
        [['user', 'enable', id], 0, /is enabled/],
        [['app', 'update', 'foyer-demo', '--name', 'Box office'], 0, /is changed\.\n/],
        [['app', 'update', 'foyer-demo', '--introspect', 'yes'], 1, /one of true, false/],
        [
          ['app', 'update', 'foyer-demo', '--logo', 'package.json'],
          1,
          /logo: Must be a complete PNG/,
        ],
        [['app', 'update', 'foyer-demo', '--terms-url', 'x'], 1, /terms_url: Must be a URL that/],
        [['app', 'update', 'foyer-demo'], 1, /needs an option/],
        [['app', 'enable', 'foyer-demo'], 1, /No disabled application/],
        [['app', 'disable', 'app_none'], 1, /No application has the client id app_none/],
        [['app', 'rotate-secret', 'app_none'], 1, /No enabled application with a secret/],
      ]
      for (const [argv, status, text] of ends) {
        const ended = await act(...argv)
        assert.match(ended.stdout + ended.stderr, text)
        assert.equal(ended.status, status)
      }
      const latest = async () => {
        const list = ['audit', 'list', '--user', email, '--count', '1']
        const [record] = await foyerJson<{ action: string; details: object }[]>(list, env)
        return [record?.action, record?.details]
      }
      const details = { operator: 'grace', operator_reason: 'SUP-4711' }
      assert.deepEqual(await latest(), ['user.enabled', details])
      // With sudo, the record names the person and not root.
      await foyerJson(['user', 'disable', id], { ...env, SUDO_USER: 'ada lovelace' })
      assert.deepEqual(await latest(), ['user.disabled', { login: 'ada_lovelace' }])
      await foyerJson(['user', 'enable', id], env)
      for (const [option, value] of [
        ['--as', 'Grace Hopper'],
        ['--reason', 'she lost her phone'],
      ] as const) {
        const { stderr } = await foyerHere(['user', 'disable', id, option, value], env)
        assert.match(stderr, new RegExp(`^foyer: ${option} must be `))
      }

      const stolen = `thief-${randomUUID()}@example.net`
      const made = ['user', 'create', '--email', stolen]
      const account = await foyerJson<{ id: number }>(made, env)
      const back = ['--email', `owner-of-${stolen}`, '--check', 'document_by_video']
      const moved = await act('user', 'set-email', stolen, ...back)
      assert.deepEqual([moved.status, moved.stdout], [0, `${stolen} is now owner-of-${stolen}.\n`])
      const now = await foyerJson<{ email: string }>(['user', 'show', String(account.id)], env)
      assert.equal(now.email, `owner-of-${stolen}`)

      const chosen = `horse ${randomUUID()}`
      const set = [...direct, 'user', 'set-password', id, '--password-stdin', ...by]
      const done = await runWith(`${chosen}\n`, set, env)
      assert.deepEqual([done.status, done.stderr], [0, ''])
      assert.equal(await statusOfSignIn(email, chosen), 303)
    })

    test('a password is read from standard input, and not shown on a terminal', async () => {
      const command = (email: string) => [
        ...direct,
        ...['user', 'create', '--email', email, '--password-stdin', '--json'],
      ]
      const password = `horse ${randomUUID()}`
      const piped = await runWith(`${password}\n`, command('pipe@navy.example'), env)
      assert.deepEqual([piped.status, piped.stderr], [0, ''])
      assert.deepEqual(Object.keys(JSON.parse(piped.stdout) as object), ['id', 'email'])
      assert.equal(await statusOfSignIn('pipe@navy.example', password), 303)

      const create = ['user', 'create', '--email', 'arg@navy.example', '--password', password]
      assert.match(
        (await foyerHere([...create, '--password-stdin'], env)).stderr,
        /cannot be used together/,
      )
      const { stderr } = await foyerHere(create, env)
      assert.match(stderr, /^foyer: Other users .* --password\. Use --password-stdin instead\.\n$/)

      // A command reads its secrets before it opens a database, so the rest needs only one.
      if (!isLast) return
      const none = await runWith('\n', command('none@navy.example'), env)
      assert.deepEqual(
        [none.status, none.stderr],
        [1, 'foyer: Standard input does not contain a password.\n'],
      )
      const quoted = command('tty@navy.example').map((word) => `'${word}'`)
      const terminal = ['script', '--quiet', '--return', '--command', quoted.join(' '), '/dev/null']
      // `script` makes the terminal; its options are those of Linux.
      if (process.platform !== 'linux') return
      const typed = await runWith(`${password}\r`, terminal, env, 'not shown')
      assert.match(typed.stdout, /Password \(not shown\): /)
      assert.ok(!typed.stdout.includes(password), typed.stdout)
      assert.equal(await statusOfSignIn('tty@navy.example', password), 303)
    })

    test('a token is issued for an application, with no more scopes than the application may have', async () => {
      const issue = ['token', 'issue', '--user', 'ada@example.com', '--scope']
      const app = await foyerJson<ClientCredentials>(
        ['app', 'create', '--name', 'Reader', '--scope', 'read:user read:events'],
        env,
      )
      await foyerJson([...issue, 'read:user', '--app', app.client_id], env)
      for (const [argv, why] of [
        [['write:user', '--app', app.client_id], /"Reader" is not allowed the scope write:user/],
        [
          ['read:everything'],
          /Unknown scope "read:everything". Known scopes: read:events, read:user,/,
        ],
        [['read:user', '--app', 'app_none'], /No enabled application has the client id app_none/],
      ] as const) {
        assert.match((await foyerHere([...issue, ...argv], env)).stderr, why)
      }
    })

    test('the doctor finds nothing wrong, and runs in the service that has the database', async () => {
      const own = { ...env, AUTH_URL: `http://localhost:${service.port}` }
      await issuerReady(own.AUTH_URL)
      const examine = () =>
        foyerJson<{ checks: { check: string; text: string }[] }>(['doctor'], own)
      let { checks } = await examine()
      const textOf = (name: string) => checks.find(({ check }) => check === name)?.text ?? ''
      const isFound = () => /leads to this issuer$/.test(textOf('public URL'))
      // The doctor waits 3 s for the public URL. On a busy machine it is run again.
      for (let left = isSoak ? 0 : 7; !isFound() && left > 0; left--) ({ checks } = await examine())
      assert.match(textOf('database'), isPostgres ? /^PostgreSQL / : /^Embedded /)
      assert.equal(textOf('service'), isPostgres ? '' : textOf('service'))
      assert.match(textOf('public URL'), /leads to this issuer$/)
      assert.match(textOf('keys'), /is the key of this database/)
    })

    test('users are listed in pages', async () => {
      const list = (...argv: string[]) =>
        foyerJson<{ id: number }[]>(['user', 'list', ...argv], env)
      const [first] = await list('--count', '1')
      const [second] = await list('--count', '1', '--after', String(first?.id))
      assert.ok(first && second && first.id < second.id)
      assert.match(
        (await foyerHere(['user', 'list', '--count', 'x'], env)).stderr,
        /--count must be a/,
      )
    })

    test('migrate finds nothing to do', async () => {
      assert.deepEqual(await foyerJson(['migrate'], env), { applied: [] })
    })
  })
}

test('the applications of a developer are listed, and disabled with the developer', async () => {
  const env = await anyDatabase()
  const email = 'ada@example.com'
  const { id } = await foyerJson<{ id: number }>(['user', 'create', '--email', email], env)
  const db = await openDatabaseOf(env)
  const { client_id } = await registerOwnApplication(
    { db, signUp: true, serviceName: 'Foyer', authUrl: 'http://x', allowLoopback: true },
    id,
    { type: 'server', name: 'Event list', redirectUris: [], scopes: ['read:events'] },
  ).finally(() => db.close())
  await foyerJson(['app', 'create', '--name', 'Box office'], env)
  interface Listed {
    readonly client_id: string
    readonly disabled_reason: string | null
  }
  const own = () => foyerJson<Listed[]>(['app', 'list', '--owner', email], env)
  assert.deepEqual(
    (await own()).map((one) => [one.client_id, one.disabled_reason]),
    [[client_id, null]],
  )
  const printed = async (argv: readonly string[]) => (await foyerHere(argv, env)).stdout
  assert.equal(
    await printed(['user', 'disable', email]),
    `${email} is disabled. 1 application was disabled.\n`,
  )
  await printed(['user', 'enable', email])
  const state = /disabled \(its developer is disabled\)/
  assert.match(
    await printed(['user', 'show', email]),
    new RegExp(`${client_id}\\) +${state.source}`),
  )
  assert.match(await printed(['app', 'list', '--owner', String(id)]), state)
  assert.equal((await own())[0]?.disabled_reason, 'owner_disabled')
  await printed(['app', 'enable', client_id])
  await printed(['user', 'grant', email, '--role', 'developer'])
  assert.equal(
    await printed(['user', 'withdraw', email, '--role', 'developer']),
    `${email} is no longer a developer. 1 application was disabled.\n`,
  )
  assert.match(await printed(['app', 'list']), /disabled \(its developer lost the role\)/)
})

test('in production, tokens and invented users are made only with --force', async () => {
  const env = {
    ...(await anyDatabase()),
    NODE_ENV: 'production',
    SMTP_URL: 'smtp://127.0.0.1:9',
    ALLOW_EMBEDDED_DATABASE: 'true',
    CARD_VAULT: 'local',
    ALLOW_LOCAL_VAULT: 'true',
    ALLOW_INSECURE_AUTH_URL: 'true',
    SECRET_KEY: 'qL3vX8s0mZ7tB2nR5kW9yC4hF6jD1gPe',
    DRAIN_DELAY: '0',
  }
  const service = await Service.start(env)
  await foyerJson(['user', 'create', '--email', 'ada@example.com'], env)
  for (const argv of [
    ['token', 'issue', '--user', 'ada@example.com', '--scope', 'read:user'],
    ['seed', '--users', '1'],
  ]) {
    const { status, stderr } = await foyerHere(argv, env)
    assert.match(stderr, /^foyer: In production, this command needs --force\.\n$/)
    assert.equal(status, 1)
    await foyerJson([...argv, '--force'], env)
  }
  await service.stop()
})

describe('the socket of the embedded database', () => {
  test('is accessible only to its owner, replaces that of a killed service, and is removed at the end', async () => {
    const env = { DATA_DIR: await demoDirectory() }
    const socket = join(env.DATA_DIR, 'foyer.sock')
    const killed = await Service.start(env)
    assert.equal(statSync(socket).mode & 0o777, 0o600)
    await killed.stop('SIGKILL')
    assert.ok(statSync(socket).isSocket())
    const list = () => foyerJson<unknown[]>(['app', 'list'], env)
    assert.equal((await list()).length, 1, 'without a service')
    const service = await Service.start(env)
    assert.equal(statSync(socket).mode & 0o777, 0o600)
    assert.equal((await list()).length, 1, 'through the service')
    await service.stop()
    assert.throws(() => statSync(socket), { code: 'ENOENT' })
  })

  test('may have a long path', async () => {
    const parent = join(newDirectory(), 'deep'.repeat(30))
    mkdirSync(parent, { recursive: true })
    const env = { DATA_DIR: join(parent, 'data'), DEMO: 'false' }
    copyDatabaseInto(env.DATA_DIR)
    const service = await Service.start(env, undefined, parent)
    const { status, stderr } = await foyer(['app', 'list'], env, parent)
    assert.deepEqual([status, stderr], [0, ''])
    await service.stop()
  })

  test('is missing if another program has the database, and the command says so', async () => {
    const env = { DATA_DIR: await preparedDirectory() }
    const db = await openEmbedded({ dataDir: env.DATA_DIR })
    const { status, stderr } = await foyer(['app', 'list'], env)
    await db.close()
    assert.match(stderr, new RegExp(`^foyer: .* is in use by process ${process.pid}\\.\n$`))
    assert.equal(status, 1)
  })
})
