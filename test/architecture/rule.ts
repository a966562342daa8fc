import type { Schema } from './sql/schema.ts'
import { type Changes, readSource, type Tree } from './tree.ts'

/** What rules check: the sources, and the schema of the migrated database. */
export interface House extends Tree {
  readonly schema: Schema
}

/** A rule of this repository, and changes of the sources that break it. */
export interface Rule {
  /** A sentence that is true of the sources. */
  readonly name: string
  /** Returns the violations, each as a line that begins with a place such as `src/main.ts:12`. */
  check(house: House): readonly string[]
  readonly mutations: readonly Mutation[]
}

/** A change that must make its rule fail. */
export interface Mutation {
  readonly name: string
  /** The file or table that the rule must report. */
  readonly about: string
  /** @throws {Error} when the change does not apply to the file as it is now */
  changes(): Changes
  /** One more migration. */
  readonly migration?: string
}

/** Replaces a text that occurs once in the file. */
export const replace = (name: string, file: string, from: string, to: string): Mutation => ({
  name,
  about: file,
  changes: () => {
    const [before, after, ...more] = readSource(file).split(from)
    if (before === undefined || after === undefined || more.length > 0)
      throw new Error(`The mutation "${name}" does not apply: ${file} must have one "${from}".`)
    return new Map([[file, before + to + after]])
  },
})

/** Adds lines to the end of a file. Imports may stand there, too. */
export const append = (name: string, file: string, lines: string): Mutation => ({
  name,
  about: file,
  changes: () => new Map([[file, `${readSource(file)}\n${lines}\n`]]),
})

/** Adds a file. */
export const create = (name: string, file: string, text: string): Mutation => ({
  name,
  about: file,
  changes: () => new Map([[file, text]]),
})

/** Adds a migration. */
export const migrate = (name: string, table: string, migration: string): Mutation => ({
  name,
  about: table,
  changes: () => new Map(),
  migration,
})
