import type { RetryOptions } from '../../platform/database/batches.ts'
import { type Line, readLines } from './lines.ts'
import type { LineChange, LineFault } from './parse-line.ts'
import { type KeysOf, type Scanned, scan } from './repeated.ts'

export interface ImportOptions extends RetryOptions {
  /** The file, with one JSON object on each line. */
  readonly path: string
  /** Checks everything, and writes nothing. */
  readonly dryRun: boolean
  /** Called after each batch. */
  onProgress(done: number, total: number): void
  /** Called with the faults of refused lines, in the order of the lines of a batch. */
  onRefused(faults: readonly LineFault[]): void
  /** Called with what was left out of imported lines, in the order of the lines of a batch. */
  onChanged?(changes: readonly LineChange[]): void
}

/** What an import has done. All are numbers of lines. */
export interface ImportCounts {
  readonly imported: number
  /** Lines that were imported before. */
  readonly present: number
  readonly refused: number
  /** Whether all lines were read; not if the import was stopped. */
  readonly isComplete: boolean
}

/** What became of the lines of a batch. */
export interface BatchOutcome {
  readonly imported: number
  readonly present: number
  readonly faults: readonly LineFault[]
  readonly refused: number
  readonly changes?: readonly LineChange[]
}

/** How a file is divided. */
export interface Batches {
  readonly size: number
  /** The most batches at once. */
  readonly concurrency: number
  /** The values that only one line may have. */
  readonly keysOf: KeysOf
}

/**
 * Reads a file in batches, each in a transaction of its own. What is there already shows how far an
 * earlier run came, so that no other progress is stored.
 * @throws {Refused} if the file cannot be read
 * @throws {Unavailable} if the database has been busy for five minutes; finished batches stay
 */
export async function runImport(
  { path, signal, onProgress, onRefused, onChanged }: ImportOptions,
  { size, concurrency, keysOf }: Batches,
  importBatch: (lines: readonly Line[], scanned: Scanned) => Promise<BatchOutcome>,
): Promise<ImportCounts> {
  const scanned = await scan(path, keysOf)
  const counts = { imported: 0, present: 0, refused: 0 }
  const running: { readonly lines: number; readonly outcome: Promise<BatchOutcome> }[] = []
  let done = 0
  const finishFirst = async (): Promise<void> => {
    const batch = running.shift()
    if (batch === undefined) return
    const { imported, present, faults, refused, changes = [] } = await batch.outcome
    counts.imported += imported
    counts.present += present
    counts.refused += refused
    onRefused(faults)
    onChanged?.(changes)
    done += batch.lines
    onProgress(done, scanned.lines)
  }
  try {
    for await (const lines of readLines(path, size)) {
      if (signal?.aborted) break
      if (running.length === concurrency) await finishFirst()
      const outcome = importBatch(lines, scanned)
      // A batch may fail while an earlier one is awaited. `finishFirst` throws its error later.
      outcome.catch(() => {})
      running.push({ lines: lines.length, outcome })
    }
    while (running.length > 0) await finishFirst()
  } finally {
    await Promise.allSettled(running.map(({ outcome }) => outcome))
  }
  return { ...counts, isComplete: done === scanned.lines }
}
