/*
 * Work outside of requests, as features declare it. `src/support/work` performs it.
 */

/** Work that the program repeats, such as deleting expired rows. One instance at a time does it. */
export interface Chore {
  /** The name in the log. */
  readonly name: string
  readonly everyMs: number
  /**
   * Whether each instance does it, because it is about the memory of the process, or because it is
   * more urgent than a job. Then a lock lets one instance do it.
   */
  readonly onEachInstance?: boolean
  run(): Promise<unknown>
}

/** A job, as `perform` receives it. */
export interface Job {
  /** The same id at every attempt. */
  readonly id: string
  /** What it is about, such as the id of a webhook. Null if it stands alone. */
  readonly key: string | null
  /** The user whom it concerns. */
  readonly userId: number | null
  /** Its encrypted content. */
  readonly sealed: Buffer | null
  /**
   * The number of failed attempts since it was added, or since a success. An attempt whose instance
   * ended is one.
   */
  readonly attempts: number
  /** The time when it was added, in milliseconds since the epoch. */
  readonly addedAt: number
  /** How long ago it was added, by the clock that `addedAt` is from, in milliseconds. */
  readonly ageMs: number
}

/** When a job is due again that is not done. */
export interface Again {
  readonly inSeconds: number
  /** The number of failed attempts. The default is 0: it was a success. */
  readonly attempts?: number
}

/** The stop of the instance, as `perform` sees it. */
export interface Stopping {
  /** Aborts when the attempt must end. An attempt that fails then does not count. */
  readonly signal: AbortSignal
  /** Whether the instance stops. What can be left to another instance should be. */
  isStopping(): boolean
}

/** When failed jobs are tried again. */
export interface Retry {
  readonly firstSeconds: number
  /** The delay grows by this factor with each attempt. */
  readonly factor: number
  readonly maxSeconds: number
  /** The number of failed attempts after which a job is given up. */
  readonly maxAttempts: number
}

/** How the jobs of a queue are performed: work outside of requests, such as sending emails. */
export interface Worker {
  readonly queue: string
  /** How many jobs an instance performs at once. */
  readonly atOnce: number
  /** How many of them may be retries. So jobs that fail leave room for the others. */
  readonly retriesAtOnce: number
  /** The part that one host gets at most of what is free, up to 1. */
  readonly hostShare: number
  readonly retry: Retry
  /** The time limit of an attempt, in milliseconds. Without it, `perform` sets its own. */
  readonly timeoutMs?: number
  /** Called before the first claim, until it succeeds. */
  begin?(): Promise<void>
  /**
   * Performs a job. If the process ends meanwhile, another instance performs it again.
   * @returns when the job is due again; undefined if it is done
   * @throws if the attempt failed. Then `retry` says what happens
   */
  perform(job: Job, stopping: Stopping): Promise<Again | undefined>
  /** Called once when the instance stops, after the last attempt. */
  close?(): void
}
