import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestFaults } from '../support/stripe-requests.ts'

const faultsOf = (request: string): string[] => {
  const [method = '', path = '', parameters] = request.split(' ')
  return requestFaults(method, path, new URLSearchParams(parameters))
}

test('a request that the processor’s document allows has no fault', () => {
  for (const request of [
    'POST /v1/setup_intents customer=cus_1&usage=off_session&payment_method_types[0]=card&confirm=true',
    'POST /v1/payment_methods type=card&card[number]=4&card[exp_month]=1&card[exp_year]=2&metadata[any]=x',
    'GET /v1/setup_intents customer=cus_1&limit=100&expand[0]=data.latest_attempt',
    'DELETE /v1/customers/cus_1',
  ])
    assert.deepEqual(faultsOf(request), [], request)
})

test('each fault of a request is named', () => {
  for (const [request, fault] of [
    ['POST /v1/setup_intents custom=cus_1', /custom is unknown/],
    ['POST /v1/setup_intents usage=later', /usage is not in the list/],
    ['POST /v1/setup_intents payment_method_types=card', /payment_method_types is not an array/],
    ['POST /v1/setup_intents customer[id]=cus_1', /customer is an object/],
    ['POST /v1/setup_intents confirm=yes', /confirm is not a boolean/],
    ['POST /v1/payment_methods/pm_1/attach ', /customer is missing/],
    ['POST /v1/payment_intents amount=1.5&currency=eur', /amount is not an integer/],
    ['POST /v1/payment_intents currency=eur', /amount is missing/],
    ['GET /v1/setup_intents status=open', /status is unknown/],
    [`GET /v1/setup_intents customer=${'c'.repeat(5001)}`, /customer is too long/],
    ['POST /v1/cards number=4', /no operation/],
  ] as const)
    assert.match(faultsOf(request).join('\n'), fault)
})
