import type { pages as en } from './en.ts'

/** What the pages say, in Italian. */
export const pages: Readonly<Record<keyof typeof en, string>> = {}
