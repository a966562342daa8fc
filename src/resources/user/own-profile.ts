import type { Queryable } from '../../platform/database/db.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import type { Precondition } from '../../platform/http/api/hal.ts'
import { nullableEnum, nullableFlag, nullableText } from '../../platform/http/api/schema.ts'
import type { Message } from '../../platform/i18n/catalogue.ts'
import { languages } from '../../platform/i18n/catalogue.ts'
import { timeZones } from '../../platform/i18n/time-zones/time-zones.ts'
import {
  addFault,
  askedAs,
  type Draft,
  draftOf,
  type InputOf,
  readBy,
} from '../../platform/text/draft.ts'
import { fullNameSchema } from '../../platform/text/full-name.ts'
import { cleanPasted } from '../../platform/text/pasted.ts'
import { record } from '../../support/audit/audit.ts'
import type { Writer } from '../../support/idempotency/writer.ts'
import { recordAndAnnounce } from '../../support/outbox/outbox.ts'
import { readPhone } from './phone.ts'
import type { OwnProfile } from './profile.ts'
import * as store from './store.ts'

export { showPhone } from './phone.ts'
export type { OwnProfile } from './profile.ts'

/** The properties that users change themselves. An import has them, too. */
export const ownProfileProperties = {
  full_name: askedAs({ label: 'page.label.profile_name', autocomplete: 'name' }, fullNameSchema),
  email_optin: askedAs({ label: 'page.label.newsletter', emptyIsFalse: true }, nullableFlag()),
  primary_phone: askedAs(
    { label: 'page.label.phone', autocomplete: 'tel', inputmode: 'tel' },
    readBy(cleanPasted, nullableText({ maxLength: 40 })),
  ),
  phone_country: askedAs(
    { label: 'page.label.phone_country', hint: 'page.label.phone_country_hint' },
    readBy(cleanPasted, nullableText({ maxLength: 2 })),
  ),
  language: askedAs({ label: 'page.label.email_language' }, nullableEnum(languages)),
  time_zone: askedAs({ label: 'page.label.time_zone' }, nullableText({ maxLength: 64 })),
}

/** The body of a change of one's own profile. */
export const OwnProfileBody = draftOf('OwnProfileBody', ownProfileProperties)

/** A phone number is as people write it, or in E.164. `phone_country` is for one without a code. */
type OwnProfileInput = InputOf<typeof OwnProfileBody>

/** @throws {Refused} not_found */
export async function findOwnProfile(db: Queryable, userId: number): Promise<OwnProfile> {
  return required(await store.findOwnProfile(db, userId))
}

/** Finds the time zone that a user chose. Undefined if they chose none, or are gone. */
export const findTimeZone = (db: Queryable, userId: number): Promise<string | undefined> =>
  store.findTimeZone(db, userId)

const compared = ['full_name', 'email_optin', 'primary_phone', 'language', 'time_zone'] as const
/** What applications see of it. */
const announced: ReadonlySet<string> = new Set(['full_name', 'email_optin', 'primary_phone'])

/**
 * Updates one's own profile. Omitted properties keep their values. The phone number is stored in
 * E.164 (ITU-T), and nothing confirms it yet.
 * @throws {Refused} validation_failed, precondition_failed
 */
export async function updateOwnProfile(
  writer: Writer<OwnProfile>,
  userId: number,
  draft: Draft<OwnProfileInput>,
  precondition: Precondition,
): Promise<OwnProfile> {
  const { given, faults, phone } = await checkOwnProfile(draft)
  if (faults.size > 0) throw new Refused(refusals.validation_failed, { faults })
  return writer.transactionFor(userId, async (tx) => {
    const before = required(await store.lockOwnProfile(tx, userId))
    if (precondition?.has(before.version) === false) throw new Refused(refusals.precondition_failed)
    const after: OwnProfile = {
      ...before,
      full_name: given.full_name === undefined ? before.full_name : given.full_name,
      email_optin: given.email_optin ?? before.email_optin,
      primary_phone: phone === undefined ? before.primary_phone : phone || null,
      language: given.language ?? before.language,
      time_zone: given.time_zone === undefined ? before.time_zone : given.time_zone,
    }
    const changed = compared.filter((property) => after[property] !== before[property])
    if (changed.length === 0) return before
    const entry = {
      userId,
      action: 'profile.updated',
      details: { changed: changed.join(' ') },
    } as const
    const event = { topic: 'User', action: 'Updated', resourceId: null } as const
    const isAnnounced = changed.some((property) => announced.has(property))
    return tx.commitAfter(
      Promise.all([
        store.updateOwnProfile(tx, userId, after),
        isAnnounced ? recordAndAnnounce(tx, entry, event) : record(tx, entry),
      ]),
      { ...after, version: before.version + 1 },
    )
  })
}

/** Checks a profile by the rules that no schema has. @returns also the phone number in E.164 */
export async function checkOwnProfile<
  T extends Pick<OwnProfileInput, 'primary_phone' | 'phone_country' | 'time_zone'>,
>({
  given,
  faults: unreadable,
}: Draft<T>): Promise<Draft<T> & { readonly phone: string | null | undefined }> {
  const faults = new Map<string, Message[]>()
  for (const [property, messages] of unreadable) faults.set(property, [...messages])
  const { primary_phone, phone_country, time_zone } = given
  const phone = primary_phone && (await readPhone(primary_phone, phone_country))
  if (primary_phone && !phone) addFault(faults, 'primary_phone', ['rule.phone'])
  if (time_zone && !timeZones().knows(time_zone)) addFault(faults, 'time_zone', ['rule.time_zone'])
  return { given, faults, phone }
}

function required(profile: OwnProfile | undefined): OwnProfile {
  if (profile === undefined) throw new Refused(refusals.not_found)
  return profile
}
