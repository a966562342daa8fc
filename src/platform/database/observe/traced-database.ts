import { type Attributes, currentSpan, type Tracer, traced } from '../../telemetry/tracer.ts'
import type { OpenDatabase, Queryable, Transaction } from '../db.ts'
import type { Statement } from '../sql.ts'

/**
 * Traces statements and transactions of requests and jobs. Work without a trace, such as polling,
 * starts none. The texts of statements hold no values: these are parameters.
 */
export function tracedDatabase(db: OpenDatabase, tracer: Tracer): OpenDatabase {
  const query = <R>(to: Queryable, statement: Statement): Promise<R[]> => {
    if (currentSpan() === undefined) return to.query<R>(statement)
    const { name, attributes } = descriptionOf(statement)
    return traced(tracer, name, { kind: 'client', attributes }, () => to.query<R>(statement))
  }
  const inside = (tx: Transaction): Transaction => ({
    query: (statement) => query(tx, statement),
    commitWith: (last) => tx.commitWith(last),
    commitAfter: (last, result) => tx.commitAfter(last, result),
    notifyAfterCommit: (channel) => tx.notifyAfterCommit(channel),
  })
  const transact = <T>(run: () => Promise<T>): Promise<T> =>
    currentSpan() === undefined
      ? run()
      : traced(tracer, 'transaction', { kind: 'client', attributes: system }, run)
  // `Required`, so that no optional member is forgotten.
  const traceable: Required<Omit<OpenDatabase, 'whileIdle' | 'countFree'>> = {
    kind: db.kind,
    query: (statement) => query(db, statement),
    transaction: (work) => transact(() => db.transaction((tx) => work(inside(tx)))),
    transactionFor: (userId, work) =>
      transact(() => db.transactionFor(userId, (tx) => work(inside(tx)))),
    bulkTransaction: (work, timeoutMs) =>
      transact(() => db.bulkTransaction((tx) => work(inside(tx)), timeoutMs)),
    assertCapacity: (userId, deadline) => db.assertCapacity(userId, deadline),
    script: (text) => db.script(text),
    listen: (channel, onNotify) => db.listen(channel, onNotify),
    readOnlyReason: () => db.readOnlyReason?.(),
    measure: (metrics) => db.measure?.(metrics),
    close: () => db.close(),
  }
  // Their presence says that the database's files can be copied, or is behind a pooler.
  const { whileIdle, countFree } = db
  return {
    ...traceable,
    ...(whileIdle && { whileIdle: (work) => whileIdle.call(db, work) as never }),
    ...(countFree && { countFree: (most) => countFree.call(db, most) }),
  }
}

const system = { 'db.system.name': 'postgresql' } as const

interface Description {
  readonly name: string
  readonly attributes: Attributes
}

/** By the name of the statement. Their number is bounded by the source. */
const descriptions = new Map<string, Description>()

function descriptionOf({ name, text }: Statement): Description {
  const known = descriptions.get(name)
  if (known !== undefined) return known
  const plain = text.replace(/\s+/g, ' ').trim()
  const [operation = ''] = plain.split(' ', 1)
  const [, table = ''] = /(?<!epoch )\b(?:from|into|update) (\w+)/.exec(plain) ?? []
  const summary = `${operation.toUpperCase()} ${table}`.trim()
  const attributes = { ...system, 'db.query.summary': summary, 'db.query.text': plain }
  const description = { name: summary, attributes }
  descriptions.set(name, description)
  return description
}
