import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Feature } from '../../platform/feature.ts'
import { RequestLogWriter, trimRequestLog } from './request-log.ts'

/** The log of requests for developers. It stores what waits before the server closes. */
export function requestLogFeature({ db, clock }: { db: Database; clock: Clock }): Feature {
  const writer = new RequestLogWriter(db, clock)
  return {
    logApplication: writer.add,
    authRoutes: async (app) => {
      app.addHook('onClose', () => writer.flush())
    },
    chores: [
      {
        name: 'trim the log of requests',
        everyMs: 60_000,
        run: () => trimRequestLog(db, clock),
      },
    ],
  }
}
