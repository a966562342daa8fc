import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/db.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { created, noContent, ok } from '../../platform/http/api/answer.ts'
import { readPrecondition } from '../../platform/http/api/hal.ts'
import { pagingOf } from '../../platform/http/api/paging.ts'
import { pagingParameters, readId } from '../../platform/http/api/query.ts'
import { ref } from '../../platform/http/api/schema.ts'
import type { View } from '../../platform/http/api/view.ts'
import { operation } from '../../platform/http/openapi/operation.ts'
import type { App } from '../../platform/http/server.ts'
import { Type } from '../../platform/schema/type.ts'
import type { Write } from '../../support/idempotency/write.ts'
import type { Address } from './address.ts'
import {
  createAddress,
  deleteAddress,
  findAddress,
  findAddresses,
  updateAddress,
} from './addresses.ts'
import { AddressBody } from './body.ts'
import type { Carrier } from './carrier/carrier.ts'
import { addressCollection, addressPath, addressResource, carrierResource } from './resource.ts'
import { readSort } from './sort.ts'

export interface AddressDeps {
  readonly db: Database
  readonly write: Write
  readonly carrier: Carrier
  readonly clock: Clock
  viewOf: (request: FastifyRequest) => View
}

const tag = 'Addresses'
const params = {
  addressId: Type.Integer({ format: 'int32', description: 'The address identifier' }),
}
const resource = ref('Address')

/** `/addresses` of the signed-in user. */
export const addressRoutes =
  ({ db, write, carrier, clock, viewOf }: AddressDeps) =>
  async (app: App): Promise<void> => {
    const query = Type.Object({
      ...pagingParameters(),
      sort: Type.Optional(Type.String({ description: sortDescription, examples: ['-city,id'] })),
    })
    app.get(
      '/addresses',
      operation({
        id: 'listAddresses',
        summary: 'List the user’s addresses',
        description:
          'Addresses for delivery, pickup and billing. Without `sort`, the default address comes ' +
          'first, and then the oldest.',
        tag,
        scope: 'read:user',
        query,
        success: { status: 200, resource: ref('AddressCollection') },
        refusals: [refusals.validation_failed, refusals.not_found],
      }),
      async (request) => {
        const { query, caller } = request
        const order = readSort(query.sort)
        const addresses = await findAddresses(db, caller.userId)
        return addressCollection(
          addresses.sort(order),
          query.sort,
          pagingOf(query),
          viewOf(request),
        )
      },
    )

    app.post(
      '/addresses',
      operation({
        id: 'createAddress',
        summary: 'Create an address',
        description:
          'The rules of the country apply: they require fields and give the format of the postal ' +
          'code. The first address becomes the default one; `default: true` makes a later one ' +
          'the default. A user can have 100 addresses.',
        tag,
        scope: 'write:user',
        body: AddressBody,
        success: { status: 201, resource },
        refusals: [refusals.limit_reached],
      }),
      async (request, reply) => {
        const { caller, body } = request
        return write(
          request,
          reply,
          (writer) => createAddress(writer, caller.userId, body),
          (address: Address) => {
            const view = viewOf(request)
            return created(addressPath(address.id, view), addressResource(address, view))
          },
        )
      },
    )

    app.get(
      '/addresses/:addressId',
      operation({
        id: 'getAddress',
        summary: 'Get an address',
        description:
          'The country is embedded. The address links only to what the token may do and what ' +
          'would succeed: while a payment method bills to the address, `address:delete` is ' +
          'absent.',
        tag,
        scope: 'read:user',
        params,
        success: { status: 200, resource },
        refusals: [refusals.not_found],
      }),
      async (request) =>
        addressResource(
          await findAddress(db, request.caller.userId, idOf(request)),
          viewOf(request),
        ),
    )

    app.patch(
      '/addresses/:addressId',
      operation({
        id: 'updateAddress',
        summary: 'Update an address',
        description:
          'A JSON merge patch: omitted properties keep their values. The result must be valid. ' +
          '`default: true` makes the address the default one. To clear the default, make another ' +
          'address the default.',
        tag,
        scope: 'write:user',
        params,
        body: AddressBody,
        success: { status: 200, resource },
        refusals: [refusals.forbidden, refusals.precondition_failed],
      }),
      async (request, reply) => {
        const { caller, body, headers } = request
        const precondition = readPrecondition(headers['if-match'])
        return write(
          request,
          reply,
          (writer) => updateAddress(writer, caller.userId, idOf(request), body, precondition),
          (address: Address) => ok(addressResource(address, viewOf(request))),
        )
      },
    )

    app.delete(
      '/addresses/:addressId',
      operation({
        id: 'deleteAddress',
        summary: 'Delete an address',
        description:
          'While a payment method bills to the address, it cannot be deleted. If it was the ' +
          'default address, the remaining one with the lowest id becomes the default. A repeated ' +
          'deletion returns 204 again.',
        tag,
        scope: 'write:user',
        params,
        success: { status: 204 },
        refusals: [refusals.forbidden, refusals.invalid_delete, refusals.precondition_failed],
      }),
      async (request, reply) => {
        const precondition = readPrecondition(request.headers['if-match'])
        return write(
          request,
          reply,
          (writer) => deleteAddress(writer, request.caller.userId, idOf(request), precondition),
          () => noContent,
        )
      },
    )

    app.get(
      '/addresses/:addressId/carrier',
      operation({
        id: 'getCarrier',
        summary: 'Get the carrier that picks up from an address, and its pickup times',
        description:
          'The windows of the next working days in which the carrier collects at the address, in ' +
          'UTC. If no carrier serves the country, the response is 404, and the address does not ' +
          'link to it. If the carrier does not answer, the response is 503.',
        tag,
        scope: 'read:user',
        params,
        success: { status: 200, resource: ref('Carrier') },
        refusals: [refusals.not_found],
      }),
      async (request) => {
        const address = await findAddress(db, request.caller.userId, idOf(request))
        const pickup = await carrier.pickup(address, clock.now(), request.caller.userId)
        if (pickup === null) throw new Refused(refusals.not_found)
        return carrierResource(address.id, pickup, viewOf(request))
      },
    )
  }

const sortDescription =
  'Field names separated by commas. Put “-” before a name for descending order. Fields: id, ' +
  'default, full_name, city, state_province, postal_code, country_code. Text is sorted by the ' +
  'code points of its lower-case form. Null values come last in ascending order and first in ' +
  'descending order.'

const idOf = ({ params }: { params: unknown }): number =>
  readId((params as { addressId: string }).addressId)
