import type { pages as en } from './en.ts'

/** What the pages say, in Spanish. */
export const pages: Readonly<Record<keyof typeof en, string>> = {}
