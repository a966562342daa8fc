import { closeSync, fchmodSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Scope } from '../identity/applications/scopes.ts'
import { systemClock } from '../platform/clock.ts'
import { Unavailable } from '../platform/database/db.ts'
import type { Command } from './terminal/command.ts'
import { commandRefused } from './terminal/failures.ts'
import { commandLineApplication } from './tokens.ts'

const scopes: readonly Scope[] = ['read:user', 'write:user', 'read:webhooks', 'write:webhooks']
/** Thirty days: long enough for load tests. */
const lifetimeSeconds = 30 * 86_400

export const seed: Command = {
  name: 'seed',
  summary: 'Add made-up users to the database; existing users stay',
  acts: true,
  options: {
    users: { value: 'N', required: true, help: 'The number of users' },
    tokens: {
      value: 'FILE',
      help: 'Write one access token per user to this file, one per line, in order',
    },
    resume: { help: 'Continue the last run until it has N users, and append to FILE' },
    force: { help: 'Allow this command in production' },
  },
  async run(db, values, { config, directory, signal, progress, notice }) {
    if (config.production && !values.has('force'))
      throw commandRefused('In production, this command needs --force.')
    const users = values.count('users', 1) ?? 0
    const path = values.text('tokens')
    const resumes = values.has('resume')
    const opened = path === undefined ? undefined : openTokens(resolve(directory, path), resumes)
    const file = opened?.file
    const { seedUsers } = await import('../dev/seed/seed.ts')
    const options = { users, year: new Date(systemClock.now()).getUTCFullYear(), signal }
    let written = opened?.lines ?? 0
    try {
      await seedUsers(db, {
        ...options,
        ...(resumes && { resumeAfter: written }),
        ...(file !== undefined && {
          terms: { application: await commandLineApplication(db), scopes, lifetimeSeconds },
        }),
        onBatch(tokens, done) {
          if (file !== undefined) writeSync(file, tokens.map((token) => `${token}\n`).join(''))
          written = done
          progress(done, users)
        },
        onWait: (reason) => notice(`The database is busy (${reason}). Trying again…`),
      })
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      throw commandRefused(
        `The database is too busy (${error.reason}). ${written} of ${users} users were created. ` +
          'Continue with --resume.',
      )
    } finally {
      if (file !== undefined) closeSync(file)
    }
    const text = resumes ? `There are ${written} users.` : `Created ${written} users.`
    return { json: { users: written, tokens: path ?? null }, text }
  },
}

/**
 * Opens the file for writing. Only its owner can read it, even if it already existed.
 * @param keeps whether the file keeps its tokens: all lines that are complete
 * @returns the file, and how many lines it has kept
 * @throws {Refused}
 */
function openTokens(path: string, keeps: boolean): { file: number; lines: number } {
  try {
    const file = openSync(path, keeps ? 'a+' : 'w', 0o600)
    fchmodSync(file, 0o600)
    const text = keeps ? readFileSync(file, 'latin1') : ''
    const length = text.lastIndexOf('\n') + 1
    ftruncateSync(file, length)
    return { file, lines: length === 0 ? 0 : text.slice(0, length - 1).split('\n').length }
  } catch (error) {
    throw commandRefused(`Cannot write ${path} (${(error as NodeJS.ErrnoException).code}).`)
  }
}
