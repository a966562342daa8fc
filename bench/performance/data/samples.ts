import type { Arena } from '../arena.ts'
import type { HttpRequest } from '../load/wrk.ts'
import { type Path, refreshTokenMark, serialMark } from '../paths.ts'
import type { Sample } from '../servers/answers.ts'

/** What Foyer asks of the database for the requests of a path. */
export interface Recorded {
  readonly statements: number | null
  readonly trips: number | null
  /** One for each request. Empty if no peer needs them. */
  readonly samples: readonly Sample[]
}

/** Sends the requests of a path to Foyer in this process, and records statements and responses. */
export async function recordSamples(
  path: Path,
  requests: readonly HttpRequest[],
  { data, postgres }: Arena,
): Promise<Recorded> {
  if (postgres === undefined) return { statements: null, trips: null, samples: [] }
  const { recorder, db } = postgres
  let serial = 0
  const record = (at: number) => {
    const request = requests[at % requests.length] as HttpRequest
    const userId = data.users[at % data.users.length]?.id
    return recorder.record(completed(request, ++serial, data.refreshTokens.foyer), userId)
  }
  // Only the second request finds the token in the cache, and everything else prepared.
  await record(0)
  const { counted } = await record(path.isCold ? 1 : requests.length)
  const samples: Sample[] = []
  if (path.peers.some((peer) => peer !== 'provider'))
    for (let at = 0; at < requests.length; at++) samples.push(await record(at))
  if (path.undo) await db.script(path.undo(data))
  return { statements: counted.statements.length, trips: counted.roundTrips, samples }
}

/** Replaces what the load generator replaces in a request. */
function completed(request: HttpRequest, serial: number, refreshTokens: string[]): HttpRequest {
  const { body } = request
  if (body === undefined) return request
  const token = body.includes(refreshTokenMark) ? String(refreshTokens.pop()) : ''
  const number = String(serial).padStart(serialMark.length, '0')
  return { ...request, body: body.replace(refreshTokenMark, token).replace(serialMark, number) }
}
