import type { Database } from '../../platform/database/db.ts'
import type { ListingDirectory } from './directory.ts'
import { findListing } from './store.ts'

/** The directory that is this service's own table. */
export const localDirectory = (db: Database): ListingDirectory => ({
  find: (id) => findListing(db, id),
})
