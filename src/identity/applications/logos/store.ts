import type { Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Logo, Picture } from './picture.ts'

export async function set(tx: Queryable, applicationId: number, logo: Logo | null): Promise<void> {
  await tx.query(sql`delete from application_logos where application_id = ${applicationId}`)
  if (logo !== null)
    await tx.query(sql`
      insert into application_logos (application_id, type, content)
      values (${applicationId}, ${logo.type}, ${logo.content})`)
  await tx.query(sql`
    update applications set logo = ${logo === null ? null : logo.name} where id = ${applicationId}`)
}

/** Finds the logo of an enabled application. Several applications may have the same one. */
export async function find(
  db: Queryable,
  name: string,
): Promise<Pick<Picture, 'type' | 'content'> | undefined> {
  const [row] = await db.query<Pick<Picture, 'type' | 'content'>>(sql`
    select type, content
    from applications join application_logos on application_id = applications.id
    where logo = ${name} and disabled_at is null
    limit 1`)
  return row
}
