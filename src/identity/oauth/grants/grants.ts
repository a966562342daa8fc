import { removeInBatches } from '../../../platform/database/batches.ts'
import type { Queryable } from '../../../platform/database/db.ts'
import * as store from './store.ts'

/* What sign-ins of applications yield. A grant owns codes and tokens, which `tokens` stores. */

export {
  type FoundGrant,
  findGrant,
  findGrantOf,
  lockGrant,
  lockGrantForShare,
  removeGrant,
  saveGrant,
  saveGrants,
} from './store.ts'

/** Deletes expired grants. @returns how many it deleted */
export const removeExpiredGrants = (db: Queryable): Promise<number> =>
  removeInBatches((limit) => store.removeExpired(db, limit))
