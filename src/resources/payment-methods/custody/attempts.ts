import type { Queryable } from '../../../platform/database/db.ts'
import { isRefused, Refused } from '../../../platform/errors/refusals.ts'
import { networkOf, siteOf } from '../../../support/throttle/network.ts'
import {
  addToQuotas,
  countQuotas,
  giveQuotasBack,
  type QuotaState,
  type QuotaSubject,
  type QuotaUse,
  stateOf,
} from '../../../support/throttle/quotas.ts'
import { throttleRefusals } from '../../../support/throttle/refusals.ts'
import type { ThrottleDeps } from '../../../support/throttle/throttle.ts'

/*
 * Limits of attempts to add cards, against those who test stolen numbers. Only attempts that reach
 * the vault count. docs/decisions/load.md has the reasons.
 */

/** How many attempts are allowed in how long. */
interface Quota {
  readonly requests: number
  readonly windowMs: number
}

/** The limits that operators set. `null` means no limit. */
export interface CardLimitSettings {
  readonly user: Quota | null
  readonly network: Quota | null
  readonly application: Quota | null
  /** Of one card, by all users. */
  readonly card: Quota | null
}

/** For how many attempts a declined one counts. */
const declineWeight = 4

/** Whose attempts count, and from where. */
export interface Origin {
  readonly userId: number
  /** Undefined at the account pages. */
  readonly applicationId?: number | undefined
  /** The IP address. Undefined if it is not known. */
  readonly address?: string | undefined
}

/** Who tries to add a card. */
export interface Attempter extends Origin {
  readonly address: string
  /** Called with the limits and what is used of them, whenever that changes. */
  readonly tell?: (uses: readonly QuotaState[]) => void
}

/** An attempt that is being made. */
export interface CardAttempt {
  readonly from: Origin
  /**
   * Counts the attempt for the card, whose identity the vault knows.
   * @throws {Refused} too_many_attempts
   */
  isOf(identity: string): Promise<void>
  /** The vault has failed or refused. A refusal counts for more, a failure for nothing. */
  failed(error: unknown): Promise<void>
}

/** Begins an attempt of somebody. @throws {Refused} too_many_attempts */
export type BeginAttempt = () => Promise<CardAttempt>

/** Limits the attempts of somebody. */
export type CardAttempts = (by: Attempter) => BeginAttempt

/** Makes the function that limits attempts. */
export const openCardAttempts =
  (throttle: ThrottleDeps, settings: CardLimitSettings): CardAttempts =>
  (by) =>
  async () => {
    const counts = new Map<string, QuotaUse>()
    const tell = () =>
      by.tell?.([...counts.values()].map((use) => stateOf(use, throttle.clock.now())))
    const keep = (counted: readonly QuotaUse[]) => {
      for (const use of counted) counts.set(use.name, use)
      tell()
    }
    const count = async (subjects: readonly QuotaSubject[]) => {
      const { uses, refused } = await countQuotas(throttle, subjects)
      keep(uses)
      if (refused) throw refused
    }
    await count(subjectsOf(settings, by))
    return {
      from: by,
      async isOf(identity) {
        if (!counts.has('card')) await count(subjectOf('card', settings.card, identity))
      },
      async failed(error) {
        const counted = [...counts.values()].filter(({ used, max }) => used <= max)
        if (!(error instanceof Refused)) return giveQuotasBack(throttle, counted)
        // The card itself is limited, so its issuer was not asked.
        if (isRefused(error, throttleRefusals.too_many_attempts)) return
        keep(await addToQuotas(throttle, counted, declineWeight - 1))
      },
    }
  }

/**
 * Counts a card that was declined in the processor's own fields, and so outside of our requests.
 * @param identity of the card, if the processor tells it
 * @returns whether a limit is reached
 */
export type CountDecline = (
  db: Queryable,
  from: Origin,
  identity: string | undefined,
) => Promise<boolean>

/** Makes the function that counts declined cards. */
export const openDeclineCounts =
  ({ clock, key }: ThrottleDeps, settings: CardLimitSettings): CountDecline =>
  async (db, from, identity) => {
    const subjects = [...subjectsOf(settings, from), ...subjectOf('card', settings.card, identity)]
    const uses = await addToQuotas({ db, clock, key }, subjects, declineWeight)
    return uses.some(({ used, max }) => used >= max)
  }

const subjectOf = (
  name: string,
  quota: Quota | null,
  of: string | number | undefined,
): QuotaSubject[] =>
  quota === null || of === undefined
    ? []
    : [{ name, of, max: quota.requests, windowMs: quota.windowMs }]

/** A site (IPv6 /48) has many networks. It may make four times as many attempts as one. */
const siteQuota = ({ requests, windowMs }: Quota): Quota => ({ requests: 4 * requests, windowMs })

const subjectsOf = (
  { user, network, application }: CardLimitSettings,
  { userId, applicationId, address }: Origin,
): QuotaSubject[] => [
  ...subjectOf('card-user', user, userId),
  ...subjectOf('card-network', network, address && networkOf(address)),
  ...subjectOf('card-site', network && siteQuota(network), address && siteOf(address)),
  ...subjectOf('card-application', application, applicationId),
]
