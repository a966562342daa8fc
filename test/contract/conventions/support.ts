import assert from 'node:assert/strict'
import type { Call, ErrorBody } from '@foyer/client'
import type { TestUser } from '../../support/foyer.ts'

export const hal = 'application/hal+json; charset=utf-8'
export const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
export const unknownToken = 'A'.repeat(43)

export type Client = Pick<TestUser, 'request'>

export const meant = 'address.country_code.meant'
export const scope = 'error.insufficient_scope'
export const token = 'error.unauthorized'

/** Codes whose messages say more than the usual one. */
export const specific = new Set(['insufficient_scope', 'invalid_delete', 'method_not_allowed'])

export const idOf = ({ id }: { id: number | null }): number => id ?? assert.fail('it has no id')

/** The body of a response, after a check of its status. */
export async function answer<Body = unknown>(
  client: Client,
  expected: number,
  method: string,
  path: string,
  call?: Call,
): Promise<Body> {
  const { status, body, text } = await client.request<Body>(method, path, call)
  assert.equal(status, expected, `${method} ${path}: ${text}`)
  return body
}

/** Asserts that a request is refused with a code. @returns what is wrong, by property */
export async function refused(
  client: Client,
  expected: number,
  code: string,
  method: string,
  path: string,
  call?: Call,
): Promise<ErrorBody['errors']> {
  const body = await answer<ErrorBody>(client, expected, method, path, call)
  assert.equal(body.code, code)
  return body.errors
}

export const header = async (client: Client, name: string, path: string, call?: Call) =>
  (await client.request('GET', path, call)).headers.get(name)
