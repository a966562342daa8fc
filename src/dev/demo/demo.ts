import {
  type Application,
  createApplication,
  listApplications,
  moveApplication,
  ownClientIds,
  rotateSecret,
} from '../../identity/applications/applications.ts'
import type { Scope } from '../../identity/applications/scopes.ts'
import { createAuthenticator } from '../../identity/oauth/tokens/authenticate.ts'
import { issueUserToken } from '../../identity/oauth/tokens/tokens.ts'
import {
  createUser,
  findAccount,
  findByEmail,
  listUsers,
  setPassword,
} from '../../identity/users/accounts/accounts.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Minted } from '../../platform/secrets/secrets.ts'
import { localVault } from '../../processor/local-vault.ts'
import {
  type AddressFields,
  createAddress,
  findAddresses,
} from '../../resources/addresses/addresses.ts'
import { creditCard } from '../../resources/payment-methods/kinds/credit-card.ts'
import { payPal } from '../../resources/payment-methods/kinds/paypal.ts'
import { findPaymentMethods } from '../../resources/payment-methods/payment-methods.ts'
import { proveInvented } from '../../resources/payment-methods/payouts/proof.ts'
import type { WalletDeps } from '../../resources/payment-methods/wallet/open-wallet.ts'
import { put } from '../../resources/payment-methods/wallet/put.ts'
import { atTime } from '../time/time.ts'
import { type DemoFile, readDemoFile, writeDemoFile } from './file.ts'
import { ensureListings } from './listings.ts'
import { type DemoMethod, type DemoPerson, people } from './people.ts'
import { type DemoSecrets, secretsOf, seededAt } from './secrets.ts'

export type { DemoFile } from './file.ts'

export interface DemoSettings {
  readonly serviceName: string
  readonly production: boolean
  /** Whether `DEMO` asks for the demo. If undefined, only an empty embedded database gets it. */
  readonly demo: boolean | undefined
  /** Names the data. If undefined, passwords, secrets and tokens are random. */
  readonly demoSeed?: string | undefined
  readonly baseUrl: string
  readonly authUrl: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly listingsUrl: string | undefined
}

const ownScopes: readonly Scope[] = ['read:events']
const userScopes: readonly Scope[] = ['read:user', 'write:user', 'read:webhooks', 'write:webhooks']
/** The lifetime of the access tokens in `demo.json`: thirty days. */
const tokenTtlSeconds = 30 * 86_400
/** The lifetime of the tokens of a seed, which begin at `seededAt`: a hundred years. */
const seededTtlSeconds = 36_525 * 86_400

/**
 * Fills the database with the demo if needed, and writes `demo.json` with new access tokens. The
 * setting `DEMO` decides. If it is not set, only an embedded database that is empty or has the demo
 * already gets it. Production never gets it. Existing data is not changed, but passwords and
 * secrets that are missing in `demo.json` are replaced.
 * @returns the content of `demo.json`; undefined if there is no demo
 */
export async function prepareDemo(
  { db, ...deps }: WalletDeps,
  config: DemoSettings,
): Promise<DemoFile | undefined> {
  // Use the local vault, because test card numbers must not be sent to a processor.
  const wallet = { ...deps, db, vault: localVault }
  if (config.production || !(await isDemoWanted(db, config))) return undefined
  const prepare = () => fill(wallet, config)
  return config.demoSeed === undefined ? prepare() : atTime(seededAt, prepare)
}

async function fill(wallet: WalletDeps, config: DemoSettings): Promise<DemoFile> {
  const { db } = wallet
  const seed = config.demoSeed
  const secrets = secretsOf(seed)
  const written = readDemoFile(config.dataDir)
  // Another seed replaces passwords and secrets.
  const previous = seed === undefined || written?.seed === seed ? written : undefined
  const { application, credentials } = await ensureApplication(db, config, previous, secrets)
  const users: DemoFile['users'][number][] = []
  for (const person of people) {
    const { email } = person
    const account = await findAccount(db, email)
    // No tokens are issued for these users.
    if (account?.disabled_at || account?.erases_at) continue
    const password = passwordIn(previous, person)
    const ensured = await ensurePerson(wallet, person, config.serviceName, { password, secrets })
    const access_token = await tokenOf(db, ensured.id, application, secrets.token(email))
    users.push({ email, password: ensured.password, access_token })
  }
  // If another service has the listings, nothing reads our own.
  const listings = config.listingsUrl === undefined ? await ensureListings(db) : []
  const demo: DemoFile = {
    base_url: config.baseUrl,
    auth_url: config.authUrl,
    ...(seed !== undefined && { seed }),
    application: credentials,
    users,
    listings: listings.map((id) => ({ id: Number(id) })),
  }
  writeDemoFile(config.dataDir, demo)
  return demo
}

