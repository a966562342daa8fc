import { createHash } from 'node:crypto'
import { scriptOf, variableOf } from './ids.ts'
import { bodyOf, type Document, type Operation, operationsOf } from './operations.ts'

/** A Postman Collection 2.1, as far as it is used here. */
export interface Collection {
  readonly info: object
  readonly auth: object
  readonly variable: readonly { readonly key: string; readonly value: string }[]
  readonly item: readonly Folder[]
}

interface Folder {
  readonly name: string
  readonly description: string
  readonly item: readonly Item[]
}

interface Item {
  readonly name: string
  readonly request: object
  readonly event: readonly object[]
}

/**
 * Makes a collection with a request for every operation. It can be run from top to bottom: a
 * request that creates a resource keeps its id for the next ones, and deletions come last.
 */
export function collectionOf(document: Document): Collection {
  const all = operationsOf(document)
  const toItem = (operation: Operation) => itemOf(operation, all, document)
  const isDeletion = ({ method, operationId }: Operation) =>
    method === 'delete' || operationId === 'revokeToken'
  const isCreation = ({ method, path, server }: Operation) =>
    method === 'post' && !path.includes('{') && server === undefined
  const folders = document.tags.map(({ name, description }) => {
    const own = all.filter((operation) => operation.tags.includes(name) && !isDeletion(operation))
    // Of several kinds of a resource, the next requests use the one that is created last: the
    // first.
    const creations = own.filter(isCreation).toReversed()
    const sorted = [...creations, ...own.filter((each) => !isCreation(each))]
    return { name, description, item: sorted.map(toItem) }
  })
  const [first, ...rest] = folders.toSorted(
    (a, b) => Number(b.name === 'Tokens') - Number(a.name === 'Tokens'),
  )
  const last = {
    name: 'Deletions',
    description: 'They come last, because other requests use what they delete.',
    item: all.filter(isDeletion).map(toItem).toReversed(),
  }
  const { title, version, description } = document.info
  return {
    info: {
      _postman_id: uuidOf(`${title} ${version}`),
      name: `${title} ${version}`,
      description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: userAuth,
    variable: Object.entries(variablesOf(document)).map(([key, value]) => ({ key, value })),
    item: [...(first ? [first] : []), ...rest, last],
  }
}

/** The variables that a run needs. Requests set the ids. */
const variablesOf = ({ servers }: Document): Readonly<Record<string, string>> => {
  const baseUrl = servers[0]?.url ?? ''
  return {
    baseUrl,
    authUrl: new URL(baseUrl).origin,
    clientId: '',
    clientSecret: '',
    redirectUri: '',
    accessToken: '',
    serviceToken: '',
    listingId: '1',
    userId: '',
    code: 'gb',
    type: 'creditcard',
  }
}

const pairs = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' }))

/** How Postman gets a token by itself, if the variable is empty. */
const tokenAuth = (variable: string, grant: Readonly<Record<string, string>>) => ({
  type: 'oauth2',
  oauth2: pairs({
    accessToken: `{{${variable}}}`,
    addTokenTo: 'header',
    headerPrefix: 'Bearer',
    accessTokenUrl: '{{authUrl}}/oauth2/token',
    clientId: '{{clientId}}',
    clientSecret: '{{clientSecret}}',
    ...grant,
  }),
})

/** The user signs in. */
const userAuth = tokenAuth('accessToken', {
  grant_type: 'authorization_code_with_pkce',
  authUrl: '{{authUrl}}/authorize',
  redirect_uri: '{{redirectUri}}',
})

/** The application gets a token of its own, with all its scopes for services. */
const serviceAuth = tokenAuth('serviceToken', {
  grant_type: 'client_credentials',
  client_authentication: 'header',
})

function authOf({ security }: Operation): object | undefined {
  const schemes = security.flatMap((one) => Object.keys(one))
  if (schemes.includes('user')) return undefined
  if (schemes.includes('service')) return serviceAuth
  if (!schemes.includes('application')) return { type: 'noauth' }
  const credentials = { username: '{{clientId}}', password: '{{clientSecret}}' }
  return { type: 'basic', basic: pairs(credentials) }
}

function itemOf(operation: Operation, all: readonly Operation[], document: Document): Item {
  const { method, path, server, summary, description, parameters = [] } = operation
  const url = path.replace(/\{(\w+)\}/g, (_, name) => `{{${variableOf(name, path, all)}}}`)
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, description, required, schema }) => {
      const example = String(schema?.examples?.[0] ?? schema?.enum?.[0] ?? '')
      const value = required ? `{{${camelCase(name)}}}` : example
      return { key: name, value, description, disabled: !required }
    })
  const raw = `${server === undefined ? '{{baseUrl}}' : '{{authUrl}}'}${url === '/' ? '' : url}`
  const [host = '', ...segments] = raw.split('/')
  const required = query.filter(({ disabled }) => !disabled)
  const search = required.map(({ key, value }) => `${key}=${value}`).join('&')
  const auth = authOf(operation)
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      description,
      url: {
        raw: search === '' ? raw : `${raw}?${search}`,
        host: [host],
        path: segments,
        ...(query.length > 0 && { query }),
      },
      header: [{ key: 'Accept', value: acceptOf(operation) }],
      ...(auth && { auth }),
      ...requestBody(operation, document),
    },
    event: [
      { listen: 'test', script: { type: 'text/javascript', exec: scriptOf(operation, all) } },
    ],
  }
}

const camelCase = (name = '') => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const acceptOf = ({ server }: Operation): string =>
  server === undefined ? 'application/hal+json' : 'application/json'

function requestBody(operation: Operation, document: Document): object {
  const body = bodyOf(operation, document)
  if (body === undefined) return {}
  const { type, example } = body
  if (type !== 'application/json') {
    const fields = Object.entries({ ...(example as Record<string, string>), ...formValues })
      // Without `scope`, the token has all scopes of the application, also those for services.
      .filter(([name]) => name in (example as object) && name !== 'scope')
      .map(([key, value]) => ({ key, value, type: 'text' }))
    return { body: { mode: 'urlencoded', urlencoded: fields } }
  }
  // A field such as `billing_address_id` names a resource that an earlier request has created.
  const raw = JSON.stringify(example, null, 2).replace(
    /("(?:\w+_)?address_id": )\d+/g,
    '$1{{addressId}}',
  )
  return { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } }
}

/** What replaces the values of examples in forms. */
const formValues = { redirect_uri: '{{redirectUri}}', token: '{{serviceToken}}' }

/** A UUID of version 8 of a text (RFC 9562, section 5.8), so that the same text has the same. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
