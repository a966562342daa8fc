import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../test/support/foyer.ts'
import type { Arena } from './arena.ts'
import { type Recorded, recordSamples } from './data/samples.ts'
import { runPgbench, writeScript } from './load/pgbench.ts'
import { residentMemory } from './load/processes.ts'
import { type Answers, sendLoad, textOf, writeRequests } from './load/wrk.ts'
import type { Path, PeerName } from './paths.ts'
import type { Contestant } from './rounds.ts'
import { startServer } from './server-process.ts'
import type { Task } from './servers/answers.ts'
import type { ProviderTask } from './servers/provider.ts'

type Send = (port: number, connections: number, seconds: number) => Promise<Answers>

/** Starts the contestants of a path. The first is Foyer, which runs already. */
export async function openContestants(path: Path, arena: Arena): Promise<Contestant[]> {
  const { data, foyer, foyerIdle, postgres } = arena
  const requests = path.requests(data)
  const recorded = await recordSamples(path, requests, arena)
  const texts = requests.map(textOf)
  const own = openTraffic(path, texts, data.refreshTokens.foyer, arena)
  const contestants: Contestant[] = [
    {
      name: 'foyer',
      server: foyer,
      idleMemory: foyerIdle,
      statements: recorded.statements,
      trips: recorded.trips,
      run: (connections, seconds) => own(foyer.port, connections, seconds),
    },
  ]
  for (const peer of postgres ? path.peers : []) {
    if (peer === 'pgbench') contestants.push(pgbenchOf(arena, recorded))
    else {
      const traffic = openTraffic(path, texts, data.refreshTokens.provider, arena)
      contestants.push(await startPeer(peer, path, recorded, arena, traffic))
    }
  }
  return contestants
}

/** Makes a function that sends the requests of a path, each time from where it last stopped. */
function openTraffic(
  path: Path,
  texts: readonly string[],
  refreshTokens: string[],
  { data, directory, postgres }: Arena,
): Send {
  const { refreshes = false, undo } = path
  const file = writeRequests(directory, path.name, texts)
  let first = 0
  return async (port, connections, seconds) => {
    // A response that the end of a round cuts off takes its token with it. wrk reads one request
    // for itself.
    const tokens = refreshes ? refreshTokens.splice(0, connections + 1) : []
    if (refreshes) writeRequests(directory, path.name, [...texts, ...tokens])
    const answers = await sendLoad({ port, file, first, connections, seconds, refreshes })
    first += answers.requests
    if (undo) await postgres?.db.script(undo(data))
    return answers
  }
}

const modules: Readonly<Record<Exclude<PeerName, 'pgbench'>, string>> = {
  pipelined: 'reads.ts',
  pool: 'reads.ts',
  bare: 'reads.ts',
  transaction: 'transaction.ts',
  provider: 'provider.ts',
}

async function startPeer(
  name: Exclude<PeerName, 'pgbench'>,
  path: Path,
  { samples, statements }: Recorded,
  { data, directory, postgres }: Arena,
  send: Send,
): Promise<Contestant> {
  const port = await freePort()
  const url = String(postgres?.url)
  const task: Task | ProviderTask =
    name === 'provider'
      ? { url, port, secret: data.application.secret }
      : { url, port, kind: name === 'pool' ? 'pool' : 'pipelined', samples }
  const file = join(directory, `${name}.json`)
  writeFileSync(file, JSON.stringify(task))
  const module = `bench/performance/servers/${modules[name]}`
  const server = await startServer({ module, args: [file], port })
  await pause(500)
  return {
    name,
    server,
    idleMemory: residentMemory(server.pid),
    ...countsOf(name, path, statements ?? 0),
    run: (connections, seconds) => send(port, connections, seconds),
  }
}

/** What the peers' sources say. */
function countsOf(
  name: PeerName,
  { refreshes = false }: Path,
  statements: number,
): { statements: number; trips: number } {
  if (name === 'pool') return { statements, trips: statements }
  if (name === 'transaction') return { statements: 3, trips: 5 }
  if (name === 'provider')
    return refreshes ? { statements: 6, trips: 6 } : { statements: 2, trips: 2 }
  return { statements, trips: Math.min(1, statements) }
}

function pgbenchOf({ data, directory, postgres }: Arena, { samples }: Recorded): Contestant {
  const [statement] = samples[0]?.statements ?? []
  if (statement === undefined || postgres === undefined) throw new Error('There is no statement.')
  const script = writeScript(directory, statement, data.range)
  const { url, pgbench } = postgres
  return {
    name: 'pgbench',
    statements: 1,
    trips: 1,
    run: (_, seconds) => runPgbench(pgbench, { url, script, seconds }),
  }
}
