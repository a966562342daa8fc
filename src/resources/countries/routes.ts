import type { FastifyRequest } from 'fastify'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { maxPageSize, pagingOf } from '../../platform/http/api/paging.ts'
import { pagingParameters } from '../../platform/http/api/query.ts'
import { ref } from '../../platform/http/api/schema.ts'
import type { View } from '../../platform/http/api/view.ts'
import { operation } from '../../platform/http/openapi/operation.ts'
import type { App } from '../../platform/http/server.ts'
import { Type } from '../../platform/schema/type.ts'
import { codeOfName } from './names.ts'
import { addressRulesResource, countryCollection, standaloneCountry } from './resource.ts'
import { addressRules, type CountryCode, isCountryCode, upperCase } from './rules.ts'

export interface CountryDeps {
  readonly viewOf: (request: FastifyRequest) => View
}

const tag = 'Countries'
const params = {
  code: Type.String({
    description: 'Two-letter country code (ISO 3166-1 alpha-2) in upper or lower case',
    examples: ['gb'],
  }),
}

/** `/countries`, without authentication. */
export const countryRoutes =
  ({ viewOf }: CountryDeps) =>
  async (app: App): Promise<void> => {
    app.get(
      '/countries',
      operation({
        id: 'listCountries',
        summary: 'List countries',
        description:
          'All countries of ISO 3166-1, and Kosovo (XK), sorted by code. By default, one page has all of them. No token is needed.',
        tag,
        query: Type.Object(pagingParameters(maxPageSize)),
        success: { status: 200, resource: ref('CountryCollection') },
        refusals: [refusals.validation_failed],
      }),
      async (request) => countryCollection(pagingOf(request.query, maxPageSize), viewOf(request)),
    )

    app.get(
      '/countries/:code',
      operation({
        id: 'getCountry',
        summary: 'Get a country',
        description:
          '`code` is an ISO 3166-1 alpha-2 code or XK, in upper or lower case. No token is needed.',
        tag,
        params,
        success: { status: 200, resource: ref('Country') },
        refusals: [refusals.not_found],
      }),
      async (request) => standaloneCountry(codeOf(request), viewOf(request)),
    )

    app.get(
      '/countries/:code/addressrules',
      operation({
        id: 'getAddressRules',
        summary: 'Get the address format of a country',
        description:
          'What a form needs: the fields that an address of the country requires, their local ' +
          'names, the order of the lines, and the format of the postal code with an example. No ' +
          'token is needed.',
        tag,
        params,
        success: { status: 200, resource: ref('AddressRules') },
        refusals: [refusals.not_found],
      }),
      async (request) => addressRulesResource(addressRules(codeOf(request)), viewOf(request)),
    )
  }

/** @throws {Refused} not_found */
function codeOf({ params }: { params: unknown }): CountryCode {
  const code = upperCase((params as { code: string }).code)
  if (isCountryCode(code)) return code
  const known = codeOfName(code)
  throw new Refused(refusals.not_found, {
    message: known ? ['error.not_found.like', { known }] : ['error.not_found.country'],
  })
}
