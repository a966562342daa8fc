/**
 * The content security policy of a page.
 * @param path the path of the page
 * @param elsewhere the origin of the resources, which the explorer and the console call, if it is
 *   another one than that of the page
 */
export const policyOf = (path: string, elsewhere?: string): string =>
  [
    "default-src 'none'",
    // The console writes styles of its own into the page.
    `style-src 'self'${path === 'console' ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' data:",
    "script-src 'self'",
    `connect-src 'self'${elsewhere === undefined ? '' : ` ${elsewhere}`}`,
    "form-action 'self'",
    "base-uri 'none'",
  ].join('; ')
