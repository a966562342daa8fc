import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { type Browser, unescaped } from '../../support/browser.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { runCommand } from '../../support/inside.ts'
import { emailsTo, linkTo } from '../../support/mail.ts'
import { scrape } from '../../support/metrics.ts'
import { foyerHere } from '../../support/program.ts'
import { RangeServer, sha1Of } from '../../support/range-server.ts'
import {
  askForCode,
  behindProxy,
  headingOf,
  newBrowser,
  proveAt,
  sessionIn,
  signedInBrowser,
  signIn,
} from '../../support/sign-in.ts'
import { temporaryFile } from '../../support/temporary-file.ts'

const fault = /This password is in a list of stolen passwords\. Please choose another one\./
const newSecret = (): string => `a secret ${randomUUID()}`

/** Passwords that are stolen, for the services that read a file. */
const stolenSecrets = Array.from({ length: 2_000 }, newSecret)
const signUp = (browser: Browser, secret: string, email = `${randomUUID()}@example.com`) =>
  browser
    .get('/sign-up')
    .then((page) => browser.submit(page, { email, full_name: '', password: secret }, '/sign-up'))

const ranges = await RangeServer.start()
after(() => ranges.close())

await onEveryDatabase(
  'stolen passwords at a service',
  (foyer) => {
    const checks = async (outcome: string): Promise<number> =>
      (await scrape(foyer)).value('foyer_password_checks_total', { outcome })
    /** A password that is in the list. */
    const stolenSecret = (): string => {
      const secret = newSecret()
      ranges.steal(secret)
      return secret
    }
    /** A user whose password was stolen since they chose it. */
    const newVictim = async () => {
      const user = await foyer.newUser()
      const secret = stolenSecret()
      const command = ['user', 'set-password', String(user.id), '--password-stdin']
      await runCommand(foyer.installed, command, { secret })
      return { ...user, secret }
    }
    const linksTo = async (email: string): Promise<number> =>
      (await emailsTo(foyer.db, email)).filter(({ kind }) => kind === 'reset_password').length

    describe('a user who chooses a password', () => {
      test('cannot sign up with a stolen one', async () => {
        const refused = await signUp(newBrowser(foyer.authUrl), stolenSecret())
        assert.equal(refused.status, 400)
        assert.match(refused.text, fault)
        const taken = await foyer.newUser()
        const same = await signUp(newBrowser(foyer.authUrl), stolenSecret(), taken.email)
        assert.equal(same.status, 400, 'an address with an account gets the same answer')
        assert.equal((await signUp(newBrowser(foyer.authUrl), newSecret())).status, 200)
      })

      test('cannot change to a stolen one, or choose it with the link of an email', async () => {
        const { email } = await foyer.newUser()
        const browser = await signedInBrowser(foyer.authUrl, email)
        const page = await proveAt(browser, '/account/security/password')
        const refused = await browser.submit(page, { password: stolenSecret() }, '/password')
        assert.match(refused.text, fault)
        const forgotten = await browser.get('/forgotten-password')
        await browser.submit(forgotten, { email }, '/forgotten-password')
        const link = await linkTo(foyer.db, email, 'reset_password')
        const form = await browser.get(link)
        const again = await browser.submit(form, { password: stolenSecret() }, '/new-password')
        assert.match(again.text, fault)
        // The link still works.
        const done = await browser.submit(form, { password: newSecret() }, '/new-password')
        assert.equal(done.status, 303)
      })

      test('tells the service five of forty digits, and gets an answer with padding', async () => {
        const secret = stolenSecret()
        await signUp(newBrowser(foyer.authUrl), secret)
        const prefix = sha1Of(secret).slice(0, 5)
        const [asked] = ranges.asked.filter((one) => one.prefix === prefix)
        assert.equal(asked?.headers['add-padding'], 'true')
        assert.equal(ranges.asked.filter((one) => one.prefix === '').length, 0)
        // The answer is cached.
        await signUp(newBrowser(foyer.authUrl), secret)
        assert.equal(ranges.asked.filter((one) => one.prefix === prefix).length, 1)
      })

      test('may have one that is only padding', async () => {
        const secret = newSecret()
        ranges.steal(secret, 0)
        assert.equal((await signUp(newBrowser(foyer.authUrl), secret)).status, 200)
      })
    })

    describe('a sign-in with a stolen password', () => {
      test('leads to a new one by email, and then to where the user was going', async () => {
        const { email, secret } = await newVictim()
        const browser = newBrowser(foyer.authUrl)
        const answer = await signIn(browser, email, { secret, returnTo: '/account/sessions' })
        assert.deepEqual([answer.status, headingOf(answer)], [200, 'Check your email'])
        assert.match(answer.text, /Your password is in a list of stolen passwords/)
        assert.equal(sessionIn(answer), '')
        const form = await browser.get(await linkTo(foyer.db, email, 'reset_password'))
        const chosen = newSecret()
        const done = await browser.submit(form, { password: chosen }, '/new-password')
        const asked = await browser.follow(done)
        const entered = await browser.submit(asked, { email, password: chosen }, '/sign-in')
        assert.match((await browser.follow(entered)).url, /\/account\/sessions$/)
      })

      test('is told only to who knows the password', async () => {
        const { email } = await newVictim()
        const known = stolenSecret()
        const before = ranges.asked.length
        const wrong = await signIn(newBrowser(foyer.authUrl), email, { secret: known })
        const nobody = `${randomUUID()}@example.com`
        const unknown = await signIn(newBrowser(foyer.authUrl), nobody, { secret: known })
        assert.deepEqual([wrong.status, unknown.status], [400, 400])
        for (const { text } of [wrong, unknown]) assert.doesNotMatch(text, /stolen/)
        assert.equal(ranges.asked.length, before, 'nothing is asked')
        assert.equal(await linksTo(email), 0)
      })

      test('with the code of an email leads to a new password at once', async () => {
        const { email, secret } = await newVictim()
        const browser = newBrowser(foyer.authUrl)
        const page = await askForCode(browser, email)
        const [code = ''] = (await emailsTo(foyer.db, email)).flatMap((one) => one.code ?? [])
        const answer = await browser.submit(page, { code, password: secret }, '/sign-in/email')
        assert.match(answer.location, /\/new-password\?token=/)
        assert.equal(sessionIn(answer), '')
        const form = await browser.get(answer.location)
        const done = await browser.submit(form, { password: newSecret() }, '/new-password')
        assert.match(unescaped(done.location), /\/sign-in\?note=password_set/)
        const used = await browser.submit(page, { code, password: secret }, '/sign-in/email')
        assert.equal(used.status, 400)
      })
    })

    describe('a list that gives no answer', () => {
      const manners: Readonly<Record<string, NonNullable<RangeServer['manner']>>> = {
        'does not answer': () => {},
        'answers 500': (response) => response.writeHead(500).end(),
        'answers with a page': (response) => response.writeHead(200).end('<html>Welcome</html>'),
        'redirects elsewhere': (response) =>
          response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
        'answers with too much': (response) =>
          response.writeHead(200).end(`${'0'.repeat(35)}:1\n`.repeat(20_000)),
      }
      for (const [name, manner] of Object.entries(manners))
        test(`a service that ${name} stops nobody, and is counted`, async (t) => {
          ranges.manner = manner
          t.after(() => {
            ranges.manner = undefined
          })
          const before = await checks('failed')
          const { email, secret } = await newVictim()
          const began = performance.now()
          const entered = await signIn(newBrowser(foyer.authUrl), email, { secret })
          assert.equal(entered.status, 303)
          assert.ok(performance.now() - began < 4_000, 'it takes about a second')
          assert.equal((await checks('failed')) - before, 1)
        })
    })

    test('lookups are counted by outcome', async () => {
      const [found, notFound] = [await checks('found'), await checks('not_found')]
      await signUp(newBrowser(foyer.authUrl), stolenSecret())
      await signUp(newBrowser(foyer.authUrl), newSecret())
      const grown = [(await checks('found')) - found, (await checks('not_found')) - notFound]
      assert.deepEqual(grown, [1, 1])
    })
  },
  { ...behindProxy, BREACHED_PASSWORDS_URL: `${ranges.url}/` },
)

