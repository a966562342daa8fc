import type { Config } from '../../config/config.ts'
import type { Database } from '../../platform/database/db.ts'
import type { ListingDirectory } from './directory.ts'
import { httpDirectory } from './http-directory.ts'
import { localDirectory } from './local-directory.ts'

/** The directory that the settings choose. Nothing is asked of it yet. */
export const openDirectory = ({ listingsUrl }: Config, db: Database): ListingDirectory =>
  listingsUrl === undefined ? localDirectory(db) : httpDirectory({ url: listingsUrl })
