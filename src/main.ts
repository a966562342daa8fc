import type { Server } from 'node:http'
import { constants } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { createApp } from './app/app.ts'
import { featuresOf, sealedColumnsOf } from './app/features.ts'
import { privacyOf } from './app/privacy.ts'
import { openSandbox } from './app/sandbox.ts'
import { listenForCommands } from './commands/terminal/socket.ts'
import { type Config, ConfigError, readConfig, refusesAll } from './config/config.ts'
import { misspeltSettings, misspeltText } from './config/names.ts'
import { banner } from './dev/banner.ts'
import { findDemo, prepareDemo } from './dev/demo/demo.ts'
import { createAuthenticator } from './identity/oauth/tokens/authenticate.ts'
import { tokensChannel } from './identity/oauth/tokens/tokens.ts'
import { systemClock } from './platform/clock.ts'
import type { OpenDatabase } from './platform/database/db.ts'
import { tracedDatabase } from './platform/database/observe/traced-database.ts'
import { overrideTexts } from './platform/i18n/catalogue.ts'
import { timeZones } from './platform/i18n/time-zones/time-zones.ts'
import { sourceText } from './platform/i18n/time-zones/zone-source.ts'
import { Metrics } from './platform/metrics/metrics.ts'
import { collectAfterStart } from './platform/process/collect-after-start.ts'
import { findDisclosure, preventDumps } from './platform/process/crash-dumps.ts'
import { createDrain } from './platform/process/drain.ts'
import type { Lifecycle } from './platform/process/lifecycle.ts'
import { limitHeapGrowth } from './platform/process/limit-heap-growth.ts'
import { type ClosableLogger, createLogger } from './platform/process/logger.ts'
import { listenOn, PortRefused, refuseBusyPort } from './platform/process/port.ts'
import { createProbes, type Probed } from './platform/process/probes.ts'
import { prioritizeMainThread } from './platform/process/threads.ts'
import type { Telemetry } from './platform/telemetry/open-telemetry.ts'
import { checkConnect, checkVault, openVault } from './processor/open-vault.ts'
import { openCarrier } from './resources/addresses/carrier/open-carrier.ts'
import { openWallet } from './resources/payment-methods/wallet/open-wallet.ts'
import { findTimeZone } from './resources/user/own-profile.ts'
import { refuseSurplusRights } from './support/audit/guard.ts'
import { openInstallation } from './support/installation/open.ts'
import { RequestLimits } from './support/limits/requests.ts'
import { mailWorker } from './support/mail/courier.ts'
import { refreshSecretKeys, secretKeyChannel } from './support/secret-key/secret-key.ts'
import { openChores } from './support/work/chores.ts'
import { type RunningWork, startWork } from './support/work/engine.ts'
import { jobsChannel } from './support/work/work.ts'

/** The program stops within this time, in milliseconds. */
const stopTimeoutMs = 24_000
/** How long stopping waits for jobs that are under way, in milliseconds. */
const workTimeoutMs = 3_000
/** How long the start waits for a database that cannot be reached, in milliseconds. */
const databaseWaitMs = 60_000
/**
 * Signals within this time count as one, in milliseconds. An interrupt in a terminal reaches the
 * program twice: directly and through npm.
 */
const sameSignalMs = 500

/**
 * Runs the service until a signal stops it. Checks everything that could prevent the start before
 * it changes anything.
 * @param options.isWorker whether to do only the work outside of requests, without a port
 * @param options.greet whether to print a banner on standard output, in development
 * @throws {StartRefused}
 */
