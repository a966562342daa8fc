import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FoyerError } from '../../packages/client/src/http/error.ts'
import { delayBefore } from '../../packages/client/src/http/retries.ts'

const policy = { limit: 3, delay: 500, longestDelay: 60_000 }
const failed = (status: number, headers = {}, code = 'too_many_requests') =>
  new FoyerError(new Response(null, { status, headers }), JSON.stringify({ code }))
const delays = (attempt: number, error: FoyerError): number[] =>
  Array.from({ length: 200 }, () => delayBefore(attempt, error, policy) ?? Number.NaN)

test('the time before a retry doubles, with a random part', () => {
  for (const [attempt, longest] of [500, 1_000, 2_000].entries()) {
    const all = delays(attempt + 1, failed(503))
    assert.ok(all.every((delay) => delay > longest / 2 && delay <= longest))
    assert.ok(new Set(all).size > 100)
  }
  assert.equal(delayBefore(4, failed(503), policy), undefined)
})

test('the time before a retry is Retry-After and a random part', () => {
  const all = delays(1, failed(429, { 'retry-after': '3' }))
  assert.ok(all.every((delay) => delay >= 3_000 && delay < 3_300))
  assert.ok(new Set(all).size > 100)
  assert.equal(delayBefore(1, failed(429, { 'retry-after': '61' }), policy), undefined)
})

test('a refusal is final, unless the first request with this key still runs', () => {
  for (const status of [400, 401, 403, 404, 409, 412, 422, 500])
    assert.equal(delayBefore(1, failed(status, {}, 'other'), policy), undefined, String(status))
  assert.ok(delayBefore(1, failed(409, {}, 'idempotency_key_in_use'), policy))
})
