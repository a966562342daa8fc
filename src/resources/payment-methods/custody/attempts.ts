import type { Queryable } from '../../../platform/database/db.ts'
import { isRefused, Refused } from '../../../platform/errors/refusals.ts'
import {
  type CardLimitSettings,
  cardLimits,
  type LimitState,
} from '../../../support/limits/limits.ts'
import { networkOf, siteOf } from '../../../support/limits/networks.ts'
import { limitRefusals } from '../../../support/limits/refusals.ts'
import { type Subject, subjectsOf } from '../../../support/limits/subjects.ts'
import {
  addUses,
  giveBack,
  stateOf,
  type TableCounts,
  tryToTake,
  type Use,
} from '../../../support/limits/table-counts.ts'

/*
 * Limits of attempts to add cards, against those who test stolen numbers. Only attempts that reach
 * the vault count. docs/decisions/load.md has the reasons.
 */

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
  readonly tell?: (states: readonly LimitState[]) => void
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
export function openCardAttempts(counts: TableCounts, settings: CardLimitSettings): CardAttempts {
  const limits = cardLimits(settings)
  return (by) => async () => {
    const uses = new Map<string, Use>()
    const keep = (counted: readonly Use[]) => {
      for (const use of counted) uses.set(use.subject[0].name, use)
      by.tell?.([...uses.values()].map((use) => stateOf(use, counts)))
    }
    const count = async (subjects: readonly Subject[]) => {
      const taken = await tryToTake(counts, subjects)
      keep(taken.uses)
      if (taken.refused) throw taken.refused
    }
    await count(attemptsOf(limits, by))
    return {
      from: by,
      async isOf(identity) {
        if (!uses.has('card')) await count(subjectsOf([limits.card, identity]))
      },
      async failed(error) {
        const counted = [...uses.values()].filter(({ used, subject: [{ max }] }) => used <= max)
        if (!(error instanceof Refused)) return giveBack(counts, counted)
        // The card itself is limited, so its issuer was not asked.
        if (isRefused(error, limitRefusals.too_many_attempts)) return
        const subjects = counted.map(({ subject }) => subject)
        keep(await addUses(counts, subjects, declineWeight - 1))
      },
    }
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
export function openDeclineCounts(counts: TableCounts, settings: CardLimitSettings): CountDecline {
  const limits = cardLimits(settings)
  return async (db, from, identity) => {
    const subjects = [...attemptsOf(limits, from), ...subjectsOf([limits.card, identity])]
    const uses = await addUses({ ...counts, db }, subjects, declineWeight)
    return uses.some(({ used, subject: [{ max }] }) => used >= max)
  }
}

/** The subjects of an attempt, but for the card. */
const attemptsOf = (
  limits: ReturnType<typeof cardLimits>,
  { userId, applicationId, address }: Origin,
): Subject[] =>
  subjectsOf(
    [limits.user, userId],
    [limits.network, address && networkOf(address)],
    [limits.site, address && siteOf(address)],
    [limits.application, applicationId],
  )
