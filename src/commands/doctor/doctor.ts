import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { systemClock } from '../../platform/clock.ts'
import type { OpenDatabase } from '../../platform/database/db.ts'
import type { SecretKeys } from '../../platform/secrets/keys.ts'
import { escapeForbidden } from '../../platform/text/text.ts'
import type { Command, Outcome, Values } from '../terminal/command.ts'
import { commandRefused } from '../terminal/failures.ts'
import { attempt, type Finding, findingsOf } from './finding.ts'

/** Checks an installation. Changes nothing. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'Check the settings, the database, the keys, mail and all that the service needs',
  options: {
    'send-mail': { value: 'EMAIL', help: 'Also send a message to this address' },
  },
  notes: [
    'It changes nothing, and works also while the service is down. Each line says ok, warning or',
    'wrong, and what to do. The status is 1 if something is wrong.',
  ],
  async alone(values, { env }) {
    const { ConfigError, readConfig } = await import('../../config/config.ts')
    const to = await addressOf(values)
    try {
      const config = readConfig(env)
      const settings = await checkProcess(config, env)
      return outcomeOf([...settings, ...(await checkAlone(config, to))])
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      const { wrong } = findingsOf('settings')
      const lines = error.message.split('\n')
      return outcomeOf(lines.map((line) => wrong(line, 'Correct it, then check again')))
    }
  },
  async run(db, values, { config, secretKey }) {
    const running = findingsOf('service').ok(`Process ${process.pid} runs, and made these checks`)
    const found = await checkAll(config, { db, keys: secretKey }, await addressOf(values))
    return outcomeOf([running, ...found])
  },
}

async function addressOf(values: Values): Promise<string | undefined> {
  const { isEmail } = await import('../../platform/text/email.ts')
  const to = values.text('send-mail')
  if (to === undefined || isEmail(to)) return to
  throw commandRefused(`"${to}" is not an email address.`)
}

async function checkProcess(
  { production }: Config,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Finding[]> {
  const { ok, warning, wrong } = findingsOf('settings')
  const { misspeltSettings, misspeltText } = await import('../../config/names.ts')
  const { findDisclosure } = await import('../../platform/process/crash-dumps.ts')
  const disclosure = production ? findDisclosure(process.execArgv, env) : undefined
  if (disclosure !== undefined) return [wrong(disclosure, 'Remove it')]
  const advice = 'Correct the name. Without that, Foyer does not read it'
  return [
    ok(`Valid, for ${production ? 'production' : 'development'}`),
    ...misspeltSettings(env).map((one) => warning(misspeltText(one), advice)),
  ]
}

/** The parts of the installation that could be opened. */
interface Opened {
  readonly db?: OpenDatabase | undefined
  readonly keys?: SecretKeys | undefined
}

/** @throws {DirectoryInUse} then the service makes the checks */
async function checkAlone(config: Config, to: string | undefined): Promise<Finding[]> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'database'))) {
    const text = `There is no database in ${dataDir} yet`
    const advice = 'Start the service, which creates it'
    const found = await checkAll(config, {}, to)
    return [findingsOf('database').warning(text, advice), ...found]
  }
  const { DirectoryInUse } = await import('../../platform/database/embedded/lock.ts')
  const { openDatabase, openKeys } = await import('../../support/installation/open.ts')
  let db: OpenDatabase
  try {
    db = await openDatabase(config)
  } catch (error) {
    if (error instanceof DirectoryInUse) throw error
    const advice = 'Check DATABASE_URL, and that the server runs and can be reached from here'
    const failed = await attempt('database', advice, () => Promise.reject(error))
    return [...failed, ...(await checkAll(config, {}, to))]
  }
  try {
    const hasKey = config.secretKey !== undefined || existsSync(join(dataDir, 'secret.key'))
    const keys = hasKey ? openKeys(config) : undefined
    const found = await checkAll(config, { db, keys }, to)
    if (hasKey) return found
    const text = `There is no secret key in ${dataDir} yet`
    return [findingsOf('keys').warning(text, 'Start the service, which creates it'), ...found]
  } finally {
    await db.close()
  }
}

async function checkAll(
  config: Config,
  { db, keys }: Opened,
  to: string | undefined,
): Promise<Finding[]> {
  const database = await import('./database.ts')
  const services = await import('./services.ts')
  const surroundings = await import('./surroundings.ts')
  const ofDatabase =
    db === undefined
      ? []
      : [
          attempt('database', grants, () => database.checkDatabase(db, config)),
          attempt('audit trail', grants, () => database.checkTrail(db, config)),
          attempt('passwords', grants, () => database.checkPasswords(db, config)),
          attempt('migrations', grants, () => database.checkMigrations(db)),
          attempt('clock', grants, () => database.checkClock(db, systemClock)),
          attempt('bank accounts', grants, () => services.checkBankAccounts(db, config)),
          attempt('cards', grants, () => services.checkCards(db, config)),
          attempt('listings', 'Check LISTINGS_URL and that service', () =>
            services.checkListings(db, config),
          ),
        ]
  const ofKeys =
    db === undefined || keys === undefined
      ? []
      : [attempt('keys', 'Set the right SECRET_KEY', () => services.checkKeys(db, keys))]
  const others = [
    attempt('mail', 'Check SMTP_URL', () => services.checkMail(config, to)),
    attempt('card vault', 'Check STRIPE_SECRET_KEY', () => services.checkCardVault(config)),
    attempt('proxies', 'Check AUTH_URL', async () => surroundings.checkProxies(config)),
    attempt('public URL', 'Check AUTH_URL', () => surroundings.checkAuthUrl(config)),
    attempt('time zones', 'Update Foyer', async () =>
      surroundings.checkTimeZones(systemClock.now()),
    ),
    attempt('carrier', 'Check CARRIER_URL and that service', () => services.checkCarrier(config)),
    attempt('files', 'Check DATA_DIR', async () => surroundings.checkFiles(config)),
  ]
  return (await Promise.all([...ofDatabase, ...ofKeys, ...others])).flat()
}

const grants = 'Check the rights of the role: docs/service-role.sql'

function outcomeOf(checks: readonly Finding[]): Outcome {
  const count = (state: Finding['state']) => checks.filter((check) => check.state === state).length
  const counts = { ok: count('ok'), warnings: count('warning'), wrong: count('wrong') }
  const width = Math.max(...checks.map(({ check }) => check.length)) + 2
  const lines = checks.flatMap(({ check, state, text, advice }) => [
    `${state.padEnd(9)}${check.padEnd(width)}${escapeForbidden(text)}.`,
    ...(advice === undefined ? [] : [`${' '.repeat(9 + width)}${advice}.`]),
  ])
  const warnings = counts.warnings === 1 ? '1 warning' : `${counts.warnings} warnings`
  const sum = `${counts.ok} ok, ${warnings}, ${counts.wrong} wrong`
  return {
    json: { ...counts, checks },
    text: [...lines, '', sum].join('\n'),
    failed: counts.wrong > 0,
  }
}
