import type { Database } from '../../../platform/database/db.ts'
import { findListing } from '../store.ts'
import type { ListingDirectory } from './directory.ts'

/** A directory that reads this service's own table. */
export const localDirectory = (db: Database): ListingDirectory => ({
  find: (id) => findListing(db, id),
})
