type All<Parts extends readonly object[]> = Parts extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? First & All<Rest>
  : unknown

/**
 * Merges the texts of one language. An object literal with spreads takes V8 60 ms for a thousand
 * keys, and this less than one.
 */
export const merge = <const Parts extends readonly object[]>(...parts: Parts): All<Parts> =>
  Object.assign({}, ...parts)
