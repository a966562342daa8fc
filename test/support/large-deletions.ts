import type { TestContext } from 'node:test'
import { type OpenDatabase, sql } from './inside.ts'

/** More rows than one statement deletes in a batch. */
export const manyRows = 5_001

/**
 * Until the test ends, the database cancels every statement that deletes more than `most` rows of a
 * table, as PostgreSQL cancels one that takes too long.
 */
export async function cancelLargeDeletions(
  t: TestContext,
  db: OpenDatabase,
  table: 'consents' | 'webhooks' | 'webhook_deliveries',
  most = manyRows - 1,
): Promise<void> {
  const name = `cancel_large_deletions_of_${table}`
  t.after(() => db.script(`drop function ${name} cascade`))
  await db.script(`
    create function ${name}() returns trigger language plpgsql as $$
    begin
      if (select count(*) from gone) > ${most} then
        raise exception 'canceling statement due to statement timeout' using errcode = '57014';
      end if;
      return null;
    end $$;
    create trigger ${name} after delete on ${table} referencing old table as gone
      for each statement execute function ${name}();`)
}

/** Adds deliveries to the webhooks of a user, as if they had been sent. */
export async function addDeliveries(
  db: OpenDatabase,
  userId: number,
  count = manyRows,
): Promise<void> {
  await db.bulkTransaction((tx) =>
    tx.query(sql`
    with numbered as (
      update webhooks set announced = announced + ${count}::integer, sent = announced + ${count}::integer
      where user_id = ${userId} returning id, announced
    )
    insert into webhook_deliveries (user_id, webhook_id, id, event_id, topic, action)
    select ${userId}, id, announced - n, gen_random_uuid(), 'User', 'Updated'
    from numbered, generate_series(0, ${count - 1}::integer) n`),
  )
}

/** Adds consents of users who do not exist to an application. */
export async function addConsents(
  db: OpenDatabase,
  clientId: string,
  count = manyRows,
): Promise<void> {
  await db.bulkTransaction((tx) =>
    tx.query(sql`
    insert into consents (user_id, application_id, scopes)
    select 1000000000 + n, id, '{read:user}'
    from applications, generate_series(1, ${count}::integer) n where client_id = ${clientId}`),
  )
}
