import type { BrowserContext, Page } from 'playwright-core'

/** Adds a virtual authenticator to a browser. It confirms without a user. */
export async function withAuthenticator(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** The ids of the passkeys that it has, in base64url. */
    async credentials(): Promise<string[]> {
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.map(({ credentialId }) =>
        Buffer.from(credentialId, 'base64').toString('base64url'),
      )
    },
    /** Sets whether the authenticator answers. */
    answer: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}
