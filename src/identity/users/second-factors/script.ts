/** The URL of the script file that creates and uses passkeys in pages. */
export const passkeyScript = new URL('passkey-page.js', import.meta.url)
