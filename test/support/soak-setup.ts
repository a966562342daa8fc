import { globalSetup as startDatabase } from './global-setup.ts'

/** The setup of `npm run test:soak`: the usual one, and the long form of all endurance tests. */
export async function globalSetup(): Promise<void> {
  process.env.FOYER_SOAK = 'true'
  await startDatabase()
}
