import { readFileSync } from 'node:fs'
import { access } from './proofs/access.ts'
import { data } from './proofs/data.ts'
import type { Proof } from './proofs/proof.ts'
import { running } from './proofs/running.ts'

/** A promise of `docs/trust.md`, with its chapter and its proof. */
export interface Promised {
  readonly number: number
  readonly chapter: string
  readonly text: string
  readonly proof: Proof
}

const proofs = { ...access, ...data, ...running }

/** @returns all promises, in order */
export function promises(): Promised[] {
  const page = readFileSync(new URL('../../docs/trust.md', import.meta.url), 'utf8')
  return page.split(/^## /m).flatMap((part) => {
    const [chapter = '', ...lines] = part.split('\n')
    const items = lines.join('\n').matchAll(/^(\d+)\. (.*(?:\n {3,}.*)*)/gm)
    return [...items].map(([, number, text = '']) => ({
      number: Number(number),
      chapter,
      text: text.replace(/\s+/g, ' '),
      proof: proofs[Number(number)] ?? {},
    }))
  })
}

/** The names of tests that a name of a proof stands for, as a source of a regular expression. */
export const sourceOf = (name: string): string =>
  name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll('…', '.*')
