import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

// Each page reads the script anew, and the minified one has less than half as many bytes.
const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Checks a page with axe. @returns the rule of each fault with the elements */
export async function faultsOfAxe(page: Page, options: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(script)
  const given = JSON.stringify({ resultTypes: ['violations'], ...options })
  const { violations } = (await page.evaluate(`axe.run(${given})`)) as AxeResults
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
}
