import async_hooks from 'node:async_hooks'

/*
 * Loaded before the tests by `--import`. Node's test runner follows every promise with an async
 * hook, to know which test an uncaught error belongs to. That makes promises six times as slow.
 * Without the hook an uncaught error fails the test file, not the test. Other hooks stay.
 */
const { createHook } = async_hooks
async_hooks.createHook = (callbacks) => {
  const names = Object.keys(callbacks).sort().join()
  return createHook(names === 'destroy,init' ? {} : callbacks)
}
