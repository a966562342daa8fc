import { startCluster } from './postgres.ts'

/** One PostgreSQL for a whole run; each test file makes its own databases on it. */
export async function globalSetup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return
  const cluster = await startCluster()
  if (cluster) process.env.TEST_DATABASE_URL = cluster.url()
}
