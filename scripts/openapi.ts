import { readFile, writeFile } from 'node:fs/promises'
import { pino } from 'pino'
import { createApp } from '../src/app/app.ts'
import type { AppDeps } from '../src/app/deps.ts'
import { featuresOf } from '../src/app/features.ts'
import { privacyOf } from '../src/app/privacy.ts'
import { applicationLineSchema } from '../src/commands/import/applications/line.ts'
import { userLineSchema } from '../src/commands/import/users/line.ts'
import { readConfig } from '../src/config/config.ts'
import { exportSchema } from '../src/identity/privacy/export.ts'
import { commonSchemas } from '../src/platform/http/api/schema.ts'
import { localVault } from '../src/processor/local-vault.ts'
import { unlimited } from '../src/support/limits/requests.ts'
import { documentsOf, documentsPath } from './client/documents.ts'

/*
 * Writes openapi.json as a service with default settings serves it, the types of the client, and
 * the JSON Schemas of exports and imports of users and applications. With `--check`, writes
 * nothing, and exits with 1 if a file is different.
 */

/** The document consists of the routes alone, so these dependencies are never used. */
const unused = {
  listen: async () => {},
} as unknown as AppDeps['db'] & AppDeps['authenticator'] & AppDeps['carrier']

const deps: AppDeps = {
  config: readConfig({}),
  db: unused,
  logger: pino({ level: 'silent' }),
  authenticator: unused,
  limits: unlimited(),
  carrier: unused,
  secretKey: '',
  vault: localVault,
  clock: Date,
}

/** Returns the OpenAPI document as it is committed. */
export async function committedForm(): Promise<string> {
  const app = await createApp(deps)
  try {
    const { body } = await app.inject('/openapi.json')
    return textOf(JSON.parse(body))
  } finally {
    await app.close()
  }
}

/** Returns the JSON Schema of exports as it is committed, with the schemas that it refers to. */
export function committedExportSchema(): string {
  const features = featuresOf(deps)
  const named = [...commonSchemas, ...features.flatMap(({ schemas = [] }) => schemas)]
  const byName = new Map(named.map((schema) => [String((schema as Named).$id), schema]))
  const definitions: Record<string, unknown> = {}
  const resolve = (schema: unknown): unknown =>
    JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
      if (key === '$id') return undefined
      if (key !== '$ref' || typeof value !== 'string') return value
      const name = value.replace(/#$/, '')
      if (!(name in definitions)) {
        definitions[name] = {}
        definitions[name] = resolve(byName.get(name))
      }
      return `#/$defs/${name}`
    })
  const schema = resolve(exportSchema(privacyOf(deps, features).personalData)) as object
  const header = { $schema: 'https://json-schema.org/draft/2020-12/schema' }
  return textOf({ ...header, ...schema, $defs: definitions })
}

interface Named {
  readonly $id?: string
}

const textOf = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`

if (import.meta.main) {
  const openapi = await committedForm()
  const files = [
    ['openapi.json', openapi],
    [documentsPath, documentsOf(openapi)],
    ['docs/user-export.schema.json', committedExportSchema()],
    ['docs/user-import.schema.json', textOf(userLineSchema())],
    ['docs/application-import.schema.json', textOf(applicationLineSchema())],
  ] as const
  for (const [name, generated] of files) {
    const file = new URL(`../${name}`, import.meta.url)
    if (!process.argv.includes('--check')) {
      await writeFile(file, generated)
    } else if ((await readFile(file, 'utf8').catch(() => '')) !== generated) {
      console.error(`${name} is not what the code says: run \`npm run openapi\` and commit it.`)
      process.exitCode = 1
    }
  }
}
