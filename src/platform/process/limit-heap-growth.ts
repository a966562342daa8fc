import { setFlagsFromString } from 'node:v8'

/**
 * Lets the old generation grow by 40 % between two collections, where V8 would let a small one grow to a multiple of
 * what is alive: docs/decisions/memory.md. To be called before there is load.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=40')
}
