import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { newDirectory, preparedDirectory, Service } from './program.ts'

/**
 * Makes a data directory with the demo, for a test that needs the demo but is not about its first
 * start. A start there keeps the passwords and secrets, and renews the tokens and the URLs.
 */
export async function demoDirectory(): Promise<string> {
  const folder = newDirectory()
  await copyDemoInto(folder)
  return folder
}

/** What a service that has stopped leaves in its data directory, apart from its lock. */
const files = ['database', 'secret.key', 'demo.json', 'ballast']

/** Copies a data directory with the demo to a place. */
export async function copyDemoInto(dataDir: string): Promise<void> {
  made ??= makeDemo()
  const source = await made
  for (const name of files) cpSync(join(source, name), join(dataDir, name), { recursive: true })
}

/** The directory to copy, made once for each test file. */
let made: Promise<string> | undefined

async function makeDemo(): Promise<string> {
  const dataDir = await preparedDirectory()
  const service = await Service.start({ DATA_DIR: dataDir, PROBE_PORT: 'off' })
  if ((await service.stop()) !== 0) throw new Error(service.output)
  return dataDir
}
