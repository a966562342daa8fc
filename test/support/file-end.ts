import { after } from 'node:test'

const actions: (() => unknown)[] = []

/**
 * Runs an action at the end of each test file. A hook at the top of a support module would run only
 * at the end of the first file that imports it, because a process of `run.ts` runs many files.
 */
export function atEndOfFile(action: () => unknown): void {
  actions.push(action)
}

/** Runs the actions. `worker.ts` calls this after each file. */
export async function endFile(): Promise<void> {
  for (const action of actions) await action()
}

if (process.env.FOYER_TEST_QUEUE === undefined) after(endFile)
