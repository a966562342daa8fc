import type { Config } from '../../config/config.ts'
import type { OpenDatabase } from '../../platform/database/db.ts'
import type { SecretKeys } from '../../platform/secrets/keys.ts'
import { type Finding, findingsOf } from './finding.ts'

/** Checks that the secret keys fit the database, and open the signing keys. Creates none. */
export async function checkKeys(db: OpenDatabase, keys: SecretKeys): Promise<Finding[]> {
  const { ok, warning, wrong } = findingsOf('keys')
  const secretKey = await import('../../support/secret-key/secret-key.ts')
  const { findKeys } = await import('../../identity/oauth/keys/keys.ts')
  await secretKey.refuseOtherKeys(db, keys)
  await secretKey.refreshSecretKeys(db, keys)
  const found = [ok('SECRET_KEY is the key of this database')]
  if (await secretKey.needsFormerKey(db, keys))
    found.push(
      warning('A rotation of SECRET_KEY is not finished', 'Run "foyer keys rotate --secret-key"'),
    )
  try {
    const signing = await findKeys(db, keys)
    const algorithms = signing.map(({ alg }) => alg).join(', ')
    found.push(ok(algorithms === '' ? 'No signing keys yet' : `Signing keys: ${algorithms}`))
  } catch {
    const advice =
      'Restore the table signing_keys from a backup. Without one, delete its rows: the service ' +
      'makes new keys, and ID tokens from before no longer verify'
    found.push(wrong('The signing keys cannot be opened', advice))
  }
  return found
}

/**
 * Connects to the mail server and authenticates.
 * @param to where to send a message, if anywhere
 */
export async function checkMail(config: Config, to: string | undefined): Promise<Finding[]> {
  const { ok, wrong } = findingsOf('mail')
  const { smtpUrl, from } = config.mail
  if (smtpUrl === undefined) return [ok(`Emails become files in ${config.dataDir}/mail`)]
  const { testSmtp } = await import('../../support/mail/transport.ts')
  const { hostname } = new URL(smtpUrl)
  const message = to === undefined ? undefined : testMessage(config, from, to)
  try {
    await testSmtp(smtpUrl, message)
    return [ok(to === undefined ? `${hostname} accepts us` : `${hostname} took a message to ${to}`)]
  } catch (error) {
    const advice = 'Check SMTP_URL: host, port, user, password and TLS'
    return [wrong(`${hostname}: ${(error as Error).message}`, advice)]
  }
}

const testMessage = ({ serviceName, mail }: Config, from: string, to: string) => ({
  from: { name: mail.fromName ?? serviceName, address: from },
  to: { name: '', address: to },
  subject: `Test message of ${serviceName}`,
  text: 'foyer doctor sent this message to check the mail server.\n',
})

/** Checks the key of the card processor by a request without effect. */
export async function checkCardVault({ cardVault, production }: Config): Promise<Finding[]> {
  const { ok, warning } = findingsOf('card vault')
  if (cardVault.name === 'local' && !production) return [ok('local: for development and tests')]
  if (cardVault.name === 'local')
    return [
      warning(
        'local runs in production: it can neither charge cards nor pay sellers',
        'Set CARD_VAULT=stripe, unless this is a test',
      ),
    ]
  const { checkVault } = await import('../../processor/open-vault.ts')
  const warnings: string[] = []
  await checkVault(cardVault, (message) => warnings.push(message))
  const isTest = /^[sr]k_test_/.test(cardVault.secretKey)
  const mode = isTest ? 'test' : 'live'
  const found = warnings.map((text) =>
    warning(text, 'See docs/operations.md#cards-at-the-processor'),
  )
  if (isTest && production)
    found.push(warning('STRIPE_SECRET_KEY is a test key', 'Use a live key in production'))
  return found.length > 0 ? found : [ok(`stripe takes the key, in ${mode} mode`)]
}

/** Tells if users have bank accounts at the processor and nobody can add one. */
export async function checkBankAccounts(
  db: OpenDatabase,
  { cardVault }: Config,
): Promise<Finding[]> {
  const { warning } = findingsOf('bank accounts')
  const { checkConnect } = await import('../../processor/open-vault.ts')
  const warnings: string[] = []
  await checkConnect(cardVault, db, (message) => warnings.push(message))
  const advice = 'Set STRIPE_CONNECT, or leave it: docs/operations.md, "Bank accounts at Stripe"'
  return warnings.map((text) => warning(text.replace(/\.$/, ''), advice))
}

/** Tells if users have cards in another vault than the configured one. */
export async function checkCards(db: OpenDatabase, { cardVault }: Config): Promise<Finding[]> {
  const { warning } = findingsOf('cards')
  const { countCardsInOtherVaults } = await import(
    '../../resources/payment-methods/payment-methods.ts'
  )
  const { name } = cardVault
  const count = await countCardsInOtherVaults(db, name)
  if (count === 0) return []
  return [
    warning(
      `Cards in another vault than ${name}, which cannot be used for purchases: ${count}`,
      'Check CARD_VAULT. If it is right, users add these cards again: docs/operations.md',
    ),
  ]
}

/** Asks the directory for a listing, to see whether it answers. The listing need not exist. */
export async function checkListings(db: OpenDatabase, config: Config): Promise<Finding[]> {
  const { ok } = findingsOf('listings')
  const { openDirectory } = await import('../../resources/listings/directory/open-directory.ts')
  await openDirectory(config.listingsUrl, db).find('1', 0)
  if (config.listingsUrl === undefined) return [ok("This database's own table")]
  return [ok(`${new URL(config.listingsUrl).host} answers`)]
}

/** Asks the carrier about a place, to see whether it answers. It need not come there. */
export async function checkCarrier(config: Config): Promise<Finding[]> {
  const { ok } = findingsOf('carrier')
  const { carrier } = config
  if (carrier === 'none') return [ok('none: addresses have no pickups')]
  if (carrier === 'local') return [ok(`local: ${config.carrierName} comes on working days`)]
  const { openCarrier } = await import('../../resources/addresses/carrier/open-carrier.ts')
  const place = { country_code: 'GB', state_province: null, city: 'London', postal_code: null }
  await openCarrier({ ...config, carrierExcludedCountries: [] }).pickup(place, 0, 0)
  return [ok(`${carrier.host} answers`)]
}
