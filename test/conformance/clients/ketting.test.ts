import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { bearerAuth, Client, type Resource, type State } from 'ketting'
import { london } from '../../support/addresses.ts'
import { visa } from '../../support/cards.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { newHousehold, startSiblings } from '../../support/household.ts'
import { retryOutsideSoak } from '../../support/wire.ts'

interface Account {
  readonly full_name: string
  readonly email_optin: boolean
}

interface Collection {
  readonly total_items: number
}

const siblings = await startSiblings()

await onEveryDatabase(
  'Ketting',
  (foyer) => {
    const open = (accessToken: string): Client => {
      const client = new Client(foyer.baseUrl)
      client.use(bearerAuth(accessToken), new URL(foyer.baseUrl).origin)
      client.use((request, next) => retryOutsideSoak(() => next(request.clone())))
      return client
    }

    test('follows all links from the root', async () => {
      const { accessToken } = await newHousehold(foyer)
      // Ketting warns of each embedded object that is not a resource, such as the details of a
      // type.
      const warn = mock.method(console, 'warn', () => undefined)
      const seen = new Map<string, State>()
      const walk = async (resource: Resource, relation: string): Promise<void> => {
        if (seen.has(resource.uri) || isOneOfMany(resource.uri, seen)) return
        const state = await resource.get().catch((error: { status?: number }) => {
          // A link to an operation, such as one to create a card, has no GET.
          assert.equal(error.status, 405, `${relation} ${resource.uri}`)
        })
        if (!state) return
        seen.set(resource.uri, state)
        for (const link of state.links.getAll()) await walk(resource.client.go(link), link.rel)
      }
      await walk(open(accessToken).go(), 'root')
      warn.mock.restore()
      const paths = [...seen.keys()].map((uri) => kindOf(uri.replace(foyer.baseUrl, '')))
      for (const path of ['', '/user', '/countries/xx/addressrules', '/webhooks'])
        assert.ok(
          paths.some((each) => each === path || each.startsWith(`${path}?`)),
          path,
        )
      assert.ok(paths.some((path) => /^\/webhooks\/\d+\/deliveries\/\d+$/.test(path)))
      assert.ok(paths.some((path) => /^\/paymentmethods\/types\/paypal\?/.test(path)))
      assert.ok(seen.size > 25, String(seen.size))
    })

    test('creates, changes and deletes', async () => {
      const { accessToken } = await foyer.newUser()
      const client = open(accessToken)
      const addresses = await client.follow<Collection>('addresses')
      const create = await addresses.follow('address:create')
      const address = await create.postFollow({ data: london })
      const update = await address.follow('address:update')
      await update.patch({ data: { full_name: 'Ada King' } })
      assert.equal((await address.refresh()).data.full_name, 'Ada King')
      assert.equal((await addresses.refresh()).data.total_items, 1)
      await (await address.follow('address:delete')).delete()
      assert.equal((await addresses.refresh()).data.total_items, 0)

      const wallet = await client.follow<Collection>('paymentmethods')
      const card = await (await wallet.follow('paymentmethod:createcreditcard')).postFollow({
        data: visa,
      })
      const { card_number: _, ...renewed } = { ...visa, expiry_year: 2098 }
      await (await card.follow('paymentmethod:updatecreditcard')).put({ data: renewed })
      await (await card.follow('paymentmethod:updatedefaults')).patch({
        data: { default_buyer_method: false },
      })
      assert.equal((await card.refresh()).data.default_buyer_method, false)
      await (await card.follow('paymentmethod:delete')).delete()
      assert.equal((await wallet.refresh()).data.total_items, 0)
    })

    test('gets the User after a change, and its new state afterwards', async () => {
      const { accessToken } = await foyer.newUser()
      const user = await open(accessToken).follow<Account>('user')
      const before = await user.get()
      assert.equal(before.data.email_optin, false)
      const answer = await user.patch({ data: { full_name: 'Ada King', email_optin: true } })
      assert.equal((answer as State<Account> | undefined)?.data.full_name, 'Ada King')
      assert.equal((await user.refresh()).data.email_optin, true)
    })

    test('reads an error with its code', async () => {
      const { accessToken } = await foyer.newUser()
      const addresses = await open(accessToken).follow('addresses')
      const refused = addresses.post({ data: { full_name: 'Ada' } })
      await assert.rejects(refused, (error: { status: number }) => error.status === 400)
    })
  },
  siblings.env,
)
test.after(() => siblings.stop())

/** The path of a resource, with one name for all 250 countries. */
const kindOf = (uri: string): string => uri.replace(/countries\/\w\w\b/, 'countries/xx')

/** Whether enough countries were seen. */
const isOneOfMany = (uri: string, seen: ReadonlyMap<string, unknown>): boolean =>
  kindOf(uri) !== uri && [...seen.keys()].filter((one) => kindOf(one) === kindOf(uri)).length > 1
