import { VaultUnavailable } from './vault.ts'

/** What became of pieces of work at a vault. */
export interface Advanced {
  readonly ended: number
  /** The first failure. */
  readonly failure: VaultUnavailable | undefined
  /** Whether the vault did not answer about several users in a row, so that the rest waits. */
  readonly isAway: boolean
}

/** After failures for this many users in a row the vault is at fault, not what is asked about. */
const maxFailuresInRow = 3

/**
 * Advances pieces of work at a vault, one after the other. What has not ended is postponed. Failing
 * work of one user does not delay that of others.
 * @param steps.advance returns whether the work has ended
 */
export async function advanceEach<T extends { readonly user_id: number }>(
  works: AsyncIterable<T> | Iterable<T>,
  steps: { advance(work: T): Promise<boolean>; postpone(work: T): Promise<void> },
): Promise<Advanced> {
  const failedUsers = new Set<number>()
  let ended = 0
  let inRow = 0
  let failure: VaultUnavailable | undefined
  for await (const work of works) {
    if (failedUsers.has(work.user_id)) {
      await steps.postpone(work)
      continue
    }
    try {
      if (await steps.advance(work)) ended++
      else await steps.postpone(work)
      inRow = 0
    } catch (error) {
      if (!(error instanceof VaultUnavailable)) throw error
      failure ??= error
      failedUsers.add(work.user_id)
      await steps.postpone(work)
      // The vault answers, but not about this user.
      inRow = error.concernsOne ? 0 : inRow + 1
      if (inRow === maxFailuresInRow) break
    }
  }
  return { ended, failure, isAway: inRow === maxFailuresInRow }
}
