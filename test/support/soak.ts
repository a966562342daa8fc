/**
 * Whether this is `npm run test:soak`. It runs alone on the machine, so it may hold wall-clock
 * times to a bound.
 */
export const isSoak = process.env.FOYER_SOAK === 'true'

/**
 * How often an endurance test repeats its trial: `short` times in `npm test`, `soak` times in `npm
 * run test:soak`, which runs each test at the length that the project promises.
 */
export const repetitions = ({ short, soak }: { short: number; soak: number }): number =>
  isSoak ? soak : short
