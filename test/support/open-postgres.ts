import { setTimeout as pause } from 'node:timers/promises'
import {
  openPostgres,
  type PostgresOptions,
} from '../../src/platform/database/postgres/postgres.ts'
import { type OpenDatabase, Unavailable } from './inside.ts'

/**
 * Opens a database on PostgreSQL. On a busy machine an attempt may take too long, so it is repeated.
 */
export async function openPatiently(options: PostgresOptions): Promise<OpenDatabase> {
  for (let left = 10; ; left--) {
    try {
      return await openPostgres(options)
    } catch (error) {
      if (!(error instanceof Unavailable) || left === 0) throw error
      await pause(100)
    }
  }
}
