import { loadKeys, rotateKeys } from '../identity/oauth/keys/keys.ts'
import type { Command } from './terminal/command.ts'

const rotate: Command = {
  name: 'keys rotate',
  summary: 'Replace the keys that sign ID tokens; the old keys stay published for one day',
  options: {},
  async run(db, _values, { secretKey }) {
    // A rotation leaves time to learn of new keys, during which the old ones sign: there must be some.
    await loadKeys(db, secretKey)
    await rotateKeys(db, secretKey)
    const keys = (await loadKeys(db, secretKey)).map(({ kid, alg }) => ({ kid, alg }))
    return { json: keys, text: 'The new keys are published. Foyer signs with them in two minutes.' }
  },
}

export const keyCommands: readonly Command[] = [rotate]
