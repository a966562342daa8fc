import { fileURLToPath } from 'node:url'
import { type Cluster, startCluster } from './postgres.ts'

/**
 * Starts one PostgreSQL for a whole run, and sets one folder for compiled code. Each test file
 * makes its own databases.
 */
export async function globalSetup(): Promise<Cluster | null> {
  // The same folder that bin/foyer.js uses. Node.js keeps stripped and compiled modules there.
  const code = new URL('../../node_modules/.cache/foyer/code', import.meta.url)
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(code)
  if (process.env.FOYER_TEST_DATABASES === 'embedded') {
    console.warn('ONLY THE EMBEDDED DATABASE IS TESTED, because FOYER_TEST_DATABASES=embedded.')
    return null
  }
  if (process.env.TEST_DATABASE_URL) return null
  // Autovacuum examines each of a hundred databases once a minute. None of them lives that long.
  const isSoak = process.env.FOYER_SOAK === 'true'
  const cluster = await startCluster(isSoak ? {} : { settings: { autovacuum: 'off' } })
  if (cluster) process.env.TEST_DATABASE_URL = cluster.url()
  return cluster
}
