/** What the pages say, in English: the list of all keys. */
export const pages = {} as const
