import type { Queryable } from '../../../platform/database/db.ts'
import type { Key } from '../../../platform/secrets/keys.ts'
import type { CredentialDeps } from '../credentials/credentials.ts'
import { listUndoLinks, makeLink, type SignInMethods } from '../email-links/links.ts'
import * as store from './store.ts'
import { openSecret, sealSecret } from './totp.ts'

/*
 * How a user signed in before a change. A link in the email about the change contains it, so what
 * was removed is nowhere else. It is deleted when the link is used, and a week after it has ended.
 */

/** The methods of a user who has none besides the password and emails. */
export const noMethods: SignInMethods = {
  totp: undefined,
  passkeys: [],
  recoveryCodes: [],
  identities: [],
}

/** Reads how a user signs in. Call this before the change, with the user's row locked. */
export async function readMethods(
  tx: Queryable,
  { totpKey }: { readonly totpKey: Key },
  userId: number,
): Promise<SignInMethods> {
  const app = await store.findTotp(tx, userId)
  const times = await store.findTotpTime(tx, userId)
  const passkeys = await store.listPasskeys(tx, userId)
  const codes = await store.listRecoveryCodes(tx, userId)
  const identities = await store.listIdentities(tx, userId)
  return {
    totp: app?.confirmed
      ? {
          secret: openSecret(totpKey, userId, app.sealed),
          confirmedAt: times?.confirmed ?? 0,
          lastStep: app.lastStep,
        }
      : undefined,
    passkeys: passkeys.map((row) => ({
      name: row.name,
      credentialId: row.credential_id,
      publicKey: row.public_key.toString('base64url'),
      counter: row.counter,
      transports: row.transports,
      backedUp: row.backed_up,
      isSecondFactor: row.second_factor,
      createdAt: row.created,
      usedAt: row.used,
    })),
    recoveryCodes: codes.map((hash) => hash.toString('base64url')),
    identities: identities.map((row) => ({
      issuer: row.issuer,
      subjectKey: row.subject_key.toString('base64url'),
      email: row.email,
      linkedAt: row.linked,
      usedAt: row.used,
    })),
  }
}

/**
 * Brings the methods of a user back. What was added since is removed, and so is what somebody has
 * begun to add. What the user still has stays as it is: its counters have moved on, and codes that
 * were used do not work again. An account at a provider that another user has by now stays theirs.
 */
export async function restoreMethods(
  tx: Queryable,
  { totpKey }: { readonly totpKey: Key },
  userId: number,
  methods: SignInMethods,
): Promise<void> {
  const present = await readMethods(tx, { totpKey }, userId)
  const { totp } = methods
  if (totp === undefined || present.totp?.secret !== totp.secret) {
    await store.removeTotp(tx, userId)
    if (totp !== undefined)
      await store.insertTotp(tx, userId, {
        sealed: sealSecret(totpKey, userId, totp.secret),
        confirmedAt: new Date(totp.confirmedAt),
        lastStep: totp.lastStep,
      })
  }
  await store.removeOtherPasskeys(
    tx,
    userId,
    methods.passkeys.map(({ credentialId }) => credentialId),
  )
  for (const passkey of methods.passkeys)
    await store.restorePasskey(tx, userId, {
      name: passkey.name,
      credential_id: passkey.credentialId,
      public_key: Buffer.from(passkey.publicKey, 'base64url'),
      counter: passkey.counter,
      transports: [...passkey.transports],
      backed_up: passkey.backedUp,
      second_factor: passkey.isSecondFactor ?? true,
      created: passkey.createdAt,
      used: passkey.usedAt,
    })
  const known = new Set(methods.recoveryCodes)
  if (!present.recoveryCodes.some((hash) => known.has(hash))) {
    await store.removeRecoveryCodes(tx, userId)
    const hashes = methods.recoveryCodes.map((hash) => Buffer.from(hash, 'base64url'))
    await store.addRecoveryCodes(tx, userId, hashes)
  }
  await store.replaceIdentities(
    tx,
    userId,
    methods.identities.map((identity) => ({
      issuer: identity.issuer,
      subject_key: Buffer.from(identity.subjectKey, 'base64url'),
      email: identity.email,
      linked: identity.linkedAt,
      used: identity.usedAt,
    })),
  )
  await store.removeChallenges(tx, userId)
}

/**
 * Makes the link that takes a change of how a user signs in back. Call this in the transaction of
 * the change, with what `readMethods` has read before it, and with the user's row locked. Its time
 * is later than that of every earlier change, also if the clock of another instance is ahead.
 * @param user the user, with the address before the change
 * @param options.hours how long the link works; seven days if omitted
 * @param options.isSignIn whether it is no change, but a sign-in from a new browser
 */
export async function makeUndoLink(
  tx: Queryable,
  deps: Pick<CredentialDeps, 'clock' | 'linkKey' | 'authUrl'>,
  user: { readonly userId: number; readonly email: string; readonly emailConfirmed: boolean },
  methods: SignInMethods,
  { hours, isSignIn }: { readonly hours?: number; readonly isSignIn?: true } = {},
): Promise<string> {
  const { userId, email, emailConfirmed: isConfirmed } = user
  const links = await listUndoLinks(tx, deps, userId)
  const at = links.reduce(
    (time, { former }) => Math.max(time, (former?.at ?? 0) + 1),
    deps.clock.now(),
  )
  const content = { email, former: { at, isConfirmed, methods, isSignIn } }
  return makeLink(tx, deps, { kind: 'sign_in_undo', userId, content, hours })
}
