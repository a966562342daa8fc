/**
 * The floors of `src`, from top to bottom. A module imports from its own floor and from those
 * below, types included. Each room of `identity` is a floor.
 */
export const floors: readonly (readonly string[])[] = [
  ['src/main.ts', 'src/cli.ts', 'src/app/'],
  ['src/commands/'],
  ['src/config/'],
  ['src/dev/'],
  ['src/docs/'],
  ['src/account/'],
  ['src/resources/'],
  ['src/processor/'],
  ['src/identity/sign-in/'],
  ['src/identity/privacy/'],
  ['src/identity/oauth/'],
  ['src/identity/users/'],
  ['src/identity/applications/'],
  ['src/identity/access/'],
  ['src/support/'],
  ['src/platform/'],
]

/** The floors whose folders are rooms: one noun each, with doors. */
export const roomFloors = ['src/dev/', 'src/resources/', 'src/identity/', 'src/support/']

/**
 * The doors of each room: the files that other rooms may import. In a room and in each of its
 * folders the file with the folder's name is a door. `feature.ts` is the door for `src/app`,
 * `resource.ts` for other representations, `examples.ts` for other examples. The further ones stand
 * here. A `store.ts` is open to its own folder alone.
 */
export const doors: Readonly<Record<string, readonly string[]>> = {
  'src/dev/demo': ['close.ts', 'file.ts', 'own-host.ts'],
  'src/identity/access': ['of-application.ts'],
  'src/identity/applications': [
    'changes.ts',
    'face.ts',
    'imported-application.ts',
    'registration.ts',
    'scope-meanings.ts',
    'scopes.ts',
    'start.ts',
  ],
  'src/identity/oauth': [
    'audiences/audiences.ts',
    'consents/connections.ts',
    'consents/consent-page.ts',
    'endpoints/bearer.ts',
    'endpoints/description/protected-resource.ts',
    'endpoints/login-hint.ts',

    'proofs/proofs.ts',
    'provider/claims.ts',
    'provider/waiting-requests.ts',
    'tokens/authenticate.ts',
  ],
  'src/identity/privacy': ['erasure.ts', 'export.ts', 'overview.ts'],
  'src/identity/sign-in': [
    'fields.ts',
    'links/ended-link.ts',
    'links/recovery.ts',
    'pages.ts',
    'passkeys/credential.ts',
    'passkeys/settle-page.ts',
    'providers/identities.ts',
    'providers/offer.ts',
    'providers/pages.ts',
    'providers/provider.ts',
    'providers/settings.ts',
    'return-to.ts',
    'sign-up/pages.ts',
    'visits.ts',
  ],
  'src/identity/users': [
    'accounts/faults.ts',
    'accounts/new-email.ts',
    'accounts/sign-up.ts',
    'accounts/undo-links.ts',
    'credentials/breached/breached-passwords.ts',
    'credentials/breached/build-hash-file.ts',
    'credentials/breached/hash-file.ts',
    'credentials/breached/open-breached-passwords.ts',
    'credentials/foreign-hashes.ts',
    'credentials/hash-costs.ts',
    'credentials/new-password.ts',
    'credentials/other-forms.ts',
    'credentials/passwords.ts',
    'credentials/sign-in-counts.ts',
    'developers/own-applications.ts',
    'developers/refusals.ts',
    'developers/rules.ts',
    'email-links/another-link.ts',
    'email-links/link.ts',
    'email-links/links.ts',
    'email-links/requested-link.ts',
    'email-links/sign-in-link.ts',
    'email-links/way-back.ts',
    'refusals.ts',
    'roles/grant.ts',
    'roles/withdraw.ts',
    'second-factors/authenticator-app.ts',
    'second-factors/check-code.ts',
    'second-factors/factor-changes.ts',
    'second-factors/former-methods.ts',
    'second-factors/passkey-registration.ts',
    'second-factors/passkeys.ts',
    'second-factors/reset.ts',
    'second-factors/signals.ts',
    'second-factors/ways.ts',
    'sessions/device.ts',
    'sessions/session-cookie.ts',
    'sessions/sign-in-level.ts',
    'sessions/sign-out-page.ts',
  ],
  'src/resources/addresses': ['body.ts', 'carrier/open-carrier.ts'],
  'src/resources/countries': ['labels.ts', 'names.ts', 'printed-lines.ts', 'rules.ts'],
  'src/resources/listings': ['directory/open-directory.ts'],
  'src/resources/openapi': ['interface-version.ts'],
  'src/resources/payment-methods': [
    'custody/attempts.ts',
    'custody/setups.ts',
    'kinds/bank-account.ts',
    'kinds/bodies.ts',
    'kinds/cards.ts',
    'kinds/credit-card.ts',
    'kinds/paypal.ts',
    'payouts/proof.ts',
    'payouts/undo.ts',
    'reconciliation/feature.ts',
    'reconciliation/reconcile-all.ts',
    'wallet/defaults.ts',
    'wallet/fingerprints.ts',
    'wallet/open-wallet.ts',
    'wallet/payout-emails.ts',
    'wallet/put.ts',
    'payment-method.ts',
  ],
  'src/resources/user': ['claims.ts', 'own-profile.ts'],
  'src/resources/webhooks': ['of-application.ts', 'refusals.ts', 'seal.ts'],
  'src/support/audit': [
    'activity.ts',
    'actor.ts',
    'chain.ts',
    'guard.ts',
    'retention.ts',
    'verify-file.ts',
    'verify.ts',
  ],
  'src/support/idempotency': ['write.ts', 'writer.ts'],
  'src/support/installation': ['open.ts'],
  'src/support/limits': [
    'headers.ts',
    'networks.ts',
    'refusals.ts',
    'requests.ts',
    'subjects.ts',
    'table-counts.ts',
  ],
  'src/support/mail': ['courier.ts', 'mailer.ts', 'transport.ts'],
  'src/support/outbox': ['delivery.ts', 'message.ts', 'signature.ts'],
  'src/support/secret-key': ['key-file.ts', 'rotation.ts'],
  'src/support/work': ['chores.ts', 'engine.ts', 'work-metrics.ts'],
}

