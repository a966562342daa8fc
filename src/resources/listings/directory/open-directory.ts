import type { Database } from '../../../platform/database/db.ts'
import type { Tracer } from '../../../platform/telemetry/tracer.ts'
import type { ListingDirectory } from './directory.ts'
import { httpDirectory } from './http-directory.ts'
import { localDirectory } from './local-directory.ts'

/**
 * Opens the directory at `listingsUrl`, or the service's own table. Sends no request.
 * @param tracer undefined if nothing is traced
 */
export const openDirectory = (
  listingsUrl: string | undefined,
  db: Database,
  tracer?: Tracer,
): ListingDirectory =>
  listingsUrl === undefined ? localDirectory(db) : httpDirectory({ url: listingsUrl, tracer })
