import { resolve } from 'node:path'
import type { DemoFile } from './demo/demo.ts'
import { demoFileIn } from './demo/file.ts'

export interface BannerSettings {
  readonly baseUrl: string
  readonly authUrl: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Whether the service has its documentation. */
  readonly docs: boolean
}

/** A request as a user, for the command line. */
export const curlLine = (accessToken: string, url: string, options = ''): string =>
  ['curl', options, `-H 'Authorization: Bearer ${accessToken}'`, url].filter(Boolean).join(' ')

/**
 * Returns the text shown at the start in development: the URLs of the service, and a first request
 * to try.
 */
export function banner(
  { baseUrl, authUrl, dataDir, databaseUrl, docs }: BannerSettings,
  demo?: DemoFile,
): string {
  const user = demo?.users[0]
  const lines = [
    ['Resources', baseUrl],
    ['Tokens', `${authUrl}/oauth2/token`],
    ['OpenAPI', `${authUrl}/openapi.json`],
    ...(docs ? [['Guides', `${authUrl}/docs`]] : []),
    ['Database', databaseUrl ? 'PostgreSQL' : `embedded, in ${resolve(dataDir)}`],
    ...(demo
      ? [
          ['Demo', `${resolve(demoFileIn(dataDir))} (users, passwords, tokens)`],
          ['Sandbox', `${authUrl}/demo (from this machine alone)`],
        ]
      : []),
  ]
  const request = user
    ? curlLine(user.access_token, `${baseUrl}/addresses`)
    : `curl ${baseUrl}/countries/GB`
  const table = lines.map(([name = '', value]) => `  ${name.padEnd(11)}${value}`).join('\n')
  return `\nFoyer is ready.\n\n${table}\n\nTry it:\n\n  ${request}\n\n`
}
