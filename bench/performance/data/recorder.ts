import { pino } from 'pino'
import { createApp } from '../../../src/app/app.ts'
import { readConfig } from '../../../src/config/config.ts'
import { createAuthenticator } from '../../../src/identity/oauth/tokens/authenticate.ts'
import type { OpenDatabase } from '../../../src/platform/database/db.ts'
import type { Statement } from '../../../src/platform/database/sql.ts'
import type { SecretKey } from '../../../src/platform/secrets/keys.ts'
import { localVault } from '../../../src/processor/local-vault.ts'
import { localCarrier } from '../../../src/resources/addresses/carrier/local-carrier.ts'
import { unlimited } from '../../../src/support/limits/requests.ts'
import { type Counted, CountingDatabase } from '../../../test/support/counting-database.ts'
import type { HttpRequest } from '../load/wrk.ts'
import type { Sample } from '../servers/answers.ts'

/** Foyer in this process, which tells what it asks of the database. */
export interface Recorder {
  /** @throws if the response has a status of 400 or more */
  record(request: HttpRequest, userId?: number): Promise<Sample & { readonly counted: Counted }>
  close(): Promise<void>
}

type Environment = Readonly<Record<string, string>>

/** Headers that `node:http` adds by itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** Opens Foyer with the settings of the program that is measured. */
export async function openRecorder(
  db: OpenDatabase,
  secretKey: SecretKey,
  environment: Environment,
): Promise<Recorder> {
  let statements: Statement[] = []
  const recording: OpenDatabase = {
    ...db,
    query(statement) {
      statements.push(statement)
      return db.query(statement)
    },
  }
  const counting = new CountingDatabase(recording)
  const config = readConfig(environment)
  const app = await createApp({
    config,
    db: counting,
    logger: pino({ level: 'silent' }),
    authenticator: createAuthenticator({ db: counting }),
    limits: unlimited(),
    carrier: localCarrier({ name: config.carrierName, excludedCountries: [] }),
    secretKey,
    vault: localVault,
    clock: Date,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }

  return {
    async record({ method, path, headers, body }, userId = 0) {
      statements = []
      const requested = { method, headers, redirect: 'manual', body: body ?? null } as const
      let response: Response | undefined
      let text = ''
      const counted = await counting.during(async () => {
        response = await fetch(`http://127.0.0.1:${port}${path}`, requested)
        text = await response.text()
      })
      if (!response?.ok) throw new Error(`${method} ${path}: ${response?.status} ${text}`)
      const sent = [...response.headers].filter(([name]) => !ownHeaders.has(name))
      const { status } = response
      const authorization = headers.Authorization ?? ''
      const own = statements
      return {
        authorization,
        userId,
        statements: own,
        status,
        headers: sent.flat(),
        body: text,
        counted,
      }
    },
    async close() {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}
