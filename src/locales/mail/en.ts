/** What mail says, in English: the list of all keys. */
export const mail = {} as const
