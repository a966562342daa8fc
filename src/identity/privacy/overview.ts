import type { SecretKey } from '../../platform/secrets/keys.ts'
import { listRecords } from '../../support/audit/audit.ts'
import { emailQueue } from '../../support/mail/mailer.ts'
import { listJobsOfUser } from '../../support/work/work.ts'
import type { Application } from '../applications/applications.ts'
import { type Connection, listConnections } from '../oauth/consents/connections.ts'
import {
  type Account,
  type AccountRow,
  findAccountById,
  findAccountRow,
} from '../users/accounts/accounts.ts'
import { findUnconfirmedEmail } from '../users/accounts/new-email.ts'
import type { CredentialDeps } from '../users/credentials/credentials.ts'
import { listOwnApplications } from '../users/developers/own-applications.ts'
import { listOpenLinks, type OpenLink } from '../users/email-links/links.ts'
import { type Role, rolesOf } from '../users/roles/roles.ts'
import { type Factors, findFactors } from '../users/second-factors/second-factors.ts'
import { type ListedSession, listSessions } from '../users/sessions/sessions.ts'

export interface OverviewDeps extends Pick<CredentialDeps, 'db' | 'clock' | 'linkKey'> {
  /** Opens queued emails. */
  readonly secretKey: SecretKey
}

/** What an operator sees of an account. It contains no secret and nothing that gives access. */
export interface AccountOverview {
  readonly account: Account & AccountRow
  readonly state: AccountState
  readonly roles: ReadonlySet<Role>
  /** The address that the user has still to confirm, if any. */
  readonly unconfirmedEmail: string | undefined
  readonly factors: Factors
  readonly sessions: readonly ListedSession[]
  readonly connections: readonly Connection[]
  /** What the user has registered, on the pages for developers. */
  readonly ownApplications: readonly Application[]
  /** Links in emails that still work. */
  readonly links: readonly OpenLink[]
  /** Emails that wait to be sent, by kind. Times in ISO 8601, in UTC. */
  readonly queuedEmails: readonly { readonly kind: string; readonly queuedAt: string }[]
  /** The last records of the audit trail, newest first. */
  readonly activity: readonly Activity[]
}

export type AccountState = 'enabled' | 'disabled' | 'erasing'

type Activity = Pick<
  Awaited<ReturnType<typeof listRecords>>[number],
  'at' | 'actor' | 'action' | 'application_id' | 'request_id' | 'details'
>

/** How many records of the audit trail an overview shows. */
const activityCount = 20

export const stateOf = ({
  disabled_at,
  erases_at,
}: Pick<Account, 'disabled_at' | 'erases_at'>): AccountState =>
  erases_at !== null ? 'erasing' : disabled_at === null ? 'enabled' : 'disabled'

/** Describes an account for support. @returns undefined if there is no such user */
export async function describeAccount(
  deps: OverviewDeps,
  userId: number,
): Promise<AccountOverview | undefined> {
  const { db, secretKey } = deps
  const account = await findAccountById(db, userId)
  const row = await findAccountRow(db, userId)
  if (account === undefined || row === undefined) return undefined
  const queued = await listJobsOfUser(db, emailQueue(secretKey), userId)
  return {
    account: { ...account, ...row },
    state: stateOf(account),
    roles: await rolesOf(db, userId),
    unconfirmedEmail: await findUnconfirmedEmail(deps, userId),
    factors: await findFactors(db, userId),
    sessions: await listSessions(db, userId),
    connections: await listConnections(db, userId),
    ownApplications: await listOwnApplications(db, userId),
    links: await listOpenLinks(deps, userId),
    queuedEmails: queued.map(({ content, addedAt }) => ({ kind: content.kind, queuedAt: addedAt })),
    activity: await listRecords(db, userId, activityCount),
  }
}
