import { newBrowser, signIn } from '../test/support/sign-in.ts'

/** Who signs in, where, and for how long. */
export interface Signers {
  readonly authUrl: string
  readonly emails: readonly string[]
  readonly seconds: number
}

/*
 * Users who sign in repeatedly without pause, each in one browser, with page and form. This is a
 * separate process, so that its work does not delay the measurement.
 */
process.on('message', ({ authUrl, emails, seconds }: Signers) => {
  const end = performance.now() + seconds * 1_000
  const repeat = async (email: string): Promise<number> => {
    const browser = newBrowser(authUrl)
    let times = 0
    for (; performance.now() < end; times++) {
      const { status } = await signIn(browser, email, { returnTo: '/account/security' })
      if (status !== 303) throw new Error(`signing in was answered with ${status}`)
    }
    return times
  }
  Promise.all(emails.map(repeat)).then(
    (times) => process.send?.(times.reduce((sum, one) => sum + one, 0)),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
