import type { pages as en } from './en.ts'

/** What the pages say, in Portuguese. */
export const pages: Readonly<Record<keyof typeof en, string>> = {}
