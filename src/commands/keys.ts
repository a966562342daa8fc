import { setTimeout as pause } from 'node:timers/promises'
import type { OpenDatabase } from '../platform/database/db.ts'
import type { Rotation } from '../support/secret-key/rotation.ts'
import type { Command, CommandContext, Outcome } from './terminal/command.ts'
import { commandRefused } from './terminal/failures.ts'

const rotate: Command = {
  name: 'keys rotate',
  summary: 'Replace the keys that sign ID tokens, or the secret key',
  acts: true,
  options: {
    'secret-key': {
      help: 'Seal everything with the new SECRET_KEY. Without it: replace the signing keys',
    },
    'no-wait': { help: 'With --secret-key: begin, and leave the rest to the service' },
  },
  notes: [
    'Old signing keys stay published for a day.',
    'Before --secret-key, start all instances with the new key in SECRET_KEY and the former key in',
    'SECRET_KEY_PREVIOUS. Without these settings, the command makes a new key in the data directory.',
  ],
  stopsOnInterrupt: true,
  async run(db, values, context) {
    if (values.has('secret-key')) return rotateSecretKey(db, context, !values.has('no-wait'))
    if (values.has('no-wait')) throw commandRefused('--no-wait also needs --secret-key.')
    const { secretKey } = context
    const { loadKeys, rotateKeys } = await import('../identity/oauth/keys/keys.ts')
    // New keys sign two minutes after the rotation. Until then old keys must sign, so create them
    // if there are none.
    await loadKeys(db, secretKey)
    await rotateKeys(db, secretKey)
    const keys = (await loadKeys(db, secretKey)).map(({ kid, alg }) => ({ kid, alg }))
    const text =
      'Every instance publishes the new keys within a minute, and signs with them in two minutes.'
    return { json: keys, text }
  },
}

/** How often the command looks at what another process does, in milliseconds. */
const pollMs = 500

async function rotateSecretKey(
  db: OpenDatabase,
  context: CommandContext,
  waits: boolean,
): Promise<Outcome> {
  const { config, secretKey: keys, isAlone, signal, progress, notice } = context
  const { beginRotation, continueRotation, findRotation } = await import(
    '../support/secret-key/rotation.ts'
  )
  const files = await import('../support/secret-key/key-file.ts')
  const isInFile = config.secretKey === undefined
  const before = await findRotation(db)
  const isUnderWay = before?.ended_at === null
  if (!isUnderWay && keys.newest.check === keys.inUse.check) {
    if (!isInFile && before?.key_check === keys.newest.check && keys.has(before.former_check))
      return outcomeOf(before, isInFile)
    if (!isInFile)
      throw commandRefused(
        'SECRET_KEY is the key in use. Set SECRET_KEY to a new key and SECRET_KEY_PREVIOUS to this ' +
          'one, restart all instances, and run the command again.',
      )
    files.replaceKeyFile(config.dataDir)
    keys.reread()
  }
  if (!isUnderWay && (await beginRotation(db, keys)))
    notice('The new key is in use. Values of the former key are sealed again.')
  const columns = await context.sealedColumns()
  let hasTold = false
  while (waits && !signal.aborted) {
    const state = await continueRotation({ db, keys, columns, isAlone, signal, progress })
    const rotation = await findRotation(db)
    if (state === 'ended' || rotation?.ended_at !== null) break
    if (rotation.total !== null)
      progress(Math.min(rotation.resealed, rotation.total), rotation.total)
    if (state === 'settling' && !hasTold) {
      notice('Waiting until no request from before is running: half a minute from the beginning.')
      hasTold = true
    }
    await pause(pollMs, undefined, { signal }).catch(() => {})
  }
  const rotation = await findRotation(db)
  if (rotation === undefined) throw commandRefused('No rotation has begun.')
  if (isInFile && rotation.ended_at !== null) {
    files.removeFormerKeyFile(config.dataDir)
    keys.reread()
  }
  return outcomeOf(rotation, isInFile)
}

/** The result of a rotation of SECRET_KEY. */
function outcomeOf(rotation: Rotation, isInFile: boolean): Outcome {
  const { began_at, ended_at, total, resealed, unreadable } = rotation
  const state = ended_at === null ? 'running' : 'ended'
  const json = { state, began_at, ended_at, total, resealed, unreadable }
  const left = unreadable > 0 ? [`No key opens ${unreadable} values. They were not changed.`] : []
  if (state === 'running')
    return {
      json,
      text: 'The service goes on in the background. Run the command again to see the progress.',
    }
  const next = isInFile
    ? 'The former key is deleted.'
    : 'Remove SECRET_KEY_PREVIOUS from the settings of all instances.'
  const text = [`${resealed} values are sealed with the new key.`, ...left, next].join('\n')
  return { json, text }
}

export const keyCommands: readonly Command[] = [rotate]
