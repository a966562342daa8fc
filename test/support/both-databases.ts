/**
 * The files whose suites run only on PostgreSQL in `npm test`. On the embedded database they run in
 * `npm run test:soak`, and those in `stories` also in `npm run test:fast`. The code above the
 * database is the same, and `statements.ts` checks each of their statements on the embedded one.
 */
const postgresAlone: readonly RegExp[] = [
  /^test\/attacks\//,
  /^test\/conformance\//,
  /^test\/contract\//,
  /^test\/failures\/vault\./,
  /^test\/stories\/(account|client|dev|developer|operator|pages)\//,
  /^test\/stories\/oauth\/(?!(applications|authorize|single-use|token-endpoint|tokens)\.)/,
  /^test\/stories\/payment-methods\/(brands|card-limits|charge-reference|wallet)\./,
  /^test\/stories\/sign-in\/(?!(clean-up|sign-in)\.)/,
  /^test\/stories\/support\/(?!(idempotency|jobs)\.)/,
]

let isAlone = false

/** Sets which test file runs next. Only `worker.ts` calls this. */
export function beginFile(file: string): void {
  isAlone = isSample() && postgresAlone.some((pattern) => pattern.test(file))
}

/** Whether this run skips the files above on the embedded database. */
export const isSample = (): boolean => process.env.FOYER_TEST_DATABASES === 'sample'

/** Returns those of the available databases that a suite runs on. PostgreSQL is the last one. */
export const forSuite = <T>(databases: readonly T[]): readonly T[] =>
  isAlone ? databases.slice(-1) : databases