/**
 * Files and folders that may import Fastify and the modules built on it, besides the `routes.ts`
 * and `feature.ts` of each room.
 */
export const speaksHttp: readonly string[] = [
  'src/main.ts',
  'src/cli.ts',
  'src/app/',
  'src/account/',
  'src/dev/control-room/',
  'src/dev/demo/',
  'src/identity/oauth/endpoints/',
  'src/identity/oauth/provider/',
  'src/identity/sign-in/',
  'src/platform/http/',
  'src/platform/process/',
  'src/platform/telemetry/traced-requests.ts',
  'src/resources/openapi/',
  'src/support/idempotency/write.ts',
  'src/support/limits/headers.ts',
  'src/support/limits/requests.ts',
]

/** For some packages, or all packages of a scope, the only folder that may import them. */
export const ownPackages: Readonly<Record<string, string>> = {
  '@opentelemetry': 'src/platform/telemetry/',
  'prom-client': 'src/platform/metrics/',
}

/** The folders that may contain SQL, besides each folder's `store.ts`. */
export const holdsSql: readonly string[] = ['src/platform/database/']

/** The only files that read the environment. */
export const readsEnvironment: readonly string[] = ['src/main.ts', 'src/cli.ts']

/**
 * The only files that read the system's clock. The second one moves it in development. All other
 * code takes a clock as an argument, or uses SQL's `now()`.
 */
export const readsClock: readonly string[] = ['src/platform/clock.ts', 'src/dev/time/time.ts']

/**
 * Files and folders that may import `systemClock`: the start of the program, and code whose times
 * oidc-provider compares with this clock.
 */
export const takesSystemClock: readonly string[] = [
  'src/main.ts',
  'src/cli.ts',
  'src/commands/',
  'src/identity/oauth/provider/',
  'src/identity/oauth/tokens/',
  'src/identity/users/sessions/sessions.ts',
]

/** How many entries a folder may have. */
export const mostEntries = 14

/** Whether a path is one of these files, or lies in one of these folders. */
export const isIn = (path: string, places: readonly string[]): boolean =>
  places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place))

/**
 * Error classes outside of the platform that are not refusals, each with the code that handles it.
 */
export const otherErrors: Readonly<Record<string, string>> = {
  'src/config/values.ts ConfigError': 'The reader of settings collects them, for one message.',
  'src/identity/oauth/provider/client-assertion.ts AssertionRefused':
    'oidc-provider responds with it: the class extends one of its classes.',
  'src/resources/addresses/carrier/carrier.ts CarrierUnavailable':
    'All code that catches `Unavailable`.',
  'src/resources/listings/directory/directory.ts DirectoryUnavailable':
    'All code that catches `Unavailable`.',
  'src/resources/listings/directory/document.ts InvalidListing':
    'The directory and the command line report where a document is wrong.',
  'src/processor/stripe/stripe-http.ts UnreadableAnswer':
    'The vault converts it to `VaultUnavailable`.',
  'src/processor/vault.ts AuthenticationNeeded':
    'A refusal with the setup in which the holder confirms the card.',
  'src/processor/vault.ts VaultUnavailable': 'The sweep of the card vault.',
  'src/support/audit/retention.ts DamagedTrail': 'The command reports what is wrong.',
  'src/support/idempotency/keyed-writer.ts AlreadyAnswered':
    'The room replays the stored response.',
  'src/support/mail/transport.ts SendingFailed': 'The worker retries the job.',
  'src/support/work/work.ts PermanentFailure': 'The engine does not retry the job.',
}
