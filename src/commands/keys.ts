import type { Command } from './terminal/command.ts'

const rotate: Command = {
  name: 'keys rotate',
  summary: 'Replace the keys that sign ID tokens; the old keys stay published for one day',
  acts: true,
  options: {},
  async run(db, _values, { secretKey }) {
    const { loadKeys, rotateKeys } = await import('../identity/oauth/keys/keys.ts')
    // New keys sign two minutes after the rotation. Until then old keys must sign, so create them
    // if there are none.
    await loadKeys(db, secretKey)
    await rotateKeys(db, secretKey)
    const keys = (await loadKeys(db, secretKey)).map(({ kid, alg }) => ({ kid, alg }))
    return { json: keys, text: 'The new keys are published. Foyer signs with them in two minutes.' }
  },
}

export const keyCommands: readonly Command[] = [rotate]
