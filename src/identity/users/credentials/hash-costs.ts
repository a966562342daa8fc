import { pbkdf2Sync, scryptSync } from 'node:crypto'
import type { Work, WorkKind } from './foreign-hashes.ts'

/** Tells how long checks of hashes take on this machine. */
export interface HashCosts {
  /** The time of one check on an idle core, in milliseconds. */
  timeOf(work: Work): Promise<number>
}

/**
 * Measures each kind of work when it is first asked for, with a small hash. It counts the processor
 * time of this thread, so other work on the machine makes no difference. A measurement takes less
 * than 0.1 s, in which the process does nothing else.
 */
export function openHashCosts(): HashCosts {
  const found = new Map<WorkKind, Promise<number>>()
  return {
    async timeOf({ kind, units }) {
      const known = found.get(kind) ?? timeOfUnit(kind)
      found.set(kind, known)
      return units * (await known)
    },
  }
}

/** The time of one unit of work, in milliseconds. */
async function timeOfUnit(kind: WorkKind): Promise<number> {
  const { units, work } = await sampleOf(kind)
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000 / units
}

/** A hash that takes about 20 ms. scrypt needs more memory than a processor caches. */
async function sampleOf(kind: WorkKind): Promise<{ units: number; work: () => void }> {
  if (kind === 'bcrypt') {
    const { hashSync } = await import('@node-rs/bcrypt')
    return { units: 2 ** 8, work: () => void hashSync(password, 8) }
  }
  if (kind === 'argon2') {
    const { hashSync } = await import('@node-rs/argon2')
    const options = { memoryCost: 32_768, timeCost: 2, parallelism: 1 }
    return { units: 32_768 * 2, work: () => void hashSync(password, options) }
  }
  if (kind === 'scrypt') {
    const options = { N: 2 ** 14, r: 8, p: 1, maxmem: 2 ** 26 }
    return { units: 2 ** 17, work: () => void scryptSync(password, salt, 32, options) }
  }
  return { units: 50_000, work: () => void pbkdf2Sync(password, salt, 50_000, 20, kind) }
}

const password = 'correct horse'
const salt = 'battery staple'
