import { isIP } from 'node:net'
import { mayBeEmail } from '../platform/text/email.ts'
import { ConfigError, checkEscapes } from './values.ts'

/* The settings of emails. */

export function mailboxOf(value: string): string {
  if (isMailbox(value)) return value
  throw new ConfigError(
    `MAIL_FROM must be an email address such as no-reply@example.com, not "${value}".`,
  )
}

export function smtpUrlOf(value: string | undefined, production: boolean): string | undefined {
  if (value === undefined && production) {
    throw new ConfigError(
      'SMTP_URL must be set to a mail server in production. Without email, nobody can sign up.',
    )
  }
  if (value !== undefined && !isSmtpUrl(value)) {
    throw new ConfigError(
      'SMTP_URL must be a URL such as smtps://user:password@host:465 or smtp://host:587. ' +
        'The only allowed query is requireTLS.',
    )
  }
  if (value !== undefined) checkEscapes('SMTP_URL', value)
  return value
}

/**
 * Whether a text is an email address without quotes (RFC 5321, 4.1.2), or with an IP address in
 * brackets after the `@`.
 */
const isMailbox = (value: string): boolean =>
  mayBeEmail(value) && /^[^<>()[\],;:\\"]+@(?:[^<>()[\],;:\\"]+|\[[\da-f.:IPv]+\])$/.test(value)

/**
 * Returns the domain for an email address. IP addresses are written in brackets (RFC 5321, 4.1.3).
 */
export function domainOf(url: string): string {
  const { hostname } = new URL(url)
  if (isIP(hostname) === 4) return `[${hostname}]`
  return hostname.replace(/^\[/, '[IPv6:')
}

function isSmtpUrl(value: string): boolean {
  const url = URL.parse(value)
  return (
    url !== null &&
    /^smtps?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    /^\/?$/.test(url.pathname) &&
    /^(?:\?requireTLS=(?:true|false))?$/.test(url.search) &&
    url.hash === ''
  )
}
