import type { mail as en } from './en.ts'

/** What mail says, in Spanish. */
export const mail: Readonly<Record<keyof typeof en, string>> = {}
