import { globalSetup as startDatabase } from './global-setup.ts'

/** The setup of `npm run test:fast`: the usual one, without PostgreSQL. */
export async function globalSetup(): Promise<void> {
  process.env.FOYER_TEST_DATABASES = 'embedded'
  await startDatabase()
}
