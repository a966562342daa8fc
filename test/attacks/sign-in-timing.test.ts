import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figure } from '../support/figure.ts'
import { foreignHashes } from '../support/foreign-hashes.ts'
import { onEveryDatabase } from '../support/foyer.ts'
import { sql } from '../support/inside.ts'
import { behindProxy } from '../support/sign-in.ts'
import { isSoak, repetitions } from '../support/soak.ts'
import { allQuestions, aucOf, chanceOf, giveawayOf, type Question } from '../support/timing.ts'
import { addUser } from '../support/users.ts'

/**
 * Concurrent requests where each answer waits at least 250 ms. Beside other tests, the work of many
 * at once takes longer than that. The soak runs alone.
 */
const inLanes = (soak: number): number => repetitions({ short: 1, soak })

/**
 * How often each address is requested, and how many at once. `npm run bench -- timing` sends one
 * request at a time.
 */
const measures: Readonly<Record<Question, { times: number; lanes: number }>> = {
  '/sign-in': { times: repetitions({ short: 60, soak: 1_000 }), lanes: 1 },
  '/sign-up': { times: repetitions({ short: 20, soak: 1_000 }), lanes: inLanes(4) },
  '/forgotten-password': { times: repetitions({ short: 30, soak: 1_000 }), lanes: inLanes(8) },
  '/sign-in/code': { times: repetitions({ short: 20, soak: 1_000 }), lanes: inLanes(8) },
}

/**
 * If an answer takes longer than this, in milliseconds, its work took longer than the 250 ms that
 * each answer waits. Then the answer comes when the work ends, and the times differ. Outside the
 * soak, such a measurement is repeated.
 */
const lateMs = 320

await onEveryDatabase(
  'timing',
  (foyer) => {
    for (const question of allQuestions)
      test(`the response time of ${question} does not reveal whether an account exists`, async (t) => {
        const asked = { authUrl: foyer.authUrl, ...measures[question] }
        const bound = isSoak ? 0.05 : 3 * chanceOf(asked.times)
        const waits = question !== '/sign-in'
        const measure = async (): Promise<number> => {
          for (let left = isSoak || !waits ? 0 : 4; ; left--) {
            const emails: string[] = []
            while (emails.length < asked.times / 2) emails.push((await addUser(foyer.db)).email)
            const { auc, medians } = await giveawayOf(question, { ...asked, emails })
            t.diagnostic(`AUC ${auc.toFixed(3)}, by chance 0.5 ± ${bound.toFixed(3)}`)
            const distance = Math.abs(auc - 0.5)
            if (distance < bound || Math.max(...medians) <= lateMs || left === 0) return distance
          }
        }
        // Once in some hundred runs chance alone exceeds the bound, but not twice in a row.
        const first = await measure()
        const distance = first < bound ? first : Math.min(first, await measure())
        figure(
          14,
          `distance of the AUC from 0.5, ${question}`,
          distance,
          { atMost: bound },
          asked.times,
        )
      })

    test('the response time of /sign-in does not reveal it either if all users have fast hashes', async (t) => {
      const times = repetitions({ short: 40, soak: 1_000 })
      const emails: string[] = []
      while (emails.length < times / 2) emails.push((await addUser(foyer.db)).email)
      await foyer.db.query(sql`update users set password_hash = ${foreignHashes.hmac('secret')}`)
      // The service remembers the newest user for a minute.
      foyer.clock.offset += 60_000
      const { auc, medians } = await giveawayOf('/sign-in', {
        authUrl: foyer.authUrl,
        emails,
        times,
        lanes: 1,
      })
      t.diagnostic(`AUC ${auc.toFixed(3)}, medians ${medians}`)
      const bound = isSoak ? 0.05 : 4 * chanceOf(times)
      assert.ok(Math.abs(auc - 0.5) < bound, `AUC ${auc}`)
    })
  },
  { ...behindProxy, EMAIL_SIGN_IN: 'true' },
)

test('the measurement detects longer times', () => {
  const values = Array.from({ length: 50 }, (_, index) => index)
  assert.equal(aucOf(values, values), 0.5)
  const later = values.map((value) => value + 50)
  assert.equal(aucOf(later, values), 1)
  assert.equal(aucOf(values, later), 0)
})
