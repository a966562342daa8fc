import { type AsyncHook, createHook } from 'node:async_hooks'

/*
 * Node's test runner follows every promise with a hook, to know which `describe` a test belongs to.
 * Promises then cost so much that a test file takes a quarter more processor time. The runner needs
 * the hook only while a file declares its tests.
 */

const prototype: AsyncHook = Object.getPrototypeOf(createHook({}))
const enable = prototype.enable
const hooks = new Set<AsyncHook>()

/** Finds the hook that the runner turns on. Call this before the first test is declared. */
export function findRunnersHook(): void {
  prototype.enable = function (this: AsyncHook) {
    hooks.add(this)
    return enable.call(this)
  }
}

/** Turns the hook on. Call this before a file declares its tests. */
export function followPromises(): void {
  for (const hook of hooks) enable.call(hook)
}

/** Turns the hook off, until the next file declares its tests. */
export function ignorePromises(): void {
  for (const hook of hooks) hook.disable()
}
