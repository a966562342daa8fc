import type { Rule } from './rule.ts'
import { roomCycles, roomDoors, stores } from './rules/doors.ts'
import { environment } from './rules/environment.ts'
import { floorsDown, folders } from './rules/floors.ts'
import { noFastify, noStatus, onePath } from './rules/http.ts'
import { barrels, clientAndServer, packagesInOneFolder, plainImports } from './rules/imports.ts'
import { logFields } from './rules/log-fields.ts'
import { ownedKeys, ownedRows } from './rules/owned-rows.ts'
import { refusals } from './rules/refusals.ts'
import { sqlPlaces } from './rules/sql-places.ts'
import { clocks, durations } from './rules/time.ts'
import { transactions } from './rules/transactions.ts'

/** Every rule that is checked on the sources and the schema. */
export const rules: readonly Rule[] = [
  floorsDown,
  folders,
  roomDoors,
  roomCycles,
  stores,
  onePath,
  noFastify,
  noStatus,
  refusals,
  clientAndServer,
  barrels,
  plainImports,
  packagesInOneFolder,
  environment,
  sqlPlaces,
  ownedRows,
  ownedKeys,
  transactions,
  clocks,
  durations,
  logFields,
]
