import type { Queryable } from '../../platform/database/db.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import type { Precondition } from '../../platform/http/api/hal.ts'
import type { Draft } from '../../platform/text/draft.ts'
import { requireValid } from '../../platform/text/draft.ts'
import type { Writer } from '../../support/idempotency/writer.ts'
import { recordAndAnnounce } from '../../support/outbox/outbox.ts'
import type { Profile, User } from './profile.ts'
import * as store from './store.ts'

export type { User } from './profile.ts'

const properties = ['full_name', 'email_optin'] as const

export interface ProfileInput {
  full_name: string | null
  email_optin: boolean | null
}

/** @throws {Refused} not_found */
export async function findUser(db: Queryable, userId: number): Promise<User> {
  const user = await store.findUser(db, userId)
  if (user === undefined) throw new Refused(refusals.not_found)
  return user
}

/**
 * Finds the user to whom a token belongs.
 * @throws {Refused} invalid_token, if the user was erased since the token was checked
 */
export async function findTokenUser(db: Queryable, userId: number): Promise<User> {
  return requireUser(await store.findUser(db, userId))
}

/**
 * Updates the profile by a merge patch (RFC 7396). `full_name: null` clears the name. `email_optin:
 * null` counts as omitted.
 * @throws {Refused} validation_failed, precondition_failed
 * @throws {Refused} invalid_token, if the user was erased since the token was checked
 */
export async function updateUser(
  writer: Writer<User>,
  userId: number,
  draft: Draft<ProfileInput>,
  precondition: Precondition,
): Promise<User> {
  const given = requireValid(draft)
  return writer.transactionFor(userId, async (tx) => {
    const user = requireUser(await store.lockUser(tx, userId))
    if (precondition?.has(user.version) === false) throw new Refused(refusals.precondition_failed)
    const profile: Profile = {
      full_name: given.full_name === undefined ? user.full_name : given.full_name,
      email_optin: given.email_optin ?? user.email_optin,
    }
    const changed = properties.filter((property) => profile[property] !== user[property])
    if (changed.length === 0) return user
    const updated = store.update(tx, userId, profile)
    const details = { changed: changed.join(' ') }
    const event = { topic: 'User', action: 'Updated', resourceId: null } as const
    const recorded = recordAndAnnounce(tx, { userId, action: 'profile.updated', details }, event)
    const after = { ...user, ...profile, version: user.version + 1 }
    return tx.commitAfter(Promise.all([updated, recorded]), after)
  })
}

function requireUser(user: User | undefined): User {
  if (user === undefined) throw new Refused(refusals.invalid_token)
  return user
}
