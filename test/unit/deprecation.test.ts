import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import type { App } from '../../src/platform/http/app.ts'
import { announceDeprecation } from '../../src/platform/http/openapi/deprecation.ts'
import { operation } from '../../src/platform/http/openapi/operation.ts'
import { Type } from '../../src/platform/schema/type.ts'

const definition = {
  id: 'getOld',
  summary: 'Get the old resource',
  description: 'It has a replacement.',
  tag: 'Old',
  success: { status: 200, resource: Type.Object({}) },
} as const

test('a deprecated operation says so with one line, in its responses and in the document', async () => {
  const deprecated = { since: '2027-01-31', sunset: '2028-01-31', replacement: '/new' }
  const old = operation({ ...definition, deprecated })
  assert.equal(old.config.operationObject.deprecated, true)
  const app = Fastify() as unknown as App
  announceDeprecation(app, 'https://tickets.example/v2')
  app.get('/old', { config: old.config }, async () => ({}))
  app.get('/new', { config: operation(definition).config }, async () => ({}))
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.headers.authorization === undefined ? new Error('no token') : undefined)
  })
  const refused = await app.inject('/old')
  assert.deepEqual([refused.statusCode, refused.headers.deprecation], [500, '@1801353600'])
  const authorization = 'Bearer x'
  const { headers } = await app.inject({ url: '/old', headers: { authorization } })
  assert.equal(headers.deprecation, '@1801353600')
  assert.equal(headers.sunset, 'Mon, 31 Jan 2028 00:00:00 GMT')
  assert.equal(headers.link, '<https://tickets.example/v2/new>; rel="successor-version"')
  const other = await app.inject('/new')
  for (const name of ['deprecation', 'sunset', 'link']) assert.equal(other.headers[name], undefined)
})