export async function serve(
  env: NodeJS.ProcessEnv,
  { greet = true, isWorker = false } = {},
): Promise<void> {
  const stopping = listenForSignals()
  const config = readConfig(env)
  const { host, port } = config
  overrideTexts(config.texts)
  limitHeapGrowth()
  if (config.production) refuseDisclosure(process.execArgv, env)
  if (!isWorker) await refuseBusyPort('PORT', host, port)
  await refuseBusyProbePort(config)

  let telemetry: Telemetry | undefined
  const logger = createLogger(config.logLevel, (line) => telemetry?.log(line))
  telemetry = await loadTelemetry(config, logger)
  const dumps = config.production ? preventDumps() : undefined
  if (dumps !== undefined) logger.warn(dumps)
  if (!isWorker && refusesAll(config))
    logger.warn(
      'REQUIRE_HTTPS is true and TRUSTED_PROXIES is empty: every request is refused with https_required.',
    )
  for (const one of misspeltSettings(env)) logger.warn(misspeltText(one))
  exitOnUncaughtException(logger)
  await prioritizeMainThread()
  await checkVault(config.cardVault, (message) => logger.warn(message))
  const metrics = new Metrics()
  const lifecycle: Lifecycle = { phase: 'starting' }
  const probed: Probed = {}
  // The start can wait for the database.
  const probes = await startProbes(createProbes(probed, lifecycle, metrics), config, logger)
  const cleanUp: (() => Promise<void>)[] = [async () => void probes?.close()]
  try {
    const notice = (text: string) => logger.warn(text)
    const opened = await openInstallation(config, { waitMs: databaseWaitMs, notice })
    const { db: plainDb, secretKey, warning } = opened
    cleanUp.unshift(() => plainDb.close())
    if (warning !== undefined) logger.warn(warning)
    const tracer = telemetry?.tracer
    const db = tracer === undefined ? plainDb : tracedDatabase(plainDb, tracer)
    const vault = await openVault(config.cardVault, db)
    const wallet = openWallet({ db, vault, clock: systemClock, secretKey, authUrl: config.authUrl })
    await checkConnect(config.cardVault, db, (message) => logger.warn(message))
    const full = db.readOnlyReason?.()
    if (full) logger.warn(`${full} Foyer cannot write to the database.`)
    if (config.production) await refuseSurplusRights(db)
    if (config.production) await closeDemoOf(db, logger)
    // On a full disk the service uses the demo of the last start.
    const demo = isWorker
      ? undefined
      : await (full ? findDemo(wallet, config) : prepareDemo(wallet, config))
    db.measure?.(metrics)
    const authenticator = createAuthenticator({ db, baseUrl: config.baseUrl, metrics })
    await db.listen(tokensChannel, (notice) => authenticator.forget(notice))
    await db.listen(secretKeyChannel, () => {
      // If this fails, the chore reads it a few seconds later.
      refreshSecretKeys(db, secretKey).catch(() => {})
    })
    const carrier = openCarrier(config, tracer)
    const limits = new RequestLimits({
      settings: config.rateLimits,
      secretKey,
      // Only one process can use the embedded database.
      db: db.kind === 'postgres' ? db : undefined,
    })
    const sandbox =
      demo &&
      (await openSandbox({
        db,
        clock: systemClock,
        authenticator,
        wallet,
        demo,
        dataDir: config.dataDir,
        authUrl: config.authUrl,
        prepareDemo: () => prepareDemo(wallet, config),
      }))
    const deps = {
      config,
      db,
      logger,
      authenticator,
      limits,
      carrier,
      secretKey,
      vault: sandbox?.room.vault(vault) ?? vault,
      clock: systemClock,
      metrics,
      tracer,
    }
    const features = featuresOf({ ...deps, demo, sandbox })
    const app = await createApp({ ...deps, demo }, features)
    sandbox?.room.watch(app.server)
    const privacy = async () => privacyOf(deps, features)
    const sealedColumns = async () => sealedColumnsOf(features)

    let work: RunningWork | undefined
    cleanUp.unshift(async () => {
      app.server.close()
      app.server.closeAllConnections()
      await work?.stop(0)
    })
    await db.listen(jobsChannel, () => work?.wake())

    const drain = createDrain(app.server, lifecycle)
    await app.ready()
    Object.assign(probed, { db })
    const socket =
      db.kind === 'embedded'
        ? await listenForCommands({ db, secretKey, privacy, sealedColumns }, config, logger)
        : undefined
    cleanUp.unshift(async () => void socket?.close())
    // This comes last: from here on requests arrive.
    if (!isWorker) await listenOn(app.server, 'PORT', host, port)
    const chores = openChores(
      features.flatMap(({ chores = [] }) => chores),
      { db, clock: systemClock, log: logger, metrics },
    )
    const stopChores = chores.start()
    if (isWorker || config.doesWork)
      work = startWork({
        db,
        workers: [
          mailWorker({
            secretKey,
            settings: config,
            log: logger,
            findTimeZone: (userId) => findTimeZone(db, userId),
          }),
          ...features.flatMap(({ workers = [] }) => workers),
          chores.worker,
        ],
        log: logger,
        metrics,
        tracer,
      })
    lifecycle.phase = 'ready'
    collectAfterStart()
    if (greet && !config.production && !isWorker)
      process.stdout.on('error', () => {}).write(banner(config, demo))
    const zones = sourceText(timeZones().newest)
    logger.info({ url: config.authUrl, database: db.kind, timeZones: zones }, 'ready')

    stopping.inOrder(async (signal) => {
      logger.info({ signal }, 'draining')
      stopChores()
      socket?.close()
      await drain(config.drainDelayMs)
      await work?.stop(workTimeoutMs)
      await app.close()
      probes?.close()
      probes?.closeAllConnections()
      await db.close()
      logger.info('stopped')
      await telemetry?.close()
      await logger.close()
    })
  } catch (error) {
    for (const step of cleanUp) await step()
    throw error
  }
}

