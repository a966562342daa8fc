import type { Queryable } from '../../../platform/database/db.ts'
import { isRefused } from '../../../platform/errors/refusals.ts'
import { lockActiveUser } from '../credentials/credentials.ts'
import { listUndoLinks } from '../email-links/links.ts'
import { identityRefusals } from '../refusals.ts'
import { handleOf } from './passkeys.ts'
import type { SecondFactorDeps } from './second-factors.ts'
import * as store from './store.ts'

/**
 * What a browser tells the providers of passkeys, such as password managers, about a user (WebAuthn 3,
 * 5.1.10). Providers hide or delete a passkey that `allAcceptedCredentialIds` lacks, so the list is
 * complete: it is read with the user's row locked, and every change of passkeys locks that row.
 */
export interface PasskeySignals {
  readonly rpId: string
  /** The user handle, in base64url. */
  readonly userId: string
  readonly name: string
  readonly displayName: string
  /** In base64url. */
  readonly allAcceptedCredentialIds: readonly string[]
}

/**
 * Reads what a browser tells the providers of passkeys after the user has changed passkeys.
 * @returns undefined if the user is disabled
 */
export const signalsAfterChange = (
  factors: SecondFactorDeps,
  userId: number,
): Promise<PasskeySignals | undefined> =>
  factors.db
    .transactionFor(userId, (tx) => readSignals(tx, factors, userId))
    .catch(undefinedIfExpired)

/**
 * Reads what a browser tells the providers of passkeys after a sign-in.
 * @returns undefined if the user is disabled, or can take the removal of a passkey back: somebody else
 * may have removed it
 */
export const signalsAfterSignIn = (
  factors: SecondFactorDeps,
  userId: number,
): Promise<PasskeySignals | undefined> =>
  factors.db
    .transactionFor(userId, async (tx) => {
      const signals = await readSignals(tx, factors, userId)
      const restorable = await restorableIds(tx, factors, userId)
      const isSettled = restorable.every((id) => signals.allAcceptedCredentialIds.includes(id))
      return isSettled ? signals : undefined
    })
    .catch(undefinedIfExpired)

/**
 * Whether providers may forget a passkey that was refused: the service does not have it, and nobody
 * can take its removal back.
 */
export async function isUnknownPasskey(
  factors: SecondFactorDeps,
  { userId, credentialId }: { readonly userId: number; readonly credentialId: string },
): Promise<boolean> {
  if ((await store.findPasskey(factors.db, userId, credentialId)) !== undefined) return false
  return !(await restorableIds(factors.db, factors, userId)).includes(credentialId)
}

async function readSignals(
  tx: Queryable,
  { host }: SecondFactorDeps,
  userId: number,
): Promise<PasskeySignals> {
  const { email, fullName } = await lockActiveUser(tx, userId)
  const passkeys = await store.listPasskeys(tx, userId)
  return {
    rpId: host,
    userId: Buffer.from(handleOf(userId)).toString('base64url'),
    name: email,
    displayName: fullName ?? email,
    allAcceptedCredentialIds: passkeys.map(({ credential_id }) => credential_id),
  }
}

/** The credential ids of the passkeys that the links in emails to a user can bring back. */
async function restorableIds(
  tx: Queryable,
  factors: SecondFactorDeps,
  userId: number,
): Promise<string[]> {
  const links = await listUndoLinks(tx, factors, userId)
  return links.flatMap(({ isExpired, former }) =>
    isExpired ? [] : (former?.methods.passkeys ?? []).map(({ credentialId }) => credentialId),
  )
}

function undefinedIfExpired(error: unknown): undefined {
  if (!isRefused(error, identityRefusals.expired)) throw error
}
