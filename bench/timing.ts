import { randomUUID } from 'node:crypto'
import { createUser } from '../src/identity/users/accounts/accounts.ts'
import { allQuestions, chanceOf, giveawayOf } from '../test/support/timing.ts'
import { startProgram } from './program.ts'

/**
 * Checks whether the response time reveals if an account exists: a thousand responses about
 * addresses with an account, and a thousand about others, for sign-in, sign-up and a forgotten
 * password. The result is the share of pairs in which the response about an account took longer. It
 * must be 0.45 to 0.55; 0.5 reveals nothing. The requests are sent one by one, as an attacker
 * would, so it takes twenty minutes. An argument sets another number of responses.
 */
const times = Number(process.argv[2] ?? 1_000)
const maxDeviation = 0.05

const program = await startProgram()
try {
  for (const question of allQuestions) {
    const emails = Array.from({ length: times / 2 }, () => `${randomUUID()}@example.com`)
    for (const email of emails)
      await createUser(program.db, { email, password: 'correct horse', serviceName: 'Foyer' })
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
    if (Math.abs(auc - 0.5) > maxDeviation) process.exitCode = 1
  }
} finally {
  await program.stop()
}
