import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { after } from 'node:test'
import { document, resolve } from './document.ts'
import { faultsOf, validatorOf } from './validate-response.ts'

const { parameters = [], requestBody } = document.webhooks.change.post
const mismatches: string[] = []

/** Checks a request of Foyer to a receiver against `webhooks` of openapi.json. */
export function checkDelivery({ method, headers }: IncomingMessage, body: string): void {
  try {
    validateDelivery(method, headers, body)
  } catch (error) {
    mismatches.push(`${(error as Error).message}\nThe request was ${body}`)
  }
}

/** @throws {AssertionError} if a delivery was not as openapi.json says */
export function assertDeliveriesDocumented(): void {
  const all = mismatches.splice(0)
  assert.deepEqual(all.slice(0, 5), [], `${all.length} deliveries`)
}

after(assertDeliveriesDocumented)

function validateDelivery(
  method: string | undefined,
  headers: IncomingMessage['headers'],
  body: string,
): void {
  assert.equal(method, 'POST')
  for (const { name = '', required, schema = {}, ...parameter } of parameters.map(resolve)) {
    const value = headers[name]
    if (parameter.in !== 'header' || (value === undefined && !required)) continue
    assert.ok(validatorOf(schema)(value), `the delivery has ${name}: ${value}`)
  }
  const type = headers['content-type']?.replace(/;.*/, '') ?? ''
  const media = requestBody?.content[type]
  assert.ok(media, `the delivery is ${type}`)
  const validate = validatorOf(media.schema)
  assert.ok(validate(JSON.parse(body)), `the delivery is not as documented: ${faultsOf(validate)}`)
}
