import type { AccountOverview } from '../../identity/privacy/overview.ts'
import { setEmail } from '../../identity/sign-in/links/recovery.ts'
import { disableUser, enableUser, endAllAccess } from '../../identity/users/accounts/accounts.ts'
import { resendConfirmation } from '../../identity/users/accounts/new-email.ts'
import { sendPasswordLink } from '../../identity/users/credentials/new-password.ts'
import { grantRole } from '../../identity/users/roles/grant.ts'
import { withdrawRole } from '../../identity/users/roles/withdraw.ts'
import {
  documentChecks,
  type OwnerCheck,
  ownerChecks,
  resetSecondFactors,
} from '../../identity/users/second-factors/reset.ts'
import type { AccountDeps } from '../deps.ts'

/** What the operator has filled in, besides the reason. */
export interface ActGiven {
  readonly check: OwnerCheck | undefined
  readonly email: string
}

/** What an operator can do for a user. */
export interface UserAct {
  /** Whether it takes something from the user. */
  readonly isDestructive: boolean
  /** Whether it gives access, which only the command line may do for operators. */
  readonly givesAccess: boolean
  /** The ways to check who asks for it. The form asks which one the operator has used. */
  readonly checks?: readonly OwnerCheck[]
  /** Whether the form asks for an email address. */
  readonly needsEmail?: true
  /** Whether there is something to do. */
  fits(overview: AccountOverview): boolean
  /** @returns false if there was nothing to do, because somebody else did it meanwhile */
  run(deps: AccountDeps, userId: number, given: ActGiven): Promise<boolean>
}

/** The acts, by the last segment of their path, in the order of the page. */
export const userActs = {
  'send-password-link': {
    isDestructive: false,
    givesAccess: false,
    fits: ({ account }) => account.disabled_at === null,
    run: ({ credentials }, userId) => sendPasswordLink(credentials, userId),
  },
  'resend-confirmation': {
    isDestructive: false,
    givesAccess: false,
    fits: ({ account, unconfirmedEmail }) =>
      account.disabled_at === null && unconfirmedEmail !== undefined,
    run: async ({ credentials }, userId) =>
      (await resendConfirmation(credentials, userId)) !== undefined,
  },
  'reset-second-factors': {
    isDestructive: true,
    givesAccess: true,
    checks: ownerChecks,
    fits: ({ factors }) => factors.required,
    run: ({ secondFactors }, userId, { check }) => resetSecondFactors(secondFactors, userId, check),
  },
  'set-email': {
    isDestructive: true,
    givesAccess: true,
    checks: documentChecks,
    needsEmail: true,
    fits: () => true,
    async run({ credentials }, userId, { check, email }) {
      // The form asks for it, so nobody records a check that was not made.
      if (check === undefined) return false
      await setEmail(credentials, { userId, email, check })
      return true
    },
  },
  'end-sessions': {
    isDestructive: true,
    givesAccess: false,
    fits: ({ account }) => account.disabled_at === null,
    run: async ({ db }, userId) => (await endAllAccess(db, userId)) !== undefined,
  },
  disable: {
    isDestructive: true,
    givesAccess: false,
    fits: ({ account }) => account.disabled_at === null,
    run: async ({ db, credentials }, userId) =>
      (await disableUser(db, userId, credentials.mailer)) !== undefined,
  },
  enable: {
    isDestructive: false,
    givesAccess: true,
    fits: ({ account }) => account.disabled_at !== null,
    run: ({ db, credentials }, userId) => enableUser(db, userId, credentials.mailer),
  },
  'admit-developer': {
    isDestructive: false,
    givesAccess: false,
    fits: ({ account, roles }) => account.disabled_at === null && !roles.has('developer'),
    run: ({ db, credentials }, userId) => grantRole(db, userId, 'developer', credentials.mailer),
  },
  'remove-developer': {
    isDestructive: true,
    givesAccess: false,
    fits: ({ roles }) => roles.has('developer'),
    run: async ({ db }, userId) => (await withdrawRole(db, userId, 'developer')) !== undefined,
  },
} as const satisfies Readonly<Record<string, UserAct>>

export type UserActName = keyof typeof userActs

/** The name of an act in the keys of the catalogues. */
export const keyOf = <N extends string>(name: N): Underscored<N> =>
  name.replaceAll('-', '_') as Underscored<N>

type Underscored<N extends string> = N extends `${infer A}-${infer B}`
  ? `${A}_${Underscored<B>}`
  : N
