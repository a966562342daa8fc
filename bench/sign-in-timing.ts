import { randomUUID } from 'node:crypto'
import { createUser } from '../src/identity/accounts/accounts.ts'
import { allQuestions, chanceOf, giveawayOf } from '../test/support/timing.ts'
import { startProgram } from './program.ts'

/**
 * Whether the time of an answer tells if there is an account: a thousand answers about addresses with one, a thousand about
 * others, for signing in, signing up and a forgotten password. The figure is the share of pairs in which the answer
 * about an account took longer: 0.45 to 0.55 is promised, 0.5 is nothing to see. Asked one by one, as whoever wants to
 * know would, it takes twenty minutes; another number of answers may be given.
 */
const times = Number(process.argv[2] ?? 1_000)
const promised = 0.05

const program = await startProgram()
try {
  for (const question of allQuestions) {
    const emails = Array.from({ length: times / 2 }, () => `${randomUUID()}@example.com`)
    for (const email of emails) await createUser(program.db, { email, password: 'correct horse' })
    const { auc, medians } = await giveawayOf(question, {
      authUrl: program.authUrl,
      emails,
      times,
      lanes: 1,
    })
    const [known, unknown] = medians.map((median) => median.toFixed(1))
    const chance = `chance alone: ± ${(2 * chanceOf(times)).toFixed(3)}`
    console.log(
      `${question}: AUC ${auc.toFixed(3)} (${chance}); medians ${known} ms with an account, ${unknown} ms without`,
    )
    if (Math.abs(auc - 0.5) > promised) process.exitCode = 1
  }
} finally {
  await program.stop()
}
