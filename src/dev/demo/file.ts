import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Static } from 'typebox'
import { matches } from '../../platform/schema/check.ts'
import { Type } from '../../platform/schema/type.ts'

const DemoFileSchema = Type.Object({
  base_url: Type.String(),
  auth_url: Type.String(),
  seed: Type.Optional(Type.String()),
  application: Type.Object({
    client_id: Type.String(),
    client_secret: Type.String(),
    redirect_uri: Type.String(),
  }),
  users: Type.Array(
    Type.Object({ email: Type.String(), password: Type.String(), access_token: Type.String() }),
  ),
  listings: Type.Array(Type.Object({ id: Type.Integer() })),
})

/** The content of `demo.json`: everything needed to try the service. */
export type DemoFile = Static<typeof DemoFileSchema>

/** Returns the path of `demo.json`. */
export const demoFileIn = (dataDir: string): string => join(dataDir, 'demo.json')

/** Returns what the last start wrote; undefined if there is no file, or it is invalid. */
export function readDemoFile(dataDir: string): DemoFile | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(demoFileIn(dataDir), 'utf8'))
    return matches(DemoFileSchema, content) ? content : undefined
  } catch {
    return undefined
  }
}

/**
 * Writes a temporary file and renames it, so that nobody reads an incomplete file. Only the owner
 * can read it.
 */
export function writeDemoFile(dataDir: string, demo: DemoFile): void {
  const file = demoFileIn(dataDir)
  const temporary = `${file}.unfinished`
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(temporary, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  chmodSync(temporary, 0o600)
  renameSync(temporary, file)
}
