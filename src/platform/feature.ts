import type { TSchema } from 'typebox'
import type { LogApplication } from './application-log.ts'
import type { View } from './http/api/view.ts'
import type { App } from './http/server.ts'
import type { PersonalData } from './privacy.ts'
import type { SealedColumn } from './secrets/sealed-column.ts'

/** Adds routes to the server. */
export type Routes = (app: App) => Promise<void>

/** Work that the program repeats, such as deleting expired rows. */
export interface Chore {
  /** The name in the log. */
  readonly name: string
  readonly everyMs: number
  run(): Promise<unknown>
}

/** The logger of a worker. */
export interface WorkerLog {
  warn(details: object, message: string): void
}

/** Work outside of requests, such as sending emails. Any instance can do it. */
export interface Worker {
  /** The channel of the database that notifies instances of new work. */
  readonly channel: string
  start(log: WorkerLog): RunningWorker
}

export interface RunningWorker {
  /** Checks for work now. */
  wake(): void
  /** Takes no more work, and waits for what is under way, at most `timeoutMs` milliseconds. */
  stop(timeoutMs: number): Promise<void>
}

/**
 * One part of the service, such as addresses, with everything that it adds.
 * `src/app/features.ts` has the list of features. Other code uses that list and no feature by name.
 */
export interface Feature {
  /** The named schemas of its resources. */
  readonly schemas?: readonly TSchema[]
  /** Makes examples for the OpenAPI document, by the name of a schema. */
  readonly examples?: (view: View) => Promise<Readonly<Record<string, unknown>>>
  /** Routes below `BASE_URL` that need no user. */
  readonly publicRoutes?: Routes
  /** Routes below `BASE_URL` that need a signed-in user. */
  readonly userRoutes?: Routes
  /**
   * Routes below `BASE_URL` for the marketplace's own services, with an application's own token.
   */
  readonly serviceRoutes?: Routes
  /** Routes below `AUTH_URL`: OAuth 2.0 endpoints and pages. */
  readonly authRoutes?: Routes
  /** Logs the requests of applications for their developers. */
  readonly logApplication?: LogApplication
  readonly chores?: readonly Chore[]
  /**
   * The personal data that it stores. Data is erased in the reverse order of the list of features,
   * so a feature stands after those whose rows its own rows refer to.
   */
  readonly personalData?: readonly PersonalData[]
  readonly workers?: readonly Worker[]
  /** The columns with values that a key from SECRET_KEY has sealed. */
  readonly sealedColumns?: readonly SealedColumn[]
}
