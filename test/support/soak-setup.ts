import { globalSetup as startDatabase } from './global-setup.ts'

/** The setup of `npm run test:soak`: the usual one, and the long form of every endurance test. */
export async function globalSetup(): Promise<void> {
  process.env.FOYER_SOAK = 'true'
  await startDatabase()
}
