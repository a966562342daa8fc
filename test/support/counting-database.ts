import type { OpenDatabase, Queryable, Statement, Transaction } from './inside.ts'

/** The statements and round trips of a request. */
export interface Counted {
  /** The text of each statement, in the order of sending, without BEGIN and COMMIT. */
  readonly statements: readonly string[]
  readonly transactions: number
  /**
   * How often the request waits for a response of the database. Statements that are sent together
   * count once. BEGIN is sent with the first statement.
   */
  readonly roundTrips: number
}

/** A database that counts statements and round trips. */
export class CountingDatabase implements OpenDatabase {
  readonly kind: OpenDatabase['kind']
  readonly #db: OpenDatabase
  #statements: string[] = []
  #transactions = 0
  #roundTrips = 0
  constructor(db: OpenDatabase) {
    this.#db = db
    this.kind = db.kind
  }

  /** Counts while `work` runs. Nothing else may use the database during that time. */
  async during(work: () => Promise<void>): Promise<Counted> {
    this.#statements = []
    this.#transactions = 0
    this.#roundTrips = 0
    await work()
    return {
      statements: this.#statements,
      transactions: this.#transactions,
      roundTrips: this.#roundTrips,
    }
  }

  query: Queryable['query'] = (statement) => this.#send(this.#db, statement)

  transaction: OpenDatabase['transaction'] = (work) => this.transactionFor(null, work)

  transactionFor: OpenDatabase['transactionFor'] = async (userId, work) => {
    this.#transactions++
    let commitTravels = false
    const result = await this.#db.transactionFor(userId, (tx) => {
      const counting: Transaction = {
        query: (statement) => this.#send(tx, statement),
        commitWith: (last) => {
          commitTravels = true
          return tx.commitWith(last)
        },
        commitAfter: (last, result) => counting.commitWith(last).then(() => result),
        notifyAfterCommit: (channel) => tx.notifyAfterCommit(channel),
      }
      return work(counting)
    })
    if (!commitTravels) this.#roundTrips++
    return result
  }

  async #send<R>(to: Queryable, statement: Statement): Promise<R[]> {
    this.#statements.push(statement.text.replace(/\s+/g, ' ').trim())
    const answered = this.#roundTrips + 1
    const rows = await to.query<R>(statement)
    this.#roundTrips = Math.max(this.#roundTrips, answered)
    return rows
  }

  bulkTransaction: OpenDatabase['bulkTransaction'] = (work) => this.#db.bulkTransaction(work)
  assertCapacity: OpenDatabase['assertCapacity'] = (userId, deadline) => {
    this.#db.assertCapacity(userId, deadline)
  }
  script: OpenDatabase['script'] = (text) => this.#db.script(text)
  listen: OpenDatabase['listen'] = (channel, heard) => this.#db.listen(channel, heard)
  close: OpenDatabase['close'] = () => this.#db.close()
}
