import { basicOf } from '../../test/support/oauth.ts'
import type { BenchData, BenchUser } from './data/fill.ts'
import type { HttpRequest } from './load/wrk.ts'

/** A server or program that does the same as Foyer, with less. */
export type PeerName = 'pipelined' | 'pool' | 'pgbench' | 'bare' | 'transaction' | 'provider'

/** A request of the interface that is measured. */
export interface Path {
  readonly name: string
  readonly title: string
  readonly peers: readonly PeerName[]
  /** The requests that are sent in turn. */
  requests(data: BenchData): HttpRequest[]
  /** Whether each response has the token for a later request. */
  readonly refreshes?: boolean
  /** Whether no token is in the cache of Foyer. */
  readonly isCold?: boolean
  /** Deletes what the requests have added, so that every round starts from the same rows. */
  undo?(data: BenchData): string
}

/** Stands for a serial number, and is as long. */
export const serialMark = '00000000'

/** Stands for a refresh token, and is as long. */
export const refreshTokenMark = 'REFRESH_TOKEN'.padEnd(43, '_')

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

const get =
  (pathOf: (user: BenchUser) => string) =>
  ({ users }: BenchData): HttpRequest[] =>
    users.map((user) => ({ method: 'GET', path: pathOf(user), headers: bearer(user.token) }))

const send =
  (method: string, pathOf: (data: BenchData) => string, body: object) =>
  (data: BenchData): HttpRequest[] =>
    data.users.map(({ token }) => ({
      method,
      path: pathOf(data),
      headers: { ...bearer(token), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }))

/** Twice as many as Foyer caches. */
const coldTokens = 100_000

const cold =
  (path: string) =>
  ({ tokens }: BenchData): HttpRequest[] =>
    tokens.slice(0, coldTokens).map((token) => ({ method: 'GET', path, headers: bearer(token) }))

const visit = (path: string, accept: string) => (): HttpRequest[] => [
  { method: 'GET', path, headers: { Accept: accept } },
]

/** The requests to the token endpoint. Both name a scope, because a bare provider needs it. */
const exchange =
  (form: string) =>
  ({ application: { clientId, secret } }: BenchData): HttpRequest[] => [
    {
      method: 'POST',
      path: '/oauth2/token',
      headers: {
        Authorization: basicOf(clientId, secret),
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: form,
    },
  ]

const newAddress = {
  full_name: 'Ada Lovelace',
  address_1: '12 King Street',
  city: 'London',
  postal_code: 'SW1Y 4JH',
  country_code: 'GB',
}

/** The name differs in every request, so that every request changes the user. */
const newProfile = { full_name: `Ada ${serialMark}`, email_optin: true }

/** Everything that is measured. Reads come first, because writes change the rows. */
export const paths: readonly Path[] = [
  {
    name: 'addresses',
    title: 'GET /addresses',
    peers: ['pipelined', 'pool', 'pgbench'],
    requests: get(() => '/v2/addresses'),
  },
  {
    name: 'address',
    title: 'GET /addresses/{id}',
    peers: ['pipelined', 'pool'],
    requests: get(({ addressId }) => `/v2/addresses/${addressId}`),
  },
  {
    name: 'user',
    title: 'GET /user',
    peers: ['pipelined', 'pool', 'pgbench'],
    requests: get(() => '/v2/user'),
  },
  {
    name: 'paymentmethods',
    title: 'GET /paymentmethods',
    peers: ['pipelined', 'pool'],
    requests: get(() => '/v2/paymentmethods'),
  },
  {
    name: 'listing',
    title: 'PUT /listings/{id}/paymentmethods',
    peers: ['pipelined', 'pool'],
    requests: send('PUT', ({ listingId }) => `/v2/listings/${listingId}/paymentmethods`, {}),
  },
  {
    name: 'addresses-cold',
    title: 'GET /addresses, cold tokens',
    peers: [],
    requests: cold('/v2/addresses'),
    isCold: true,
  },
  {
    name: 'user-cold',
    title: 'GET /user, cold tokens',
    peers: [],
    requests: cold('/v2/user'),
    isCold: true,
  },
  {
    name: 'root',
    title: 'GET /v2',
    peers: ['bare'],
    requests: visit('/v2', 'application/hal+json'),
  },
  {
    name: 'sign-in',
    title: 'GET /sign-in (page)',
    peers: ['bare'],
    requests: visit('/sign-in', 'text/html'),
  },
  {
    name: 'create-address',
    title: 'POST /addresses',
    peers: ['transaction'],
    requests: send('POST', () => '/v2/addresses', newAddress),
    undo: ({ lastAddressId }) => `delete from addresses where id > ${lastAddressId}`,
  },
  {
    name: 'update-user',
    title: 'PATCH /user',
    peers: ['transaction'],
    requests: send('PATCH', () => '/v2/user', newProfile),
  },
  {
    name: 'token',
    title: 'POST /oauth2/token, client credentials',
    peers: ['provider'],
    requests: exchange('grant_type=client_credentials&scope=read%3Aevents'),
  },
  {
    name: 'refresh',
    title: 'POST /oauth2/token, refresh token',
    peers: ['provider'],
    requests: exchange(`grant_type=refresh_token&refresh_token=${refreshTokenMark}`),
    refreshes: true,
  },
]
