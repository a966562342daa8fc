import type { pages as en } from './en.ts'

/** What the pages say, in Dutch. */
export const pages: Readonly<Record<keyof typeof en, string>> = {}
