import { setFlagsFromString } from 'node:v8'

/**
 * Limits the growth of V8's old generation to 40 % between two collections. By default V8 lets a
 * small heap grow to a multiple of its live objects: docs/decisions/benchmark.md. Call this before
 * the first request.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=40')
}
