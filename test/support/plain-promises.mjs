import async_hooks from 'node:async_hooks'

/*
 * Loaded before the tests by `--import`. Node's test runner follows every promise with an async hook, to know which test
 * an uncaught error belongs to. That makes promises six times as slow. Without its hook such an error fails the file
 * instead of the test. Only the runner's hook has `init` and `destroy` alone.
 */
const { createHook } = async_hooks
async_hooks.createHook = (callbacks) =>
  createHook('before' in callbacks || !('destroy' in callbacks) ? callbacks : {})
