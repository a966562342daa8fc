import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/*
 * Does what docs/guide/start.md says, from an empty folder to a listed address, and prints how long
 * each step took. `npx node scripts/five-minutes.ts` runs the program of this clone in an empty folder, and
 * `npx node scripts/five-minutes.ts --install` packs and installs it there first. The installation does not
 * count: it depends on the network. PORT selects another port than any free one.
 */

const root = join(import.meta.dirname, '..')
const page = 'docs/guide/start.md'
const limitSeconds = 300

/**
 * Returns the shell commands of the page, apart from the installation and the start. Programs of
 * the page become files.
 */
function commandsOf(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```(sh|ts)(.*)\n([\s\S]*?)^```$/gm)]
  const commands = blocks.flatMap(([, language, info = '', code = '']) => {
    if (language === 'ts') return [`cat > ${info} <<'END'\n${code}END\n`]
    return info.includes('not-run') ? [] : [code]
  })
  if (!commands.some((command) => command.includes('/addresses')))
    throw new Error(`${page} lists no addresses`)
  return commands
}

/** Packs this clone and installs it, as the page says. @returns the program */
function install(folder: string): string {
  const packages = [root, join(root, 'packages/client')].map((cwd) => {
    const pack = ['pack', '--json', '--pack-destination', folder]
    const output = execFileSync('npm', pack, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 })
    const [{ filename }] = JSON.parse(output.slice(output.indexOf('[')))
    return `./${filename}`
  })
  execFileSync('npm', ['install', '--prefer-offline', '--no-audit', ...packages], {
    cwd: folder,
    stdio: 'inherit',
  })
  return join(folder, 'node_modules/.bin/foyer')
}

/** Lets the folder use the packages of this clone. @returns the program */
function link(folder: string): string {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return join(root, 'bin/foyer.js')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function untilReady(service: ChildProcess): Promise<void> {
  let output = ''
  for await (const chunk of service.stdout ?? []) {
    output += String(chunk)
    if (output.includes('Foyer is ready.')) return
  }
  throw new Error(`The service did not start: ${output}`)
}

/** Runs commands in one shell, as somebody pastes them. @returns what they printed */
async function paste(commands: readonly string[], folder: string): Promise<string> {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
  const shell = spawn('sh', [], { cwd: folder, env, stdio: ['pipe', 'pipe', 'ignore'] })
  shell.stdin.end(commands.join('\n'))
  const [printed] = await Promise.all([text(shell.stdout), once(shell, 'close')])
  return printed
}

const folder = mkdtempSync(join(tmpdir(), 'foyer-five-minutes-'))
let service: ChildProcess | undefined
try {
  const program = process.argv.includes('--install') ? install(folder) : link(folder)
  const port = Number(process.env.PORT ?? (await freePort()))
  const commands = commandsOf(readFileSync(join(root, page), 'utf8')).map((command) =>
    command.replaceAll('localhost:8080', `localhost:${port}`),
  )
  const begun = performance.now()
  const seconds = () => ((performance.now() - begun) / 1_000).toFixed(1)

  const env = { PATH: process.env.PATH ?? '', PORT: String(port), PROBE_PORT: 'off' }
  service = spawn(program, ['serve'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  await untilReady(service)
  console.log(`The service is ready after ${seconds()} s.`)
  service.stdout?.resume()

  let printed = await paste(commands, folder)
  // A busy machine may refuse a request for lack of capacity. Then all commands run again.
  for (let left = 20; printed.includes('"service_unavailable"') && left > 0; left--) {
    await pause(1_000)
    printed = await paste(commands, folder)
  }
  console.log(printed)
  const listed = /"total_items":\s*([1-9]\d*)/.exec(printed)?.[1]
  if (listed === undefined) throw new Error('No address was listed.')
  if (!/^\d+ Bath United Kingdom$/m.test(printed)) throw new Error('The program lists nothing.')
  console.log(`${listed} addresses are listed, and all commands done, after ${seconds()} s.`)
  if (Number(seconds()) > limitSeconds) throw new Error('This took longer than five minutes.')
} finally {
  if (service?.exitCode === null) {
    service.kill()
    await once(service, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
}
