import { Session } from 'node:inspector/promises'
import { parseArgs } from 'node:util'
import { databases } from '../test/support/database.ts'
import { openRequestPaths, requestNames } from '../test/support/request-paths.ts'

/*
 * Shows the code that three requests run: files of src/, named functions and SQL statements. V8's
 * precise coverage shows which functions were called between the arrival of a request and its
 * response. It counts functions that have a name in the source, and files with such a function. The
 * statements are counted between the service and the database, without BEGIN and COMMIT. Each
 * request is counted after two others of its kind, for another user.
 *
 * `--list` adds the statements in order, `--functions` the functions by file. `--postgres` uses
 * PostgreSQL instead of the embedded database.
 */
const { values: options } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    functions: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
  },
})

const source = new URL('../src/', import.meta.url).href

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** Returns the named functions that were called since the last call, by file below src/. */
async function readCalls(): Promise<Map<string, string[]>> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const files = new Map<string, string[]>()
  for (const { url, functions } of result) {
    const names = functions
      .filter(({ ranges }) => ranges.some(({ count }) => count > 0))
      .map(({ functionName }) => functionName)
      .filter((name) => name !== '')
    if (url.startsWith(source) && names.length > 0) files.set(url.slice(source.length), names)
  }
  return files
}

const wanted = options.postgres ? 'PostgreSQL' : 'embedded'
const database = (await databases()).find(({ name }) => name === wanted)
if (database === undefined) throw new Error('PostgreSQL is not installed.')
const paths = await openRequestPaths(await database.open())
for (const name of requestNames) {
  for (let warmUps = 0; warmUps < 2; warmUps++) await paths.count(await paths.prepare(name))
  const request = await paths.prepare(name)
  await readCalls()
  const { statements, transactions, roundTrips } = await paths.count(request)
  const files = await readCalls()
  const functions = [...files.values()].flat()
  console.log(
    `${name}: ${files.size} files, ${functions.length} functions, ${statements.length} statements ` +
      `in ${roundTrips} round trips, ${transactions} transactions`,
  )
  if (options.list)
    for (const [index, text] of statements.entries()) console.log(`  ${index + 1}. ${text}`)
  if (options.functions)
    for (const [file, names] of [...files].sort()) console.log(`  ${file}: ${names.join(', ')}`)
}
await paths.stop()
session.disconnect()
