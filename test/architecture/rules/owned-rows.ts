import { acrossUsers, foundOtherwise } from '../owned-tables.ts'
import { type House, migrate, type Rule, replace } from '../rule.ts'
import { factsOf, insertedInto, isUserOrNull } from '../sql/facts.ts'
import { type Level, levelsOf, tablesOf } from '../sql/levels.ts'
import { ownedTables, type Schema } from '../sql/schema.ts'
import { type Statement, statementsOf } from '../sql/statements.ts'
import { functionOf, type Module, placeOf } from '../tree.ts'

export const ownedRows: Rule = {
  name: 'a statement on rows that a user owns says user_id = ${userId}',
  check: (house) => {
    const found = findings(house)
    const used = new Set(found.map((finding) => finding.exception))
    return [
      ...found.filter(({ exception }) => !(exception in acrossUsers)).map(({ text }) => text),
      ...Object.keys(acrossUsers)
        .filter((name) => !used.has(name))
        .map((name) => `${name} needs no exception`),
    ]
  },
  mutations: [
    replace(
      'user_id removed from the delete of sessions',
      'src/identity/users/sessions/store.ts',
      'delete from sessions where user_id = ${userId} and uid = ${uid} returning 1',
      'delete from sessions where uid = ${uid} returning 1',
    ),
    replace(
      'user_id removed from the delete of oauth_grants',
      'src/identity/access/store.ts',
      'delete from oauth_grants where user_id = ${userId}`)',
      'delete from oauth_grants where payload is not null`)',
    ),
    replace(
      'user_id removed from an update of vault_items',
      'src/resources/payment-methods/custody/store.ts',
      'update vault_items set request_hash = null where user_id = ${userId} and',
      'update vault_items set request_hash = null where',
    ),
    replace(
      'another value in the place of the user',
      'src/resources/addresses/store.ts',
      'update addresses set version = version + 1 where user_id = ${userId} and id = ${from}',
      'update addresses set version = version + 1 where user_id = ${to} and id = ${from}',
    ),
    replace(
      'the user as one of two alternatives',
      'src/resources/addresses/store.ts',
      'from tombstones where user_id = ${userId} and kind',
      'from tombstones where user_id = ${userId} or kind',
    ),
    replace(
      'a sub-query without the user',
      'src/resources/addresses/store.ts',
      'where p.user_id = a.user_id and p.billing_address_id',
      'where p.billing_address_id',
    ),
    replace(
      'a sub-query on the same table without the user',
      'src/resources/addresses/store.ts',
      'select min(id) as id from addresses where user_id = ${userId} and id <> ${id}',
      'select min(id) as id from addresses where id <> ${id}',
    ),
    replace(
      'an insert for another user',
      'src/resources/addresses/store.ts',
      "values (${userId}, 'address', ${id})",
      "values (${id}, 'address', ${id})",
    ),
    migrate(
      'a column user_id for a table that is found without it',
      'src/support/limits/store.ts',
      'alter table attempts add column user_id integer',
    ),
  ],
}

export const ownedKeys: Rule = {
  name: 'every key of a table that users own begins with user_id',
  check: ({ schema }) => {
    const owned = ownedTables(schema)
    return [
      ...schema.indexes
        .filter(({ table, first }) => owned.has(table) && first !== 'user_id')
        .filter(({ table }) => !(table in foundOtherwise))
        .map(({ table, name, first }) => `${table}: the index ${name} begins with ${first}`),
      ...Object.keys(foundOtherwise)
        .filter((table) => !owned.has(table))
        .map((table) => `${table} needs no exception: it has no user_id`),
    ]
  },
  mutations: [
    migrate(
      'a new owned table keyed by id',
      'vouchers',
      `create table vouchers (
        user_id integer not null references users (id),
        id integer generated always as identity primary key
      )`,
    ),
    migrate(
      'a unique index over all users',
      'addresses',
      'create unique index addresses_by_id on addresses (id)',
    ),
    migrate(
      'a unique index on an expression',
      'passkeys',
      'create unique index passkeys_by_name on passkeys (lower(name))',
    ),
  ],
}

interface Finding {
  readonly text: string
  /** The name that an exception for it would have. */
  readonly exception: string
}

function findings({ server, schema }: House): Finding[] {
  const owned = ownedTables(schema)
  return server.flatMap((module) =>
    statementsOf(module).flatMap((statement) =>
      complaints(statement, schema, owned).map((complaint) => ({
        text: `${placeOf(module, statement.node)} ${complaint}`,
        exception: exceptionOf(module, statement),
      })),
    ),
  )
}

const exceptionOf = (module: Module, { node }: Statement) => `${module.path} ${functionOf(node)}`

function complaints(statement: Statement, schema: Schema, owned: ReadonlySet<string>): string[] {
  let levels: Level[]
  try {
    levels = levelsOf(statement.text)
  } catch (error) {
    return [`is not valid SQL: ${(error as Error).message}`]
  }
  const seen = levels.flatMap(({ tables }) => [...tables.values()])
  const unseen = tablesOf(statement.text).filter((table) => !seen.includes(table))
  return [
    ...unseen.filter((table) => owned.has(table)).map((table) => `does more to ${table} than DML`),
    ...levels.flatMap((level) =>
      [...level.tables]
        .filter(([, table]) => owned.has(table))
        .filter(([alias, table]) => !namesUser(level, alias, table, statement, schema))
        .map(([, table]) => `does not say user_id = \${userId} of ${table}`),
    ),
  ]
}

function namesUser(
  level: Level,
  alias: string,
  table: string,
  statement: Statement,
  { columns }: Schema,
): boolean {
  const { by = [], until } = foundOtherwise[table] ?? {}
  if (level.kind === 'insert' && alias === level.target) {
    const values = insertedInto(level, 'user_id')
    // Rows from another query contain their user. Otherwise `user_id` must be set.
    if (values === 'a query') return true
    if (values === undefined) return table in foundOtherwise
    return values.every((value) => isUserOrNull(value, statement))
  }
  const { ofUser, given, past } = factsOf(level, statement, columns)
  return (
    ofUser.has(`${alias}.user_id`) ||
    by.some((column) => given.has(`${alias}.${column}`)) ||
    (until !== undefined && past.has(`${alias}.${until}`))
  )
}
