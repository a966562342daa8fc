import {
  createUser,
  findAccount,
  findByEmail,
  listUsers,
  setPassword,
} from '../../identity/accounts/accounts.ts'
import {
  type Application,
  createApplication,
  listApplications,
  moveApplication,
  ownClientIds,
  rotateSecret,
} from '../../identity/applications/applications.ts'
import type { Scope } from '../../identity/applications/scopes.ts'
import { issueUserToken } from '../../identity/oauth/tokens/tokens.ts'
import type { Database } from '../../platform/database/db.ts'
import { randomText } from '../../platform/secrets/secrets.ts'
import {
  type AddressFields,
  createAddress,
  findAddresses,
} from '../../resources/addresses/addresses.ts'
import { createCard } from '../../resources/payment-methods/cards/card-wallet.ts'
import { findPaymentMethods } from '../../resources/payment-methods/payment-methods.ts'
import { createPayPal } from '../../resources/payment-methods/paypal/paypal-wallet.ts'
import { localVault } from '../../resources/payment-methods/vault/local-vault.ts'
import type { WalletDeps } from '../../resources/payment-methods/vault/vault-work.ts'
import { type DemoFile, readDemoFile, writeDemoFile } from './file.ts'
import { ensureListings } from './listings.ts'
import { type DemoMethod, type DemoPerson, people } from './people.ts'

export type { DemoFile } from './file.ts'

export interface DemoSettings {
  readonly production: boolean
  /** Whether `DEMO` asks for the demo. If undefined, only an empty embedded database gets it. */
  readonly demo: boolean | undefined
  readonly baseUrl: string
  readonly authUrl: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly listingsUrl: string | undefined
}

const ownScopes: readonly Scope[] = ['read:events']
const userScopes: readonly Scope[] = ['read:user', 'write:user', 'read:webhooks', 'write:webhooks']
/** Thirty days, in seconds. */
const tokenTtlSeconds = 30 * 86_400

/**
 * Fills the database with the demo where that is due, and writes `demo.json` with fresh access tokens. It is due where
 * `DEMO` says so; unsaid, in an embedded database that is empty or has the demo already. In production
 * never. What is there is left as it is; secrets that `demo.json` no longer tells are made anew.
 * @returns what was written; undefined where there is no demo.
 */
export async function prepareDemo(
  { db, ...others }: WalletDeps,
  config: DemoSettings,
): Promise<DemoFile | undefined> {
  // Published test numbers are no business of a processor's.
  const wallet = { ...others, db, vault: localVault }
  if (config.production || !(await isDue(db, config))) return undefined
  const known = readDemoFile(config.dataDir)
  const { application, credentials } = await ensureApplication(db, config, known)
  const users: DemoFile['users'][number][] = []
  for (const person of people) {
    const account = await findAccount(db, person.email)
    if (account?.disabled_at) continue
    const { id, password } = await ensurePerson(wallet, person, passwordIn(known, person))
    const terms = { application, scopes: userScopes, lifetimeSeconds: tokenTtlSeconds }
    const { access_token } = await issueUserToken(db, id, terms)
    users.push({ email: person.email, password, access_token })
  }
  // Where another service has the listings, ours are asked by nobody.
  const listings = config.listingsUrl === undefined ? await ensureListings(db) : []
  const demo: DemoFile = {
    base_url: config.baseUrl,
    auth_url: config.authUrl,
    application: credentials,
    users,
    listings: listings.map((id) => ({ id: Number(id) })),
  }
  writeDemoFile(config.dataDir, demo)
  return demo
}

/** The demo of the last start, for a start that cannot write. */
export async function findDemo(
  { db }: WalletDeps,
  config: DemoSettings,
): Promise<DemoFile | undefined> {
  if (config.production || !(await isDue(db, config))) return undefined
  return readDemoFile(config.dataDir)
}

async function isDue(db: Database, { demo, databaseUrl }: DemoSettings): Promise<boolean> {
  const [users, application] = await Promise.all([listUsers(db, 0, 1), findDemoApplication(db)])
  // Who disabled the demo's application wants no demo.
  if (application !== undefined && application.disabledAt !== null) return false
  if (demo !== undefined) return demo
  if (databaseUrl !== undefined) return false
  return users.length === 0 || application !== undefined
}

