/** Parses a text as JSON. Returns undefined if it is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
