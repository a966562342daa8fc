import { pino } from 'pino'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { createAuthenticator } from '../src/identity/oauth/tokens/authenticate.ts'
import { openPostgres } from '../src/platform/database/postgres/postgres.ts'
import { limitHeapGrowth } from '../src/platform/process/limit-heap-growth.ts'
import { localCarrier } from '../src/resources/addresses/carrier.ts'
import { localVault } from '../src/resources/payment-methods/vault/local-vault.ts'

/** Foyer as in production, on an existing database. Its log is written, but nobody reads it. */
const [url, port] = process.argv.slice(2)
limitHeapGrowth()
const config = readConfig({ PORT: port, NODE_ENV: 'development' })
const db = await openPostgres({ url: String(url) })
const app = await createApp({
  config,
  db,
  logger: pino({ level: 'info' }, pino.destination('/dev/null')),
  authenticator: createAuthenticator({ db }),
  carrier: localCarrier({ name: config.carrierName, excludedCountries: [] }),
  secretKey: 'bench-key-0123456789-abcdefghijklmnopqrstuvwxyz',
  vault: localVault,
  clock: Date,
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
console.log('listening')
