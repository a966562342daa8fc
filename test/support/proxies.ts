import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { freePort } from './foyer.ts'
import { isSoak } from './soak.ts'

/** An instance of Foyer behind a proxy. */
export interface Upstream {
  readonly port: number
  readonly probePort: number
}

/** A proxy with one of the configurations in `deploy`, with TLS. */
export interface RunningProxy {
  readonly name: string
  /** `https://localhost:port` */
  readonly origin: string
  /** The port without TLS. */
  readonly plainPort: number
  /** Everything that it has logged. */
  logged(): string
  stop(): Promise<void>
}

/** How a proxy is started, and how the tests change its configuration. */
interface Kind {
  readonly program: string
  /** The path of its configuration, from the root of the repository. */
  readonly file: string
  configure(text: string, places: Places): string
  /** The arguments that start it in the foreground. */
  arguments(file: string): string[]
}

interface Places {
  readonly home: string
  readonly port: number
  readonly plainPort: number
  readonly upstreams: readonly Upstream[]
}

const root = join(import.meta.dirname, '../..')

/** Replaces a text that must exist, so that no test silently uses another configuration. */
function put(text: string, old: string, replacement: string): string {
  if (!text.includes(old)) throw new Error(`The configuration does not contain "${old}".`)
  return text.replaceAll(old, () => replacement)
}

const lines = (upstreams: readonly Upstream[], line: (one: Upstream, n: number) => string) =>
  upstreams.map(line).join('\n')

