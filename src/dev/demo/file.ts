import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

const DemoFileSchema = Type.Object({
  base_url: Type.String(),
  auth_url: Type.String(),
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

/** What `demo.json` holds: all that one needs to try everything. */
export type DemoFile = Static<typeof DemoFileSchema>

/** Where the demo's file stands. */
export const demoFileIn = (dataDir: string): string => join(dataDir, 'demo.json')

/** What the last start wrote; undefined where there is nothing, or nothing that can be used. */
export function readDemoFile(dataDir: string): DemoFile | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(demoFileIn(dataDir), 'utf8'))
    return Value.Check(DemoFileSchema, content) ? content : undefined
  } catch {
    return undefined
  }
}

/** Writes the file aside and renames it, so that nobody reads half of it; its owner alone can. */
export function writeDemoFile(dataDir: string, demo: DemoFile): void {
  const file = demoFileIn(dataDir)
  const unfinished = `${file}.unfinished`
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(unfinished, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  chmodSync(unfinished, 0o600)
  renameSync(unfinished, file)
}
