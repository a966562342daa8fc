import type { TSchema } from 'typebox'
import type { Database, Queryable } from './database/db.ts'
import type { View } from './http/api/view.ts'

/** A user whose account is being erased. */
export interface ErasedUser {
  readonly id: number
  /** Undefined when the user's row is gone already. */
  readonly email: string | undefined
}

/** Personal data of users that a feature stores: how it is exported, and how it is erased. */
export interface PersonalData {
  /**
   * The tables with this data. Every table with a `user_id` is in one of these lists, or in the
   * list of exceptions in `test/architecture/personal-data.ts`.
   */
  readonly tables: readonly string[]
  /** What the export shows. Absent if the tables hold nothing but hashes and ids. */
  readonly section?: {
    /** The name of the property in the export. */
    readonly name: string
    readonly schema: TSchema
    /** Reads what belongs to a user. Times are in ISO 8601, in UTC. */
    read(db: Queryable, userId: number, view: View): Promise<unknown>
  }
  /**
   * Deletes what belongs to a user. Other features erase theirs in the same transaction. It runs a
   * second time some minutes later.
   */
  erase(tx: Queryable, user: ErasedUser): Promise<void>
  /**
   * Deletes the rows of which a user may have very many, in batches, each in a transaction of its
   * own. The erasure calls it if it cannot delete everything in one transaction.
   */
  reduce?(db: Database, userId: number): Promise<void>
}
