import assert from 'node:assert/strict'
import { test } from 'node:test'
import { userActs } from '../../src/account/operator/acts.ts'
import { registerOwnApplication } from '../../src/identity/users/developers/own-applications.ts'
import type { Browser, Page } from '../support/browser.ts'
import { type Foyer, onEveryDatabase } from '../support/foyer.ts'
import { sql } from '../support/inside.ts'
import { signedInHolder } from '../support/operators.ts'
import { type Route, routesOf } from '../support/routes.ts'
import { behindProxy, newBrowser, signedInBrowser } from '../support/sign-in.ts'
import { retryOutsideSoak } from '../support/wire.ts'

/** The callers. Each has a browser. */
const callers = [
  'nobody',
  'user',
  /** The owner of the application, before a fresh proof. */
  'developer_without_proof',
  /** A developer with a fresh proof, who owns other applications. */
  'other_developer',
  /** The operator, in a session that began with the password alone. */
  'operator_one_factor',
  'operator_without_proof',
  'operator',
  /** The owner of the application. The last row deletes it. */
  'developer',
] as const
type Caller = (typeof callers)[number]

/**
 * The outcome of a request: `done` is a success, `absent` is 404, `weak` is 403, `sign_in` and
 * `proof` lead to the pages that ask for those.
 */
type Outcome = 'done' | 'absent' | 'weak' | 'sign_in' | 'proof'
type Outcomes = Readonly<Record<Caller, Outcome>>

const operatorReads: Outcomes = {
  nobody: 'sign_in',
  user: 'absent',
  developer: 'absent',
  developer_without_proof: 'absent',
  other_developer: 'absent',
  operator_one_factor: 'weak',
  operator_without_proof: 'done',
  operator: 'done',
}
const operatorActs: Outcomes = { ...operatorReads, operator_without_proof: 'proof' }

const developerReads: Outcomes = {
  nobody: 'sign_in',
  user: 'weak',
  developer: 'done',
  developer_without_proof: 'done',
  other_developer: 'done',
  operator_one_factor: 'weak',
  operator_without_proof: 'weak',
  operator: 'weak',
}
const ownerReads: Outcomes = { ...developerReads, other_developer: 'absent' }
const ownerActs: Outcomes = { ...ownerReads, developer_without_proof: 'proof' }
/** The application has no such webhook. */
const webhookReads: Outcomes = {
  ...ownerReads,
  developer: 'absent',
  developer_without_proof: 'absent',
}

interface Row {
  readonly outcomes: Outcomes
  readonly fields?: Readonly<Record<string, string>>
}

const act = { reason: 'SUP-4711', check: 'document_in_person', email: 'nobody@example.com' }

/** The GET and the POST of an act. */
const actRows = (path: string): [string, Row][] => [
  [`GET ${path}`, { outcomes: operatorActs }],
  [`POST ${path}`, { outcomes: operatorActs, fields: act }],
]

const ownerRows = (name: string): [string, Row][] => {
  const path = `/developer/applications/:clientId/${name}`
  return [
    [`GET ${path}`, { outcomes: ownerActs }],
    [`POST ${path}`, { outcomes: ownerActs, fields: { name: 'Matrix' } }],
  ]
}

/** Every route for operators and developers. A route without a row fails the test. */
const rows: Readonly<Record<string, Row>> = {
  'GET /operator': { outcomes: operatorReads },
  'POST /operator': { outcomes: operatorReads, fields: { query: '1' } },
  'GET /operator/requests/:id': { outcomes: operatorReads },
  'GET /operator/users/:id': { outcomes: operatorReads },
  'GET /operator/applications/:clientId': { outcomes: operatorReads },
  ...Object.fromEntries(
    Object.keys(userActs).flatMap((name) => actRows(`/operator/users/:id/${name}`)),
  ),
  ...Object.fromEntries(
    ['disable', 'enable'].flatMap((name) => actRows(`/operator/applications/:clientId/${name}`)),
  ),
  ...Object.fromEntries(actRows('/operator/sign-ups/resend-confirmation')),
  'GET /developer': { outcomes: developerReads },
  'GET /developer/applications': { outcomes: developerReads },
  'GET /developer/applications/types': { outcomes: developerReads },
  'GET /developer/applications/new': {
    outcomes: { ...developerReads, developer_without_proof: 'proof' },
  },
  'POST /developer/applications/new': {
    outcomes: { ...developerReads, developer_without_proof: 'proof' },
    fields: { type: 'server', name: 'Matrix', 'scope:read:events': 'true' },
  },
  'GET /developer/applications/:clientId': { outcomes: ownerReads },
  'GET /developer/applications/:clientId/enable': { outcomes: developerReads },
  'POST /developer/applications/:clientId/enable': { outcomes: ownerReads },
  ...Object.fromEntries(['edit', 'rotate', 'withdraw', 'disable', 'logo'].flatMap(ownerRows)),
  // The GET only leads to the page with the logo.
  'GET /developer/applications/:clientId/logo/remove': {
    outcomes: { ...developerReads, developer_without_proof: 'proof' },
  },
  'POST /developer/applications/:clientId/logo/remove': { outcomes: ownerActs },
  'GET /developer/applications/:clientId/requests': { outcomes: ownerReads },
  'GET /developer/applications/:clientId/webhooks': { outcomes: ownerReads },
  ...Object.fromEntries(
    ['', '/ping', '/deliveries/:delivery/redeliver'].flatMap((below): [string, Row][] => {
      const path = `/developer/applications/:clientId/webhooks/:id${below}`
      // Without a form, the page of a webhook takes the place of the page of an act.
      if (below === '') return [[`GET ${path}`, { outcomes: webhookReads }]]
      return [
        [`GET ${path}`, { outcomes: developerReads }],
        [`POST ${path}`, { outcomes: webhookReads }],
      ]
    }),
  ),
  ...Object.fromEntries(ownerRows('delete')),
}

