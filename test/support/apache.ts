import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** An Apache of the tests. It ends with the process that started it. */
export interface Apache {
  /** Its log. */
  log(): string
  stop(): Promise<void>
}

export interface Site {
  readonly port: number
  /** Additional configuration; `{site}` is the folder of its files. */
  readonly directives: string
  /** Its files, by their paths. */
  readonly files: Readonly<Record<string, string>>
}

const program = '/usr/sbin/apache2'
const modules = '/usr/lib/apache2/modules'
const relyingParty = join(modules, 'mod_auth_openidc.so')

/**
 * Whether there is an Apache with mod_auth_openidc, installed as Debian does. If not, a warning is
 * printed.
 * @throws if there is none and CI is set, because CI may skip no test
 */
export function hasApache(): boolean {
  if (existsSync(program) && existsSync(relyingParty)) return true
  if (process.env.CI) throw new Error('No Apache with mod_auth_openidc was found to test with.')
  console.warn(
    'NO APACHE FOUND: its tests are left out. Install apache2-bin and libapache2-mod-auth-openidc.',
  )
  return false
}

/** Starts Apache with its own configuration on a port of loopback, and waits until it answers. */
export async function startApache({ port, directives, files }: Site): Promise<Apache> {
  const home = mkdtempSync(join(tmpdir(), 'foyer-apache-'))
  const site = join(home, 'site')
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(site, path)), { recursive: true })
    writeFileSync(join(site, path), content)
  }
  const errors = join(home, 'error.log')
  const configuration = join(home, 'apache.conf')
  writeFileSync(configuration, configure(home, port, directives.replaceAll('{site}', site)), {
    mode: 0o600,
  })
  // If root starts Apache, it serves as another user, who must be able to read the files.
  chmodSync(home, 0o755)

  // A shell waits for its input to close, which happens however this process ends. Then it ends
  // Apache.
  const script = `"$@" & pid=$!; cat >/dev/null; kill "$pid"; wait "$pid"; rm -rf "$0"`
  const command = [program, '-d', home, '-f', configuration, '-DFOREGROUND']
  const shell = spawn('sh', ['-c', script, home, ...command], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH ?? '' },
    detached: true,
  })
  const log = (): string => (existsSync(errors) ? readFileSync(errors, 'utf8') : '')
  const stop = async (): Promise<void> => {
    shell.stdin.end()
    if (shell.exitCode === null) await once(shell, 'exit')
    rmSync(home, { recursive: true, force: true })
  }
  const deadline = performance.now() + 60_000
  while (!(await answers(port))) {
    if (performance.now() > deadline) {
      const told = log()
      await stop()
      throw new Error(`Apache did not start. ${told}`)
    }
    await pause(50)
  }
  return { log, stop }
}

const needed = [
  'mpm_event',
  'authn_core',
  'authz_core',
  'authz_user',
  'auth_openidc',
  'mime',
  'dir',
  'include',
] as const

const configure = (home: string, port: number, directives: string): string => `
ServerRoot "${home}"
ServerName localhost
Listen 127.0.0.1:${port}
PidFile "${home}/apache.pid"
ErrorLog "${home}/error.log"
DocumentRoot "${home}/site"
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
${needed.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')}
StartServers 1
TypesConfig /dev/null
AddType text/html .html .shtml
AddDefaultCharset utf-8
AddOutputFilter INCLUDES .shtml
DirectoryIndex index.shtml
${directives}
`

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )
