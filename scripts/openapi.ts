import { readFile, writeFile } from 'node:fs/promises'
import { pino } from 'pino'
import { type AppDeps, createApp } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { localVault } from '../src/resources/payment-methods/vault/local-vault.ts'

/*
 * Writes openapi.json as a service with default settings serves it. With `--check`, writes nothing,
 * and exits with 1 if the file is different.
 */

const file = new URL('../openapi.json', import.meta.url)

/** The document consists of the routes alone, so these dependencies are never used. */
const unused = {
  listen: async () => {},
} as unknown as AppDeps['db'] & AppDeps['authenticator'] & AppDeps['carrier']

/** Returns the document as it is committed. */
export async function committedForm(): Promise<string> {
  const app = await createApp({
    config: readConfig({}),
    db: unused,
    logger: pino({ level: 'silent' }),
    authenticator: unused,
    carrier: unused,
    secretKey: '',
    vault: localVault,
    clock: Date,
  })
  try {
    const { body } = await app.inject('/openapi.json')
    return `${JSON.stringify(JSON.parse(body), null, 2)}\n`
  } finally {
    await app.close()
  }
}

if (import.meta.main) {
  const generated = await committedForm()
  if (!process.argv.includes('--check')) {
    await writeFile(file, generated)
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== generated) {
    console.error('openapi.json is not what the routes say: run `npm run openapi` and commit it.')
    process.exitCode = 1
  }
}
