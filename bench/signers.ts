import { newBrowser, signIn } from '../test/support/sign-in.ts'

/** Who signs in, where, and until when. */
export interface Signers {
  readonly authUrl: string
  readonly emails: readonly string[]
  readonly seconds: number
}

/*
 * Users who sign in again and again without pause, each in one browser, by the page and its form. A process of its own:
 * what it spends on them does not delay those who measure.
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