const list = temporaryFile(`${stolenSecrets.join('\n')}\n${stolenSecrets[0]}\n`)
const file = `${list}.bin`
const build = (given: string, ...more: string[]) =>
  foyerHere(['passwords', 'build', given, '--to', file, ...more], {})
const built = await build(list)

await onEveryDatabase(
  'stolen passwords in a file',
  (foyer) => {
    test('every password of the list is found, and others are not', async () => {
      for (const secret of [stolenSecrets[0], stolenSecrets[999], stolenSecrets.at(-1)]) {
        const refused = await signUp(newBrowser(foyer.authUrl), secret ?? '')
        assert.match(refused.text, fault)
      }
      assert.equal((await signUp(newBrowser(foyer.authUrl), newSecret())).status, 200)
      const found = (await scrape(foyer)).value('foyer_password_checks_total', { outcome: 'found' })
      assert.equal(found, 3)
    })
  },
  { ...behindProxy, BREACHED_PASSWORDS_FILE: file },
)

await onEveryDatabase(
  'no list of stolen passwords',
  (foyer) => {
    test('without a setting nothing is looked up, and no metric appears', async () => {
      const { email } = await foyer.newUser()
      assert.equal((await signIn(newBrowser(foyer.authUrl), email)).status, 303)
      assert.doesNotMatch((await scrape(foyer)).text, /foyer_password_checks_total/)
    })
  },
  behindProxy,
)

