import type { PrivacyDeps } from '../identity/privacy/privacy.ts'
import type { Feature } from '../platform/feature.ts'
import { openMailer } from '../support/mail/mailer.ts'
import type { AppDeps } from './deps.ts'

/** The dependencies of exports and erasures of users, over the data of some features. */
export function privacyOf(deps: AppDeps, features: readonly Feature[]): PrivacyDeps {
  const { config, db, carrier, secretKey, clock } = deps
  const { baseUrl, siblings, authUrl, serviceName } = config
  return {
    db,
    clock,
    mailer: openMailer({ secretKey }),
    personalData: features.flatMap(({ personalData = [] }) => personalData),
    authUrl,
    serviceName,
    viewIn: (language) => ({
      language,
      baseUrl,
      siblings,
      mayWrite: false,
      mayWriteWebhooks: false,
      collectsIn: (code) => carrier.serves(code),
    }),
  }
}
