import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { anyOne } from '../../support/database.ts'
import { operations } from '../../support/document.ts'
import { startFoyer } from '../../support/foyer.ts'
import { keepListing } from '../../support/listings.ts'

const root = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** The answers of newman, as its reporter writes them. */
interface Report {
  readonly run: {
    readonly stats: Readonly<Record<'requests' | 'assertions', { readonly total: number }>>
    readonly failures: readonly {
      readonly source: { readonly name: string }
      readonly error: { readonly message: string }
    }[]
  }
}

interface Item {
  readonly request: { readonly auth?: object }
  readonly event: readonly object[]
}

/** Operations that need more than a service with its default settings, each with its status. */
const refusedHere: Readonly<Record<string, number>> = {
  // The local vault keeps the card, and no processor can charge it.
  getChargeReference: 403,
  getPayoutReference: 403,
  getSellerAccount: 403,
  // The local vault has no fields of its own for cards.
  setUpCreditCard: 403,
  getCardSetup: 404,
  // The token has no scope `openid`, as nobody has signed in.
  getUserInfo: 403,
  postUserInfo: 403,
}

describe('the collection of requests', async () => {
  const database = await anyOne()
  const folder = mkdtempSync(join(tmpdir(), 'foyer-collection-'))
  let foyer: Awaited<ReturnType<typeof startFoyer>>
  before(async () => {
    foyer = await startFoyer(await database.open())
  })
  after(async () => {
    rmSync(folder, { recursive: true })
    await foyer.stop()
  })

  test('has every operation, and newman runs it from top to bottom', async () => {
    const file = join(folder, 'collection.json')
    await run(process.execPath, [join(root, 'scripts/collection/main.ts'), file])
    const { item } = JSON.parse(readFileSync(file, 'utf8')) as { item: { item: Item[] }[] }
    const items = item.flatMap((part) => part.item)
    assert.equal(items.length, operations.length)
    const charge = items.find(({ event }) => JSON.stringify(event).includes('getChargeReference'))
    assert.match(JSON.stringify(charge?.request.auth), /"client_credentials"/)
    assert.doesNotMatch(JSON.stringify(charge?.request.auth), /authorize/)

    const redirectUri = 'http://127.0.0.1/callback'
    const { clientId, clientSecret } = await foyer.newApplication({
      name: 'Collection',
      kind: 'web',
      redirectUris: [redirectUri],
      scopes: ['read:events', 'read:charge', 'read:user'],
    })
    const scopes = ['read:user', 'write:user', 'read:webhooks', 'write:webhooks'] as const
    const report = join(folder, 'report.json')
    const options = ['--suppress-exit-code', '--reporters=json', `--reporter-json-export=${report}`]
    /** Runs it for a new user. @returns the requests whose status is not one of success */
    const runAll = async (): Promise<string[]> => {
      const user = await foyer.newUser()
      const variables = {
        baseUrl: foyer.baseUrl,
        authUrl: foyer.authUrl,
        clientId: clientId,
        clientSecret: clientSecret,
        redirectUri,
        accessToken: await foyer.tokenFor(user.id, scopes),
        userId: String(user.id),
        listingId: await keepListing(foyer),
      }
      const values = Object.entries(variables).map(([name, value]) => `--env-var=${name}=${value}`)
      await run(join(root, 'test/tools/node_modules/.bin/newman'), [
        'run',
        file,
        ...options,
        ...values,
      ])
      const { stats, failures } = (JSON.parse(readFileSync(report, 'utf8')) as Report).run
      assert.equal(stats.requests.total, operations.length)
      assert.equal(stats.assertions.total, operations.length)
      return failures.map(({ source, error }) =>
        `${source.name}: ${error.message}`.replace(/expected (\d+) to be one of.*/, '$1'),
      )
    }
    let faults = await runAll()
    // Beside other tests, the service may refuse requests for lack of capacity. Such a run does not
    // count.
    for (let left = 5; left > 0 && faults.some((fault) => fault.endsWith(': 503')); left--)
      faults = await runAll()
    const expected = operations
      .filter(({ operationId }) => operationId in refusedHere)
      .map(({ operationId, summary }) => `${summary}: ${refusedHere[operationId]}`)
    assert.deepEqual(faults.sort(), expected.sort())
  })
})
