import { explain } from '../terminal/failures.ts'

/** The result of one check. */
export interface Finding {
  /** What was checked, such as `database`. */
  readonly check: string
  /** `wrong` prevents the service from working; a `warning` does not. */
  readonly state: 'ok' | 'warning' | 'wrong'
  readonly text: string
  /** What to do. */
  readonly advice?: string
}

/** Makes the findings of one check. */
export const findingsOf = (check: string) => ({
  ok: (text: string): Finding => ({ check, state: 'ok', text }),
  warning: (text: string, advice: string): Finding => ({ check, state: 'warning', text, advice }),
  wrong: (text: string, advice: string): Finding => ({ check, state: 'wrong', text, advice }),
})

/** Runs a check. If it fails, that is its finding. */
export async function attempt(
  check: string,
  advice: string,
  work: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await work()
  } catch (error) {
    const text = explain(error) ?? (error instanceof Error ? error.message : String(error))
    return [findingsOf(check).wrong(text, advice)]
  }
}
