import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseMessage } from './message.ts'

/** An email that was written to the folder of emails. */
export interface ReceivedEmail {
  /** The name of its file without `.eml`. */
  readonly name: string
  readonly to: string
  readonly subject: string
  readonly date: Date
  readonly text: string
}

/** How many emails the inbox lists. */
const maxListed = 50
const fileName = /^[\w-]{1,120}$/

/** Reads the emails in `DATA_DIR/mail`, where development sends them. */
export class Inbox {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'mail')
  }

  /** The last emails, newest first. */
  list(count = maxListed): readonly ReceivedEmail[] {
    // Names begin with the time.
    return this.#names()
      .toSorted()
      .reverse()
      .slice(0, count)
      .flatMap((name) => this.find(name) ?? [])
  }

  /** The last emails whose recipient, subject or text contains some words, in any letter case. */
  search(words: string): readonly ReceivedEmail[] {
    const wanted = words.trim().toLowerCase()
    return this.list().filter(({ to, subject, text }) =>
      [to, subject, text].some((part) => part.toLowerCase().includes(wanted)),
    )
  }

  find(name: string): ReceivedEmail | undefined {
    if (!fileName.test(name)) return undefined
    try {
      return { name, ...parseMessage(readFileSync(join(this.#folder, `${name}.eml`), 'latin1')) }
    } catch {
      return undefined
    }
  }

  clear(): void {
    for (const name of this.#names()) rmSync(join(this.#folder, `${name}.eml`), { force: true })
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder)
        .filter((name) => name.endsWith('.eml'))
        .map((name) => name.slice(0, -'.eml'.length))
    } catch {
      // The folder is made with the first email.
      return []
    }
  }
}