/** Issues an access token. With a seed, the token is always the same, so it is issued only once. */
async function tokenOf(
  db: Database,
  userId: number,
  application: Application,
  seeded: Minted | undefined,
): Promise<string> {
  const terms = { application, scopes: userScopes }
  if (seeded === undefined) {
    const fresh = await issueUserToken(db, userId, { ...terms, lifetimeSeconds: tokenTtlSeconds })
    return fresh.access_token
  }
  const { secret } = seeded
  const isValid = createAuthenticator({ db })
    .authenticate(`Bearer ${secret}`)
    .then(
      () => true,
      () => false,
    )
  if (!(await isValid)) {
    const mint = () => [seeded]
    await issueUserToken(db, userId, { ...terms, lifetimeSeconds: seededTtlSeconds, mint })
  }
  return secret
}

/** Returns the demo of the last start, for a start that cannot write. */
export async function findDemo(
  { db }: WalletDeps,
  config: DemoSettings,
): Promise<DemoFile | undefined> {
  if (config.production || !(await isDemoWanted(db, config))) return undefined
  return readDemoFile(config.dataDir)
}

async function isDemoWanted(db: Database, { demo, databaseUrl }: DemoSettings): Promise<boolean> {
  const [users, application] = await Promise.all([listUsers(db, 0, 1), findDemoApplication(db)])
  // An operator who disables the demo's application wants no demo.
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
  previous: DemoFile | undefined,
  { clientSecret }: DemoSecrets,
): Promise<{ application: Application; credentials: DemoFile['application'] }> {
  const redirectUri = `${authUrl}/demo/callback`
  const existing = await findDemoApplication(db)
  if (existing === undefined) {
    const wanted = {
      name: 'Foyer demo',
      redirectUris: [redirectUri],
      scopes: [...ownScopes, ...userScopes],
    }
    const created = await createApplication(db, wanted, ownClientIds.demo, clientSecret)
    const { application, client_id, client_secret } = created
    return { application, credentials: credentialsOf(client_id, client_secret, redirectUri) }
  }
  // The redirect URI is a page of this service. It changes with the port, for example.
  if (!existing.redirectUris.includes(redirectUri))
    await moveApplication(db, existing, [redirectUri])
  if (previous?.application.client_id === existing.clientId) {
    const credentials = { ...previous.application, redirect_uri: redirectUri }
    return { application: existing, credentials }
  }
  const fresh = await rotateSecret(db, existing.clientId, { secret: clientSecret })
  const secret = fresh?.client_secret ?? null
  return {
    application: existing,
    credentials: credentialsOf(existing.clientId, secret, redirectUri),
  }
}

function credentialsOf(
  client_id: string,
  client_secret: string | null,
  redirect_uri: string,
): DemoFile['application'] {
  if (client_secret === null) throw new Error('the demo application has no secret')
  return { client_id, client_secret, redirect_uri }
}

const passwordIn = (previous: DemoFile | undefined, { email }: DemoPerson): string | undefined =>
  previous?.users.find((user) => user.email === email)?.password

/**
 * Creates a person with addresses and payment methods. Each of them is added only if it is missing,
 * so the next start completes an interrupted one.
 */
async function ensurePerson(
  wallet: WalletDeps,
  person: DemoPerson,
  serviceName: string,
  known: { readonly password: string | undefined; readonly secrets: DemoSecrets },
): Promise<{ id: number; password: string }> {
  const { db } = wallet
  const password = known.password ?? known.secrets.password(person.email)
  const existing = await findByEmail(db, person.email)
  if (existing !== undefined && known.password === undefined)
    await setPassword({ db, clock: wallet.clock, serviceName }, existing, password)
  const id =
    existing ??
    (await createUser(db, {
      email: person.email,
      password,
      fullName: person.full_name,
      primaryPhone: person.primary_phone,
      language: person.language,
      serviceName,
    }))
  const addresses = await ensureAddresses(db, id, person)
  const methods = await findPaymentMethods(db, id, wallet.clock.now(), wallet.vault.name)
  if (methods.length === 0)
    for (const method of person.methods) await addMethod(wallet, id, method, person, addresses)
  return { id, password }
}

/** @returns the ids, in the order of the person's list */
async function ensureAddresses(
  db: Database,
  userId: number,
  person: DemoPerson,
): Promise<readonly number[]> {
  const existing = await findAddresses(db, userId)
  if (existing.length > 0) return existing.map(({ id }) => id).sort((a, b) => a - b)
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
    const draft = { given, faults: new Map() }
    const created = await put(wallet, payPal, userId, { draft })
    await proveInvented(wallet, userId, created.method.id)
    return
  }
  const { number, expiryMonth, expiresInYears } = method
  const year = new Date(wallet.clock.now()).getUTCFullYear() + expiresInYears
  const card = { card_number: number, expiry_month: expiryMonth, expiry_year: year }
  // Expired cards are refused, so the clock for such a card is before its expiry date.
  const clock = expiresInYears < 0 ? { now: () => Date.UTC(year, 0) } : wallet.clock
  const given = { full_name, ...card, ...common }
  const draft = { given, faults: new Map() }
  await put({ ...wallet, clock }, creditCard, userId, { draft })
}
