import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { flagsOfStart } from './performance/server-process.ts'

/*
 * Measures the first page of a sign-in in a browser without a cache, on a slow phone: round trips
 * of 400 ms, 400 kbit/s, a processor four times slower. `node bench/first-paint.ts [FOLDER]`
 * measures the Foyer in a folder, by default this one. It needs Chromium (`CHROMIUM=/path`).
 */

const runs = 5
const port = 8_097
const folder = resolve(process.argv[2] ?? '.')
const dataDir = mkdtempSync(join(tmpdir(), 'foyer-first-paint-'))
const service = spawn(process.execPath, [...flagsOfStart(), 'bin/foyer.js', 'serve'], {
  cwd: folder,
  env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const url = `http://localhost:${port}/sign-in`
try {
  while (!(await fetch(url).catch(() => undefined))?.ok) await pause(200)
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox'] })
  const paints: number[] = []
  let bytes = 0
  for (let run = 0; run < runs; run++) {
    const context = await browser.newContext({ viewport: { width: 360, height: 640 } })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: 50_000,
      uploadThroughput: 50_000,
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    bytes = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await page.goto(url, { waitUntil: 'load' })
    const paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
    paints.push(await page.evaluate<number>(paint))
    await context.close()
  }
  await browser.close()
  const sorted = paints.map(Math.round).sort((a, b) => a - b)
  console.log(JSON.stringify({ bytes, first_paint_ms: sorted[Math.floor(runs / 2)], all: sorted }))
} finally {
  service.kill('SIGTERM')
  if (service.exitCode === null) await new Promise((stopped) => service.once('exit', stopped))
  if (existsSync(dataDir)) rmSync(dataDir, { recursive: true })
}
