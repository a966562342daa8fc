import type { OpenDatabase, Queryable } from './inside.ts'

/** A database that fails while a cause of failure is set, and otherwise works. */
export class FailingDatabase implements OpenDatabase {
  cause: Error | undefined
  /** The error that callers get although a transaction was committed. */
  lost: Error | undefined
  readonly kind: OpenDatabase['kind']
  readonly #db: OpenDatabase
  constructor(db: OpenDatabase) {
    this.#db = db
    this.kind = db.kind
  }
  query: Queryable['query'] = async (statement) => {
    if (this.cause) throw this.cause
    return this.#db.query(statement)
  }
  transaction: OpenDatabase['transaction'] = (work) => this.transactionFor(null, work)
  transactionFor: OpenDatabase['transactionFor'] = (userId, work) =>
    this.#transact(() => this.#db.transactionFor(userId, work))
  bulkTransaction: OpenDatabase['bulkTransaction'] = (work) =>
    this.#transact(() => this.#db.bulkTransaction(work))
  async #transact<T>(run: () => Promise<T>): Promise<T> {
    if (this.cause) throw this.cause
    const result = await run()
    if (this.lost) throw this.lost
    return result
  }
  assertCapacity: OpenDatabase['assertCapacity'] = (userId, deadline) => {
    this.#db.assertCapacity(userId, deadline)
  }
  script: OpenDatabase['script'] = (text) => this.#db.script(text)
  listen: OpenDatabase['listen'] = (channel, heard) => this.#db.listen(channel, heard)
  close: OpenDatabase['close'] = () => this.#db.close()
}
