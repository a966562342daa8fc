import { after } from 'node:test'

const actions: (() => unknown)[] = []
const held: object[] = []

/**
 * Runs an action at the end of each test file. A hook at the top of a support module would run only
 * at the end of the first file that imports it, because a process of `run.ts` runs many files.
 */
export function atEndOfFile(action: () => unknown): void {
  actions.push(action)
}

/**
 * Removes all properties of an object at the end of the test file. The test runner keeps each test
 * with its variables until the process ends, so a service would keep 30 MB in use.
 */
export function releaseAtEnd<T extends object>(object: T): T {
  held.push(object)
  return object
}

atEndOfFile(() => {
  for (const object of held.splice(0))
    for (const name of Object.keys(object)) Reflect.deleteProperty(object, name)
})

/**
 * Runs all actions, even if one fails. `worker.ts` calls this after each file.
 * @throws the error of the first action that failed
 */
export async function endFile(): Promise<void> {
  const faults: unknown[] = []
  for (const action of actions) {
    try {
      await action()
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
}

if (process.env.FOYER_TEST_QUEUE === undefined) after(endFile)
