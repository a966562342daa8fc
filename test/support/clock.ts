import type { Foyer } from './foyer.ts'

/**
 * A moment near the end of last month, so that today's tokens are still valid: the end of the month
 * in Etc/GMT+12, which is noon of the first in UTC.
 */
export function endOfLastMonth() {
  const today = new Date()
  const end = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1, 12)
  // Before noon of the first, it is the month before last.
  const over =
    end < Date.now() ? end : Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1, 12)
  const month = new Date(over - 86_400_000)
  return { over, expiryMonth: month.getUTCMonth() + 1, expiryYear: month.getUTCFullYear() }
}

/** Calls `act` while the clock is stopped at a moment. */
export async function at<T>({ clock }: Foyer, moment: number, act: () => Promise<T>): Promise<T> {
  const { now } = clock
  clock.now = () => moment
  try {
    return await act()
  } finally {
    clock.now = now
  }
}

/** Calls `act` while the clock is ahead by this many milliseconds. */
export async function later<T>(
  { clock }: Pick<Foyer, 'clock'>,
  ms: number,
  act: () => Promise<T>,
): Promise<T> {
  clock.offset += ms
  try {
    return await act()
  } finally {
    clock.offset -= ms
  }
}