const nameOf = ({ method, path }: Route): string => `${method} ${path}`

await onEveryDatabase(
  'the matrix of roles',
  (foyer) => {
    const isOurs = ({ method, path }: Route): boolean =>
      /^\/(?:operator|developer)(?:\/|$)/.test(path) && ['GET', 'POST'].includes(method)

    test('every route for operators and developers has a row', async () => {
      const csrf = { csrf: '' }
      const routes = routesOf(foyer.app).filter(isOurs)
      const missing = []
      for (const route of routes.filter((one) => !(nameOf(one) in rows))) {
        // Fastify also has routes that answer 405 to methods that a path does not have.
        const browser = newBrowser(foyer.authUrl)
        const { status } = await (route.method === 'GET'
          ? browser.get(route.path)
          : browser.post(route.path, csrf))
        if (status !== 405) missing.push(nameOf(route))
      }
      assert.deepEqual(missing, [])
      const known = new Set(routes.map(nameOf))
      assert.deepEqual(
        Object.keys(rows).filter((name) => !known.has(name)),
        [],
      )
    })

    test('each caller gets what the row says, and refused requests change nothing', async () => {
      const target = await foyer.newUser()
      const { clientId } = await foyer.newApplication({ name: 'Box office' })
      const { browsers, ownClientId, beforehand } = await browsersOf(foyer)
      const pathOf = (path: string) =>
        path
          .replace('/requests/:id', '/requests/00000000-0000-4000-8000-000000000000')
          .replace(/:id|:delivery/g, String(target.id))
          .replace(':clientId', path.startsWith('/developer') ? ownClientId : clientId)
      for (const caller of callers) {
        await beforehand[caller]?.()
        const before = await stateOf(foyer, target.id)
        const csrf = await csrfOf(browsers[caller])
        const check = async ([name, { outcomes, fields }]: [string, Row]): Promise<void> => {
          const [method = '', path = ''] = name.split(' ')
          const page = await retryOutsideSoak(() =>
            method === 'GET'
              ? browsers[caller].get(pathOf(path))
              : browsers[caller].post(pathOf(path), { ...fields, csrf }),
          )
          assert.equal(outcomeOf(page), outcomes[caller], `${caller}: ${name}\n${page.text}`)
        }
        const all = Object.entries(rows)
        if (mayChange.includes(caller)) for (const row of all) await check(row)
        else await Promise.all(all.map(check))
        if (!mayChange.includes(caller))
          assert.deepEqual(await stateOf(foyer, target.id), before, `${caller} changed something`)
      }
    })
  },
  { ...behindProxy, DEVELOPER_SIGNUP: 'false' },
)

function outcomeOf({ status, location }: Page): Outcome {
  if (location.includes('/sign-in')) return 'sign_in'
  if (location.includes('/account/confirm')) return 'proof'
  if (status === 404) return 'absent'
  return status === 403 ? 'weak' : 'done'
}

/** The callers who may change something. */
const mayChange: readonly Caller[] = ['developer', 'other_developer', 'operator']

interface Cast {
  readonly browsers: Readonly<Record<Caller, Browser>>
  /** The application of `developer`. */
  readonly ownClientId: string
  /** What a caller does before the first request. */
  readonly beforehand: Readonly<Partial<Record<Caller, () => Promise<unknown>>>>
}

async function browsersOf(foyer: Foyer): Promise<Cast> {
  const { email } = await foyer.newUser()
  const developer = await signedInHolder(foyer, 'developer')
  const other = await signedInHolder(foyer, 'developer')
  const oneFactor = await signedInHolder(foyer, 'operator')
  await foyer.db.query(sql`update sessions set amr = '{pwd}' where user_id = ${oneFactor.id}`)
  const withoutProof = await signedInHolder(foyer, 'operator')
  const operator = await signedInHolder(foyer, 'operator')
  const someUser = (await foyer.newUser()).id
  const { client_id } = await registerOwnApplication(
    { ...foyer, signUp: false, serviceName: 'Foyer', allowLoopback: false },
    developer.id,
    { type: 'server', name: 'Event list', redirectUris: [], scopes: ['read:events'] },
  )
  return {
    browsers: {
      nobody: newBrowser(foyer.authUrl),
      user: await signedInBrowser(foyer.authUrl, email),
      developer_without_proof: developer.browser,
      developer: developer.browser,
      other_developer: other.browser,
      operator_one_factor: oneFactor.browser,
      operator_without_proof: withoutProof.browser,
      operator: operator.browser,
    },
    ownClientId: client_id,
    beforehand: {
      developer: () => developer.prove('/developer/applications/new'),
      other_developer: () => other.prove('/developer/applications/new'),
      operator: () => operator.prove(`/operator/users/${someUser}/disable`),
    },
  }
}

/** The token of a browser's forms. */
async function csrfOf(browser: Browser): Promise<string> {
  const { text } = await browser.follow(await browser.get('/account'))
  return /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
}

/** The data of a user and of applications that acts would change. */
async function stateOf({ db }: Foyer, userId: number): Promise<unknown> {
  return Promise.all([
    db.query(sql`select * from users where id = ${userId}`),
    db.query(sql`select * from user_roles where user_id = ${userId}`),
    db.query(sql`select * from jobs where user_id = ${userId}`),
    db.query(sql`select id, disabled_at from applications order by id`),
  ])
}
