import { newBrowser, signIn } from '../test/support/sign-in.ts'

/** Who signs in, where, and for how long. */
export interface Signers {
  readonly authUrl: string
  /** The accounts of each user. They take turns, as one has 60 sign-ins in 15 minutes. */
  readonly users: readonly (readonly string[])[]
  readonly seconds: number
}

/*
 * Users who sign in repeatedly without pause, each in one browser, with page and form. This is a
 * separate process, so that its work does not delay the measurement.
 */
process.on('message', ({ authUrl, users, seconds }: Signers) => {
  const end = performance.now() + seconds * 1_000
  const repeat = async (emails: readonly string[]): Promise<number> => {
    const browser = newBrowser(authUrl)
    let times = 0
    for (; performance.now() < end; times++) {
      const email = emails[Math.floor(Math.random() * emails.length)] ?? ''
      const { status } = await signIn(browser, email, { returnTo: '/account/security' })
      if (status !== 303) throw new Error(`signing in was answered with ${status}`)
    }
    return times
  }
  Promise.all(users.map(repeat)).then(
    (times) => process.send?.(times.reduce((sum, one) => sum + one, 0)),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