const findDemoApplication = async (db: Database): Promise<Application | undefined> =>
  (await listApplications(db)).find(({ clientId }) => clientId === ownClientIds.demo)

async function ensureApplication(
  db: Database,
  { authUrl }: DemoSettings,
  known: DemoFile | undefined,
): Promise<{ application: Application; credentials: DemoFile['application'] }> {
  const redirectUri = `${authUrl}/demo/callback`
  const present = await findDemoApplication(db)
  if (present === undefined) {
    const wanted = {
      name: 'Foyer demo',
      redirectUris: [redirectUri],
      scopes: [...ownScopes, ...userScopes],
    }
    const created = await createApplication(db, wanted, ownClientIds.demo)
    const { application, client_id, client_secret } = created
    return { application, credentials: credentialsOf(client_id, client_secret, redirectUri) }
  }
  // Another port, say: the redirect URI is a page of this service.
  if (!present.redirectUris.includes(redirectUri)) await moveApplication(db, present, [redirectUri])
  if (known?.application.client_id === present.clientId) {
    const credentials = { ...known.application, redirect_uri: redirectUri }
    return { application: present, credentials }
  }
  const fresh = await rotateSecret(db, present.clientId)
  const secret = fresh?.client_secret ?? null
  return { application: present, credentials: credentialsOf(present.clientId, secret, redirectUri) }
}

function credentialsOf(
  client_id: string,
  client_secret: string | null,
  redirect_uri: string,
): DemoFile['application'] {
  if (client_secret === null) throw new Error('the demo application has no secret')
  return { client_id, client_secret, redirect_uri }
}

const passwordIn = (known: DemoFile | undefined, { email }: DemoPerson): string | undefined =>
  known?.users.find((user) => user.email === email)?.password

/** A person's parts are added one by one: a start cut short is completed by the next. */
async function ensurePerson(
  wallet: WalletDeps,
  person: DemoPerson,
  knownPassword: string | undefined,
): Promise<{ id: number; password: string }> {
  const { db } = wallet
  const password = knownPassword ?? randomText(12)
  const present = await findByEmail(db, person.email)
  if (present !== undefined && knownPassword === undefined) await setPassword(db, present, password)
  const id =
    present ??
    (await createUser(db, {
      email: person.email,
      password,
      fullName: person.full_name,
      primaryPhone: person.primary_phone,
      language: person.language,
    }))
  const addresses = await ensureAddresses(db, id, person)
  const methods = await findPaymentMethods(db, id, wallet.clock.now())
  if (methods.length === 0)
    for (const method of person.methods) await addMethod(wallet, id, method, person, addresses)
  return { id, password }
}

/** @returns the ids, in the order of the person's list. */
async function ensureAddresses(
  db: Database,
  userId: number,
  person: DemoPerson,
): Promise<readonly number[]> {
  const present = await findAddresses(db, userId)
  if (present.length > 0) return present.map(({ id }) => id).sort((a, b) => a - b)
  const ids: number[] = []
  for (const address of person.addresses) {
    const given: Partial<AddressFields> = { full_name: person.full_name, ...address }
    ids.push((await createAddress(db, userId, { given, faults: new Map() })).id)
  }
  return ids
}

async function addMethod(
  wallet: WalletDeps,
  userId: number,
  method: DemoMethod,
  { full_name }: DemoPerson,
  addresses: readonly number[],
): Promise<void> {
  const common = {
    billing_address_id: method.billing === null ? null : (addresses[method.billing] ?? null),
    default_buyer_method: method.default === 'buyer',
    ...(method.type === 'PayPal' && { default_seller_method: method.default === 'seller' }),
  }
  if (method.type === 'PayPal') {
    const given = { email: method.email, ...common }
    await createPayPal(wallet, userId, { given, faults: new Map() })
    return
  }
  const { number, expiryMonth, expiresIn } = method
  const year = new Date(wallet.clock.now()).getUTCFullYear() + expiresIn
  const card = { card_number: number, expiry_month: expiryMonth, expiry_year: year }
  // A card that has expired was added while it had not.
  const clock = expiresIn < 0 ? { now: () => Date.UTC(year, 0) } : wallet.clock
  const given = { full_name, ...card, ...common }
  await createCard({ ...wallet, clock }, userId, { given, faults: new Map() })
}
