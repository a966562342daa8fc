/**
 * Whether this is `npm run test:soak`. It runs alone on the machine, so its tests may assert
 * wall-clock times.
 */
export const isSoak = process.env.FOYER_SOAK === 'true'

/**
 * How often an endurance test repeats its trial: `short` times in `npm test`, and `soak` times in
 * `npm run test:soak`, which has the numbers that the project promises.
 */
export const repetitions = ({ short, soak }: { short: number; soak: number }): number =>
  isSoak ? soak : short
