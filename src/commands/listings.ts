import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { argument, type Command } from './terminal/command.ts'
import { commandRefused } from './terminal/failures.ts'

const importCommand: Command = {
  name: 'listing import',
  summary: 'Import listings from a file with one JSON object per line; imports all or none',
  acts: true,
  argument: 'FILE',
  options: {},
  async run(db, values, { directory }) {
    const { importListings } = await import('../resources/listings/listings.ts')
    const text = await readText(resolve(directory, values.required(argument)))
    const count = await importListings(db, text.split('\n'))
    return {
      json: { listings: count },
      text: count === 1 ? 'Imported 1 listing.' : `Imported ${count} listings.`,
    }
  },
}

/** The commands for the listings that this service stores itself. */
export const listingCommands: readonly Command[] = [importCommand]

/** @throws {Refused} */
async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw commandRefused(`Cannot read ${path} (${(error as NodeJS.ErrnoException).code}).`)
  }
}
