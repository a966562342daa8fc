import type { Feature } from '../../platform/feature.ts'
import { subjectsOfUser } from './limits.ts'
import { clearCounts, removeExpiredAttempts, type ThrottleDeps } from './throttle.ts'

/** Deletes expired counts, and those of erased users. */
export const throttleFeature = ({ db, key }: Pick<ThrottleDeps, 'db' | 'key'>): Feature => ({
  personalData: [
    {
      tables: ['attempts'],
      // The counts of one network in the user's name stay up to a day, and those of emails to other
      // addresses up to an hour: only somebody who knows the network or the address finds them.
      erase: (tx, { id, email }) =>
        clearCounts({ db: tx, key }, [...subjectsOfUser(id, email), ['card-user', id]]),
    },
  ],
  chores: [
    {
      name: 'delete expired attempts',
      everyMs: 5 * 60_000,
      run: () => removeExpiredAttempts(db),
    },
  ],
})