describe('foyer passwords build', () => {
  /** What a file has after its mark: the first 16 digits of each hash. */
  const entriesOf = (path: string): string[] =>
    readFileSync(path).subarray(16).toString('hex').match(/.{16}/g) ?? []
  const hashes = stolenSecrets.map(sha1Of).toSorted()
  const short = (all: readonly string[]) => all.map((hash) => hash.slice(0, 16).toLowerCase())

  test('makes the same file from passwords and from their hashes, sorted and without repetitions', async () => {
    assert.match(built.stdout, / has 2000 passwords\. Set BREACHED_PASSWORDS_FILE to it\.\n$/)
    assert.deepEqual(entriesOf(file), short(hashes))
    const hashed = temporaryFile(hashes.map((hash) => `${hash}:2`).join('\r\n'))
    assert.equal((await build(hashed)).status, 0)
    assert.deepEqual(entriesOf(file), short(hashes))
  })

  test('leaves out what was stolen less often, if asked', async () => {
    const counted = hashes.map((hash, index) => `${hash}:${index + 1}`)
    const other = temporaryFile(counted.join('\n'))
    const { stdout } = await foyerHere(
      ['passwords', 'build', other, '--to', `${other}.bin`, '--min-count', '1999', '--json'],
      {},
    )
    assert.equal(JSON.parse(stdout).passwords, 2)
    assert.deepEqual(entriesOf(`${other}.bin`), short(hashes.slice(-2)))
  })

  test('says what is wrong with a list, and leaves no file', async () => {
    const [first = '', second = ''] = hashes
    const wrong: readonly (readonly [content: string, why: RegExp])[] = [
      [
        `${second}\n${first}\n`,
        /^foyer: Line 2 is out of order\. Sort the list by its hashes\.\n$/,
      ],
      [`${first}\nhunter2\n`, /^foyer: Line 2 is no SHA-1 hash\.\n$/],
      ['\n\n', /^foyer: The list has no passwords\.\n$/],
    ]
    for (const [content, why] of wrong) {
      const given = temporaryFile(content)
      const { status, stderr } = await foyerHere(
        ['passwords', 'build', given, '--to', `${given}.bin`],
        {},
      )
      assert.equal(status, 1)
      assert.match(stderr, why)
      assert.throws(() => readFileSync(`${given}.bin`), { code: 'ENOENT' })
      assert.throws(() => readFileSync(`${given}.bin.part`), { code: 'ENOENT' })
    }
    const missing = await foyerHere(['passwords', 'build', '/no/list', '--to', file], {})
    assert.match(missing.stderr, /ENOENT.*\/no\/list/)
  })

  test('the service refuses to start with a file of another kind', async () => {
    for (const path of [list, '/no/file']) {
      const { status, stderr } = await foyerHere(['user', 'list'], {
        BREACHED_PASSWORDS_FILE: path,
      })
      assert.equal(status, 1)
      assert.match(stderr, /BREACHED_PASSWORDS_FILE must name a file of "foyer passwords build"/)
    }
  })
})
