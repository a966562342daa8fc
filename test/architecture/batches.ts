import { isSoak } from '../support/soak.ts'
import type { Mutation, Rule } from './rule.ts'
import type { Changes } from './tree.ts'

/** Mutations that TypeScript reads together. */
export interface Batch {
  readonly broken: readonly { readonly rule: Rule; readonly mutation: Mutation }[]
  readonly changes: Changes
  readonly migrations: readonly string[]
}

/**
 * Groups mutations, because TypeScript needs half a second for each new set of sources, and rules
 * read all of them. The mutations of a batch have no file in common, so the place of a violation
 * tells which one caused it. In the soak each mutation is alone.
 */
export function batchesOf(rules: readonly Rule[]): Batch[] {
  const batches: {
    broken: Batch['broken'][number][]
    changes: Map<string, string>
    migrations: string[]
  }[] = []
  const namesIn = ({ broken }: Batch) => broken.map(({ mutation: { about } }) => about)
  for (const rule of rules)
    for (const mutation of rule.mutations) {
      const changes = mutation.changes()
      const own = new Set([mutation.about, ...changes.keys()])
      const isFree = (batch: Batch) =>
        !isSoak && own.isDisjointFrom(new Set([...batch.changes.keys(), ...namesIn(batch)]))
      let batch = batches.find(isFree)
      if (batch === undefined) {
        batch = { broken: [], changes: new Map(), migrations: [] }
        batches.push(batch)
      }
      batch.broken.push({ rule, mutation })
      for (const [path, text] of changes) batch.changes.set(path, text)
      if (mutation.migration !== undefined) batch.migrations.push(mutation.migration)
    }
  return batches
}
