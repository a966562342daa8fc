import { createClient } from '@foyer/client'
import { type Case, cases, type Given } from './cases.ts'
import { oauthCases } from './oauth-cases.ts'
import { type Arrived, control, type Setting } from './setting.ts'

export { openTab } from './tab.ts'

/** The name of each case, and what went wrong; null if nothing did. */
export type Report = Readonly<Record<string, string | null>>

export const suite: readonly Case[] = [...cases, ...oauthCases]

/** Runs the suite of the client, in any runtime: as many cases as there are users. */
export async function runSuite(setting: Setting): Promise<Report> {
  const runs = setting.tokens.map(async (token, index) => {
    const { name, run } = suite[index] as Case
    const client: Given['client'] = (options) =>
      createClient({
        baseUrl: setting.baseUrl,
        accessToken: token,
        retries: { limit: 5, delay: 20 },
        ...options,
      })
    const given: Given = {
      setting,
      token,
      client,
      foyer: client(),
      faults: async (...faults) => void (await control(setting, 'faults', { token, faults })),
      arrived: () => control<Arrived[]>(setting, 'arrived', { token }),
    }
    const result = await run(given).then(
      () => null,
      (error) => `${error?.stack ?? error}`,
    )
    return [name, result] as const
  })
  return Object.fromEntries(await Promise.all(runs))
}
