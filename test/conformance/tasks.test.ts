import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { startChromium } from '../support/chromium.ts'
import { anyOne } from '../support/database.ts'
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts'
import { type Foyer, freePort, startFoyer } from '../support/foyer.ts'
import type { Language } from '../support/inside.ts'
import { behindProxy, networkHeaders, sessionOf } from '../support/sign-in.ts'
import { isSoak } from '../support/soak.ts'
import { accountTasks } from './tasks/account.ts'
import { Actor, type Task } from './tasks/actor.ts'
import { addressTasks } from './tasks/addresses.ts'
import { developerTasks } from './tasks/developer.ts'
import { operatorTasks } from './tasks/operator.ts'
import { paymentMethodTasks } from './tasks/payment-methods.ts'
import { securityTasks } from './tasks/security.ts'
import { openProvider, wayInTasks } from './tasks/ways-in.ts'

/*
 * Everything that users, developers and operators do on the pages, in a browser, by keyboard alone.
 * `npm run test:soak` runs each task in all twelve surroundings: languages, widths, with and
 * without scripts. `npm test` runs most tasks once, each in the next surrounding, and without axe,
 * because `browser.test.ts` checks all pages with it.
 */

const tasks: readonly Task[] = [
  ...addressTasks,
  ...paymentMethodTasks,
  ...accountTasks,
  ...securityTasks,
  ...wayInTasks,
  ...developerTasks,
  ...operatorTasks,
].filter(({ isForSoak = false }) => isSoak || !isForSoak)

/** The conditions in which a task runs. */
interface Surrounding {
  readonly language: Language
  /** The width of the window, in pixels. */
  readonly width: number
  readonly hasScript: boolean
}

const surroundings: readonly Surrounding[] = (['de', 'ja', 'en'] as const).flatMap((language) =>
  [320, 1280].flatMap((width) =>
    [true, false].map((hasScript) => ({ language, width, hasScript })),
  ),
)

/** Each task with its surroundings. */
const trials: readonly (readonly [Task, Surrounding])[] = tasks.flatMap((task, index) => {
  const some = isSoak ? surroundings : surroundings.slice(index % surroundings.length).slice(0, 1)
  return some.map((surrounding) => [task, surrounding] as const)
})

const chromium = await startChromium()

describe('tasks in a browser', { skip: chromium === null, concurrency: 2 }, () => {
  let foyer: Foyer & { stop(): Promise<void> }
  let provider: FakeProvider
  const browser = chromium as Browser

  before(async () => {
    const database = await anyOne()
    if (database === undefined) throw new Error('There is no database.')
    const port = String(await freePort())
    // Passkeys belong to a domain name, not to an IP address.
    const own = { PORT: port, AUTH_URL: `http://localhost:${port}`, DEVELOPER_SIGNUP: 'true' }
    provider = await startFakeProvider()
    openProvider(provider)
    const env = { ...own, ...provider.env, ...behindProxy, EMAIL_SIGN_IN: 'true' }
    foyer = await startFoyer(await database.open(), env)
  })
  after(async () => {
    await browser.close()
    await foyer.stop()
    await provider.stop()
  })

  for (const [task, { language, width, hasScript }] of trials)
    test(`${task.name} (${language}, ${width} px, ${hasScript ? 'script' : 'no script'})`, async () => {
      const user = await foyer.newUser()
      const context = await browser.newContext({
        baseURL: foyer.authUrl,
        locale: language,
        viewport: { width, height: 800 },
        javaScriptEnabled: hasScript,
        extraHTTPHeaders: networkHeaders(),
      })
      try {
        context.setDefaultTimeout(120_000)
        await context.addCookies([await sessionOf(foyer, user.id)])
        const page = await context.newPage()
        await task.run(new Actor({ page, foyer, user, language, hasScript, provider }))
      } finally {
        await context.close()
      }
    })
})
