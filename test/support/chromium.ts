import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { isSoak } from './soak.ts'

/**
 * Chromium without the parts that only a window needs. It renders the same pages with less
 * processor time. The soak uses the whole browser.
 */
const headlessShell = '/usr/lib/chromium/chromium-headless-shell'

const places = [
  process.env.CHROMIUM ?? '',
  ...(isSoak ? [] : [headlessShell]),
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Starts a Chromium that connects only to the sites that it is sent to.
 * @returns null if the machine has none, or FOYER_TEST_BROWSER=off excludes it; then a warning is
 * printed
 * @throws if there is none and CI is set, because CI may skip no test
 */
export async function startChromium(): Promise<Browser | null> {
  if (process.env.FOYER_TEST_BROWSER === 'off') {
    console.warn('THE TESTS IN A BROWSER ARE LEFT OUT, because FOYER_TEST_BROWSER=off.')
    return null
  }
  const executablePath = places.find((place) => place !== '' && existsSync(place))
  if (executablePath === undefined) {
    if (process.env.CI) throw new Error('No Chromium was found to test in.')
    console.warn('NO CHROMIUM FOUND: the tests in a browser are left out. Install chromium.')
    return null
  }
  return chromium.launch({
    executablePath,
    timeout: 120_000,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
