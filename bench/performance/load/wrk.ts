import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** A request, as it is sent. */
export interface HttpRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** What is sent to a server: requests in turn, one at a time on each connection. */
export interface Load {
  readonly port: number
  /** The file that `writeRequests` has written. */
  readonly file: string
  /** The index of the first request. */
  readonly first: number
  readonly connections: number
  readonly seconds: number
  /** Whether each response has the refresh token of a later request. */
  readonly refreshes?: boolean
}

/** What came back. Durations of responses are in microseconds. */
export interface Answers {
  readonly requests: number
  readonly microseconds: number
  readonly bytes: number
  readonly p50: number
  readonly p99: number
}

const run = promisify(execFile)
const script = fileURLToPath(new URL('./requests.lua', import.meta.url))

/** Writes requests to a file of a directory, for `sendLoad`. @returns the path of the file */
export function writeRequests(directory: string, name: string, texts: readonly string[]): string {
  const file = join(directory, `${name}.requests`)
  writeFileSync(file, texts.join('\0'))
  return file
}

/** The bytes of a request (RFC 9112). */
export function textOf({ method, path, headers, body = '' }: HttpRequest): string {
  const length = method === 'GET' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ Host: '127.0.0.1', ...headers, ...length })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`
}

/**
 * Sends requests with wrk, in a process with one thread.
 * @throws if a request fails or its response has a status of 400 or more
 */
export async function sendLoad(load: Load): Promise<Answers> {
  const { port, file, first, connections, seconds, refreshes = false } = load
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script]
  const own = [file, String(first), refreshes ? 'refresh' : '']
  const { stdout } = await run('wrk', [...args, `http://127.0.0.1:${port}`, '--', ...own], {
    env: { ...process.env, ...(refreshes && { BENCH_REFRESH: '1' }) },
  })
  const line = /^RESULT(.+)$/m.exec(stdout)?.[1]
  if (line === undefined) throw new Error(`wrk failed: ${stdout}`)
  const { failed, ...answers } = JSON.parse(line) as Answers & { failed: number }
  if (failed > 0) throw new Error(`${failed} of ${answers.requests} requests to ${file} failed.`)
  return answers
}