/**
 * Whether the program must have its probe port. In development it starts without the default port;
 * in production, or if the port is set explicitly, somebody relies on it.
 */
const mustProbe = ({ production, probes }: Config): boolean =>
  probes !== null && (production || probes.explicit)

/**
 * Ends the access of demo data that has moved into production.
 * @throws {StartRefused} if it cannot end
 */
async function closeDemoOf(db: OpenDatabase, logger: FastifyBaseLogger): Promise<void> {
  const { closeDemo } = await import('./dev/demo/close.ts')
  const disabled = await closeDemo(db)
  if (disabled.applications + disabled.users > 0)
    logger.warn(disabled, 'the database has the demo: its application and users are disabled now')
}

/** Opens the connection to a collector. Loads OpenTelemetry only if there is one. */
async function loadTelemetry(
  { telemetry: settings }: Config,
  logger: FastifyBaseLogger,
): Promise<Telemetry | undefined> {
  if (settings === undefined) return undefined
  const { openTelemetry } = await import('./platform/telemetry/open-telemetry.ts')
  return openTelemetry(settings, (details, message) => logger.warn(details, message))
}

async function refuseBusyProbePort(config: Config): Promise<void> {
  if (config.probes !== null && mustProbe(config))
    await refuseBusyPort('PROBE_PORT', config.host, config.probes.port)
}

async function startProbes(
  probes: Server,
  config: Config,
  logger: FastifyBaseLogger,
): Promise<Server | undefined> {
  if (config.probes === null) return undefined
  try {
    await listenOn(probes, 'PROBE_PORT', config.host, config.probes.port)
    return probes
  } catch (error) {
    if (!(error instanceof PortRefused) || mustProbe(config)) throw error
    logger.warn(`${error.message} Foyer runs without probes.`)
    return undefined
  }
}

/** @throws {ConfigError} if Node.js would log or expose its memory or requests */
function refuseDisclosure(execArgv: readonly string[], env: NodeJS.ProcessEnv): void {
  const disclosure = findDisclosure(execArgv, env)
  if (disclosure !== undefined) throw new ConfigError(disclosure)
}

/** By default Node.js prints every property of the error, and these can hold user input. */
function exitOnUncaughtException(logger: ClosableLogger): void {
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'the process ends because of an unexpected error')
    logger.close().finally(() => process.exit(1))
  })
}

/**
 * Listens for SIGTERM and SIGINT. The kernel sends process 1 only the signals that it listens for.
 * During the start a signal ends the process at once, because there is nothing to finish. After
 * `inOrder` the first signal runs its `work`, within 24 s, and a second signal ends the process at
 * once.
 */
function listenForSignals() {
  let stop: ((signal: NodeJS.Signals) => Promise<void>) | undefined
  let first: number | undefined
  const stopped = (signal: NodeJS.Signals) => {
    if (stop === undefined) process.exit(128 + constants.signals[signal])
    if (first !== undefined) {
      if (performance.now() - first > sameSignalMs) process.exit(1)
      return
    }
    first = performance.now()
    setTimeout(() => {
      console.error('foyer: Stopping took too long. The process ended without finishing.')
      process.exit(1)
    }, stopTimeoutMs).unref()
    stop(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stopped).on('SIGINT', stopped)
  return {
    inOrder(work: (signal: NodeJS.Signals) => Promise<void>): void {
      stop = work
    },
  }
}
