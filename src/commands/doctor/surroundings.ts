import { existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, refusesAll } from '../../config/config.ts'
import { timeZones } from '../../platform/i18n/time-zones/time-zones.ts'
import { sourceText } from '../../platform/i18n/time-zones/zone-source.ts'
import { type Finding, findingsOf } from './finding.ts'

/** A shorter prefix is broader than every private network: `fc00::/7` is the broadest. */
const leastPrefix = 7

/** Checks settings that are valid on their own but wrong together. */
export function checkProxies(config: Config): Finding[] {
  const { ok, warning, wrong } = findingsOf('proxies')
  const { authUrl, trustedProxies, production } = config
  const broad = trustedProxies.find((network) => Number(network.split('/')[1]) < leastPrefix)
  if (broad !== undefined)
    return [
      wrong(
        `TRUSTED_PROXIES has ${broad}: clients in it can claim any address`,
        'List the addresses of your proxies alone',
      ),
    ]
  if (refusesAll(config))
    return [
      wrong(
        'REQUIRE_HTTPS is true and TRUSTED_PROXIES is empty: every request is refused (https_required)',
        "Set TRUSTED_PROXIES to the proxy's addresses, or REQUIRE_HTTPS=false for tests without TLS",
      ),
    ]
  const isSecure = new URL(authUrl).protocol === 'https:'
  if (isSecure && trustedProxies.length === 0)
    return [
      warning(
        'AUTH_URL is https, so a proxy is in front, and TRUSTED_PROXIES is empty: all clients count as one network',
        "Set TRUSTED_PROXIES to the proxy's addresses",
      ),
    ]
  if (production && !isSecure)
    return [warning(`AUTH_URL is ${authUrl}, without TLS`, 'Use it for tests alone')]
  return [ok(trustedProxies.length === 0 ? 'None, as without TLS' : trustedProxies.join(', '))]
}

/** Rules of time zones from before this many years count as old. */
const oldAfterYears = 1

/** Tells which rules of time zones are used. */
export function checkTimeZones(now: number): Finding[] {
  const { ok, warning } = findingsOf('time zones')
  const [used, ...others] = timeZones().sources.map(sourceText)
  const text = `${used}, newer than or as new as ${others.join(' and ')}`
  const year = Number(timeZones().newest.version.slice(0, 4))
  if (new Date(now).getUTCFullYear() - year <= oldAfterYears) return [ok(text)]
  const advice = 'Update the tzdata of the system, or Foyer: docs/operations.md, "Time zones"'
  return [warning(text, advice)]
}

const fetchTimeoutMs = 3_000

/** Asks the service at AUTH_URL for its issuer, as an application does. */
export async function checkAuthUrl({ authUrl }: Config): Promise<Finding[]> {
  const { ok, warning } = findingsOf('public URL')
  const url = `${authUrl}/.well-known/openid-configuration`
  try {
    const signal = AbortSignal.timeout(fetchTimeoutMs)
    const response = await fetch(url, { redirect: 'error', signal })
    const { issuer } = (await response.json()) as { issuer?: unknown }
    if (issuer === authUrl) return [ok(`${authUrl} leads to this issuer`)]
    const text = `${url} has status ${response.status} and another issuer`
    return [warning(text, 'Let AUTH_URL lead to this service')]
  } catch (error) {
    const { cause = error } = error as Error
    const reason = String((cause as NodeJS.ErrnoException).code ?? (cause as Error).message)
    const advice = 'Start the service, or check the proxy and its certificate'
    return [warning(`No answer from ${url} (${reason})`, advice)]
  }
}

const mebibyte = 2 ** 20
/** With less free space than the first, the embedded database only reads. */
const leastFreeMiB = 64
const lowFreeMiB = 1_024

/** Checks the data directory: free space, and who can read its files. */
export function checkFiles({ dataDir, databaseUrl }: Config): Finding[] {
  const { ok, warning, wrong } = findingsOf('files')
  if (!existsSync(dataDir)) return [ok(`${dataDir} does not exist yet`)]
  const { bavail, bsize } = statfsSync(dataDir)
  const free = Math.floor((bavail * bsize) / mebibyte)
  const found: Finding[] = []
  if (databaseUrl === undefined && free < lowFreeMiB) {
    const text = `${free} MiB are free on the disk of ${dataDir}`
    const advice = 'Make room: below 64 MiB the embedded database only reads'
    found.push(free < leastFreeMiB ? wrong(text, advice) : warning(text, advice))
  }
  const secret = ['secret.key', 'secret.key.former', 'demo.json', 'foyer.sock', 'database']
  for (const path of [dataDir, ...secret.map((name) => join(dataDir, name))])
    if (existsSync(path)) found.push(...checkFile(path))
  return found.length > 0 ? found : [ok(`${dataDir} is private, with ${free} MiB free`)]
}

function checkFile(path: string): Finding[] {
  const { warning, wrong } = findingsOf('files')
  if (process.platform === 'win32') return []
  const { mode, uid } = statSync(path)
  const me = process.getuid?.()
  const found: Finding[] = []
  if ((mode & 0o077) !== 0)
    found.push(warning(`Others can use ${path}`, `Run chmod go-rwx ${path}`))
  if (uid !== me && me !== 0)
    found.push(
      wrong(`${path} belongs to another user`, 'Run the command as the user of the service'),
    )
  return found
}
