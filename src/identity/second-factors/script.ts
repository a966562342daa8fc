/** The file of the script with which pages create and use passkeys. */
export const passkeyScript = new URL('passkeys.js', import.meta.url)
