import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { newCard, newCardNumber } from '../../support/cards.ts'
import type { TestUser } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { declinedPrefix } from '../../support/processor-declines.ts'
import { isSoak } from '../../support/soak.ts'
import { onEveryStripeFoyer } from '../../support/stripe-foyer.ts'

/*
 * Attempts to add cards are limited by user, network, application and card, so that the service
 * is useless for testing stolen cards. A declined attempt counts as four.
 */

const env = {
  CARD_LIMIT_USER: '8/600',
  CARD_LIMIT_NETWORK: '4/600',
  CARD_LIMIT_APPLICATION: '24/600',
  CARD_LIMIT_CARD: '12/86400',
  TRUSTED_PROXIES: 'loopback',
}

await onEveryStripeFoyer(
  'limits of attempts to add cards',
  (of) => {
    beforeEach(() => of.db.query(sql`delete from attempts`))
    let networks = 0
    const newNetwork = () => `2001:db8:${(++networks).toString(16)}::1`

    interface From {
      readonly network?: string
      readonly token?: string
      readonly at?: string
    }
    /** Sends a card from somewhere. */
    async function add(
      { accessToken }: Pick<TestUser, 'accessToken'>,
      card: object,
      { network = newNetwork(), token = accessToken, at = of.foyer.baseUrl }: From = {},
    ) {
      const response = await fetch(`${at}/paymentmethods/creditcard`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'X-Forwarded-For': network,
        },
        body: JSON.stringify(card),
      })
      const { code } = (await response.json()) as { code?: string }
      return { status: response.status, code, headers: response.headers }
    }
    type Added = Awaited<ReturnType<typeof add>>

    const lost = '4000000000000002'
    const later = 'try_again_later'
    const setupPath = '/paymentmethods/creditcard/setup'
    /**
     * Makes a card that its issuer declines. It is new each time, so that the limit by card is not
     * reached.
     */
    const declined = () => ({ ...newCard(), card_number: newCardNumber(declinedPrefix) })
    const decline = async (...[user, from]: [TestUser, From?]) => {
      const { status, code } = await add(user, declined(), from)
      assert.deepEqual([status, code], [400, 'card_declined'])
    }
    const assertLimited = ({ status, code, headers }: Added, name: string) => {
      assert.deepEqual([status, code], [429, 'too_many_attempts'], name)
      const retry = Number(headers.get('retry-after'))
      assert.ok(retry > 0 && retry <= 86_400)
      assert.match(
        headers.get('ratelimit-policy') ?? '',
        new RegExp(`"user";.*"${name}";q=\\d+;w=`),
      )
      assert.match(headers.get('ratelimit') ?? '', new RegExp(`"${name}";r=0;t=\\d+`))
    }
    const newUser = () => of.foyer.newUser()
    const asked = () => of.processor.received.length

    test('attempts are limited by user, from any network and application', async () => {
      const [user, other] = [await newUser(), await newUser()]
      await decline(user)
      await decline(user)
      const before = asked()
      const token = await tokenOfOther(user)
      assertLimited(await add(user, newCard(), { token }), 'card-user')
      assert.equal(asked(), before)
      assert.equal((await add(other, newCard())).status, 201)
    })

    test('attempts are limited by network, whoever the user is', async () => {
      await decline(await newUser(), { network: '203.0.113.7' })
      const limited = await add(await newUser(), newCard(), { network: '203.0.113.7' })
      assertLimited(limited, 'card-network')
      assert.equal((await add(await newUser(), newCard())).status, 201)
    })

    test('attempts are limited by site, from all networks of it', async () => {
      const networkOf = (subnet: number) => ({ network: `2001:db8:ffff:${subnet}::1` })
      for (let subnet = 0; subnet < 4; subnet++) await decline(await newUser(), networkOf(subnet))
      assertLimited(await add(await newUser(), newCard(), networkOf(4)), 'card-site')
    })

    test('attempts are limited by application, from any network', async () => {
      for (let user = 0; user < 6; user++) await decline(await newUser())
      const user = await newUser()
      assertLimited(await add(user, newCard()), 'card-application')
      const token = await tokenOfOther(user)
      assert.equal((await add(user, newCard(), { token })).status, 201)
    })

    test('attempts are limited by card, whoever the user is, before the issuer is asked', async () => {
      const card = { ...newCard(), card_number: lost }
      for (let user = 0; user < 3; user++)
        assert.equal((await add(await newUser(), card)).code, 'card_declined')
      const setUp = () =>
        of.processor.received.filter(({ step }) => step === 'setup_intents.create').length
      const before = setUp()
      const user = await newUser()
      assertLimited(await add(user, card), 'card')
      assert.equal(setUp(), before)
      assert.equal((await add(user, newCard())).status, 201)
      // The processor’s payment method of the refused card is not attached, and the sweep ends the
      // work.
      await of.sweepLater()
      const left = await of.db.query(sql`
        select from vault_items where user_id = ${user.id} and ended_at is null`)
      assert.equal(left.length, 0)
    })

    test('an added card counts once, and the response states what remains', async () => {
      const user = await newUser()
      for (let count = 1; count <= 8; count++) {
        const { status, headers } = await add(user, newCard())
        assert.equal(status, 201)
        const state = headers.get('ratelimit') ?? ''
        assert.match(state, new RegExp(`"card-user";r=${8 - count};t=`), state)
        assert.match(headers.get('ratelimit-policy') ?? '', /"card-user";q=8;w=600/)
      }
      assertLimited(await add(user, newCard()), 'card-user')
    })

    test('a setup in the processor’s own fields counts as an attempt, too', async () => {
      const user = await newUser()
      await decline(user)
      await decline(user)
      const { status, body } = await user.request<{ code: string }>('POST', setupPath)
      assert.deepEqual([status, body.code], [429, 'too_many_attempts'])
    })

    test('requests that do not reach the vault, and failures of the processor, do not count', async () => {
      const user = await newUser()
      for (let count = 0; count < 10; count++)
        assert.equal((await add(user, { ...newCard(), card_number: '4111' })).status, 400)
      const refused = { kind: 'refused', status: 500, error: { type: 'api_error' } } as const
      of.processor.fail('setup_intents.create', refused)
      for (let count = 0; count < 3; count++) assert.equal((await add(user, newCard())).status, 503)
      of.processor.heal()
      const { headers } = await add(user, newCard())
      assert.match(headers.get('ratelimit') ?? '', /"card-user";r=7;/)
    })

    test('an attempt does not count if the processor fails temporarily, whatever its error code', async () => {
      const problems = [
        { status: 429, error: { type: 'rate_limit_error' } },
        { status: 429, error: { type: 'invalid_request_error', code: 'rate_limit' } },
        { status: 409, error: { type: 'invalid_request_error', code: 'lock_timeout' } },
        { status: 400, error: { type: 'invalid_request_error', code: 'lock_timeout' } },
        { status: 402, error: { type: 'card_error', code: 'processing_error' } },
        { status: 402, error: { type: 'card_error', code: 'card_declined', decline_code: later } },
        { status: 500, error: { type: 'api_error' } },
      ]
      for (const [index, problem] of problems.entries()) {
        const user = await newUser()
        // The same holds for a token, because the processor has not said that it is unknown.
        const byToken = { full_name: 'Ada', card_token: of.processor.newMethod(newCardNumber()) }
        of.processor.fail('setup_intents.create', { kind: 'refused', ...problem })
        for (const card of [newCard(), byToken])
          assert.equal((await add(user, card)).status, 503, `${index}`)
        of.processor.heal()
        const { headers } = await add(user, newCard())
        assert.match(headers.get('ratelimit') ?? '', /"card-user";r=7;/, `${index}`)
      }
    })

    test('a token of an unfinished setup does not count again, and a declined one does', async () => {
      const user = await newUser()
      const remaining = async () => {
        const { headers } = await add(user, newCard())
        return /"card-user";r=(\d)/.exec(headers.get('ratelimit') ?? '')?.[1]
      }
      const { body } = await user.request<{ setup_intent: string }>('POST', setupPath)
      const token = { full_name: 'Ada Lovelace', card_token: body.setup_intent }
      const attempt = (number: string) =>
        assert.throws(() => of.processor.confirmSetup(body.setup_intent, number))
      assert.equal((await add(user, token)).code, 'setup_incomplete')
      attempt('4000000000000119')
      assert.equal((await add(user, token)).code, 'setup_incomplete')
      assert.equal(await remaining(), '6')
      attempt(lost)
      assert.equal((await add(user, token)).code, 'card_declined')
      assert.equal(await remaining(), '1')
    })

    test('the details of a card are replaced without an attempt, its number is not', async () => {
      const user = await newUser()
      const { id } = await user.paymentMethods.createCreditCard(newCard())
      await decline(user)
      const replace = (card: object) =>
        user.request('PUT', `/paymentmethods/${id}/creditcard`, { body: card })
      const { card_number: _, ...details } = newCard()
      for (let count = 0; count < 9; count++) assert.equal((await replace(details)).status, 200)
      assert.equal((await replace(declined())).status, 400)
      assert.equal((await replace(newCard())).status, 429)
    })

    test('instances share the counts, also of attempts at the same time', async () => {
      const user = await newUser()
      const other = await of.otherInstance()
      try {
        const answers = await Promise.all(
          Array.from({ length: 12 }, (_, index) =>
            add(user, newCard(), index % 2 === 0 ? {} : { at: other.baseUrl }),
          ),
        )
        const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length
        // A busy service may refuse a request or respond too late. It is not sent again, because a
        // refused attempt counts for a moment.
        const [added, late] = [count(201), isSoak ? 0 : count(503)]
        assert.equal(added + count(429) + late, 12)
        assert.ok(added <= 8 && added >= 8 - late, `${added} added, ${late} late`)
      } finally {
        await other.stop()
      }
    })

    async function tokenOfOther({ id }: TestUser): Promise<string> {
      const application = await of.foyer.newApplication({
        name: 'Another',
        kind: 'web',
        redirectUris: ['http://127.0.0.1/callback'],
        scopes: ['write:user'],
      })
      return of.foyer.tokenFor(id, ['write:user'], application)
    }
  },
  env,
)
