import type { TSchema } from 'typebox'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { languageOf } from '../../platform/i18n/catalogue.ts'
import type { PersonalData } from '../../platform/privacy.ts'
import { Type } from '../../platform/schema/type.ts'
import { isoTime, timeSchema } from '../../platform/text/iso-time.ts'
import { record, wasDoneLately } from '../../support/audit/audit.ts'
import { readerOf } from './erasure.ts'
import type { From, PrivacyDeps } from './privacy.ts'
import * as store from './store.ts'

/** The version of the format. It increases when a program that reads exports must change. */
const formatVersion = 1

/** An export: a header, and a property for each section. */
export type UserExport = Readonly<Record<string, unknown>>

/**
 * Returns all personal data of a user, and emails the user, once an hour. Secrets are left out: nothing in it gives
 * access to anything.
 * @throws {Refused} not_found
 */
export async function exportUser(
  privacy: PrivacyDeps,
  userId: number,
  { browser }: From = {},
): Promise<UserExport> {
  const { db, clock, mailer, personalData, authUrl, serviceName, viewIn } = privacy
  const user = await store.find(db, userId)
  if (user === undefined) throw new Refused(refusals.not_found)
  const view = viewIn(languageOf(user.language))
  // One after the other, so that an export takes no more than one connection.
  const sections: Record<string, unknown> = {}
  for (const section of sectionsOf(personalData))
    sections[section.name] = await section.read(db, userId, view)
  await db.transactionFor(userId, async (tx) => {
    const exported = { userId, action: 'user.exported' } as const
    if (!(await wasDoneLately(tx, exported)))
      await mailer.send(tx, userId, { ...readerOf(user), kind: 'data_exported', browser })
    await record(tx, exported)
  })
  return {
    format: 'foyer-user-export',
    version: formatVersion,
    service: serviceName,
    issuer: authUrl,
    exported_at: isoTime(clock.now()),
    ...sections,
  }
}

const sectionsOf = (personalData: readonly PersonalData[]) =>
  personalData.flatMap(({ section }) => section ?? [])

/** The JSON Schema of an export. It refers to the schemas of the interface by name. */
export const exportSchema = (personalData: readonly PersonalData[]): TSchema =>
  Type.Object(
    {
      format: Type.Literal('foyer-user-export'),
      version: Type.Unsafe<number>({ type: 'integer', const: formatVersion }),
      service: Type.String(),
      issuer: Type.String({ format: 'uri' }),
      exported_at: timeSchema,
      ...Object.fromEntries(sectionsOf(personalData).map(({ name, schema }) => [name, schema])),
    },
    { title: 'The personal data of a user' },
  )