const kinds: Readonly<Record<string, Kind>> = {
  nginx: {
    program: '/usr/sbin/nginx',
    file: 'deploy/nginx/foyer.conf',
    configure(original, { home, port, plainPort, upstreams }) {
      let text = put(original, 'listen 443 ', `listen 127.0.0.1:${port} `)
      text = put(text, 'listen 80;', `listen 127.0.0.1:${plainPort};`)
      text = put(text, '/etc/ssl/foyer/', `${home}/`)
      text = put(text, '/var/log/nginx/', `${home}/`)
      const server = /server 127\.0\.0\.1:8080(.*);/.exec(text)
      const options = server?.[1] ?? ''
      const servers = lines(upstreams, (one) => `server 127.0.0.1:${one.port}${options};`)
      text = put(text, server?.[0] ?? 'server', servers)
      const user = process.getuid?.() === 0 ? 'user root;' : ''
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${home}/${name};`)
        .join('\n')
      return `daemon off;\n${user}\npid ${home}/nginx.pid;\nworker_processes 1;
        events { worker_connections 512; }
        http {\n${paths}\n${text}\n}\n`
    },
    arguments: (file) => ['-c', file, '-e', 'stderr'],
  },
  HAProxy: {
    program: '/usr/sbin/haproxy',
    file: 'deploy/haproxy/haproxy.cfg',
    configure(original, { home, port, plainPort, upstreams }) {
      let text = put(original, 'bind :443 ', `bind 127.0.0.1:${port} `)
      text = put(text, 'bind :80\n', `bind 127.0.0.1:${plainPort}\n`)
      text = put(text, '/etc/haproxy/foyer.pem', `${home}/both.pem`)
      text = put(text, 'maxconn 10000', 'maxconn 200')
      text = put(text, '    server two 127.0.0.1:8081 check port 9081\n', '')
      // Beside other tests, the database may answer some probes too late.
      if (!isSoak) text = put(text, 'fall 2', 'fall 6')
      const servers = lines(
        upstreams,
        (one, n) => `server s${n} 127.0.0.1:${one.port} check port ${one.probePort}`,
      )
      return put(text, 'server one 127.0.0.1:8080', servers)
    },
    arguments: (file) => ['-db', '-f', file],
  },
  Caddy: {
    program: '/usr/bin/caddy',
    file: 'deploy/caddy/Caddyfile',
    configure(original, { home, port, plainPort, upstreams }) {
      const options = `admin off\nhttp_port ${plainPort}\nhttps_port ${port}\nauto_https disable_redirects`
      let text = put(original, '\tservers {', `\t${options}\n\tservers {`)
      text = put(
        text,
        '\naccount.example.com {',
        `\nhttps://localhost:${port} {
        bind 127.0.0.1
        tls ${home}/certificate.pem ${home}/key.pem`,
      )
      const ports = upstreams.map((one) => `127.0.0.1:${one.port}`).join(' ')
      text = put(text, 'reverse_proxy 127.0.0.1:8080', `reverse_proxy ${ports}`)
      // Caddy probes the same port of every upstream. The tests run all upstreams on one machine.
      return put(text, 'health_port 9080', `health_port ${upstreams[0]?.probePort}`)
    },
    arguments: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  },
}

/**
 * Returns the proxies in `deploy` that this machine has. For missing ones, a warning is printed.
 * @throws {Error} if one is missing and CI is set
 */
export function findProxies(): string[] {
  const missing = Object.keys(kinds).filter((name) => !existsSync(kinds[name]?.program ?? ''))
  if (missing.length > 0) {
    const text = `Not installed: ${missing.join(', ')}`
    if (process.env.CI) throw new Error(text)
    console.warn(`${text.toUpperCase()}. TESTS WITH THESE PROXIES ARE LEFT OUT.`)
  }
  return Object.keys(kinds).filter((name) => !missing.includes(name))
}

/** Starts a proxy, and waits until it accepts connections. This process then trusts it. */
export async function startProxy(
  name: string,
  upstreams: readonly Upstream[],
  port?: number,
): Promise<RunningProxy> {
  const kind = kinds[name]
  if (kind === undefined) throw new Error(`There is no configuration for ${name}.`)
  const home = mkdtempSync(join(tmpdir(), 'foyer-proxy-'))
  makeCertificate(home)
  const places = { home, port: port ?? (await freePort()), plainPort: await freePort(), upstreams }
  const file = join(home, 'configuration')
  writeFileSync(file, kind.configure(readFileSync(join(root, kind.file), 'utf8'), places))
  // When this process ends, its pipes close. This ends the shell, and the shell ends the proxy.
  const script = `"$@" & pid=$!; cat >/dev/null; kill -TERM "$pid"; wait "$pid"`
  const command = [kind.program, ...kind.arguments(file)]
  const shell = spawn('sh', ['-c', script, 'sh', ...command], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    detached: true,
  })
  let log = ''
  const keep = (chunk: Buffer) => {
    log += chunk
  }
  shell.stdout.on('data', keep)
  shell.stderr.on('data', keep)
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopped ??= (async () => {
      shell.stdin.end()
      if (shell.exitCode === null) await once(shell, 'exit')
      rmSync(home, { recursive: true, force: true })
    })()
    return stopped
  }
  running.add(stop)
  const logged = () => {
    const files = readdirSync(home).filter((file) => file.endsWith('.log'))
    return [log, ...files.map((file) => readFileSync(join(home, file), 'utf8'))].join('\n')
  }
  for (const end = performance.now() + 60_000; !(await accepts(places.port)); await pause(20))
    if (performance.now() > end || shell.exitCode !== null) {
      await stop()
      throw new Error(`${name} did not start. ${log}`)
    }
  const origin = `https://localhost:${places.port}`
  return { name, origin, plainPort: places.plainPort, logged, stop }
}

const running = new Set<() => Promise<void>>()
after(() => Promise.all([...running].map((stop) => stop())))

/** Checks a configuration with the proxy's own command. @returns what is wrong with it, or '' */
export function checkConfiguration(name: string): string {
  const check: Record<string, (file: string) => string[]> = {
    nginx: (file) => ['-t', '-q', '-c', file, '-e', 'stderr'],
    HAProxy: (file) => ['-c', '-q', '-f', file],
    Caddy: (file) => ['validate', '--config', file, '--adapter', 'caddyfile'],
  }
  const kind = kinds[name]
  const home = mkdtempSync(join(tmpdir(), 'foyer-proxy-'))
  makeCertificate(home)
  const file = join(home, 'configuration')
  const places = { home, port: 443, plainPort: 80, upstreams: [{ port: 8080, probePort: 9080 }] }
  const original = readFileSync(join(root, kind?.file ?? ''), 'utf8')
  writeFileSync(file, kind?.configure(original, places) ?? '')
  const { status, stderr } = spawnSync(kind?.program ?? '', check[name]?.(file) ?? [], {
    encoding: 'utf8',
  })
  rmSync(home, { recursive: true })
  return status === 0 ? '' : stderr
}

let certificate: { readonly key: string; readonly text: string } | undefined

/** Makes one certificate for localhost in this process, which trusts it from then on. */
function makeCertificate(home: string): void {
  mkdirSync(home, { recursive: true })
  const [keyFile, file] = [join(home, 'key.pem'), join(home, 'certificate.pem')]
  if (certificate === undefined) {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const paths = ['-keyout', keyFile, '-out', file]
    execFileSync('openssl', ['req', '-x509', '-days', '2', ...key, ...names, ...paths], {
      stdio: 'ignore',
    })
    certificate = { key: readFileSync(keyFile, 'utf8'), text: readFileSync(file, 'utf8') }
    setDefaultCACertificates([...getCACertificates('default'), certificate.text])
  }
  writeFileSync(keyFile, certificate.key, { mode: 0o600 })
  writeFileSync(file, certificate.text)
  writeFileSync(join(home, 'both.pem'), certificate.text + certificate.key, { mode: 0o600 })
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
