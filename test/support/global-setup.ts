import { fileURLToPath } from 'node:url'
import { dropTemplate, findServer } from './database.ts'

/** Starts one PostgreSQL with one migrated template for a whole run. Each suite copies it. */
export async function globalSetup(): Promise<void> {
  // The same folder that bin/foyer.js uses. Node.js keeps stripped and compiled modules there.
  const code = new URL('../../node_modules/.cache/foyer/code', import.meta.url)
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(code)
  if (process.env.FOYER_TEST_DATABASES === 'embedded')
    console.warn('ONLY THE EMBEDDED DATABASE IS TESTED, because FOYER_TEST_DATABASES=embedded.')
  await findServer()
}

export const globalTeardown = dropTemplate
