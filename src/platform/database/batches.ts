/** Rows per statement. The number is small, so that no statement holds locks for long. */
const rowsPerBatch = 5_000

/**
 * Deletes rows in batches until a batch is not full. Every clean-up uses this, so that a large
 * backlog does not block the database. Several instances may run the same clean-up at once.
 * @param removeBatch deletes up to `limit` rows and returns how many it deleted
 * @param limit rows per batch; use a smaller number if each row needs more work than its deletion
 * @returns how many rows were deleted in all
 */
export async function removeInBatches(
  removeBatch: (limit: number) => Promise<number>,
  limit: number = rowsPerBatch,
): Promise<number> {
  for (let total = 0; ; ) {
    const removed = await removeBatch(limit)
    total += removed
    if (removed < limit) return total
  }
}
