/** How rows of a table are found without their user. */
interface FoundOtherwise {
  /**
   * Columns by whose value a row may be found without its user: nobody can guess the value, or the
   * statement concerns everything that has this value.
   */
  readonly by?: readonly string[]
  /** The column that says when a row has expired. Clean-up finds such rows of all users. */
  readonly until?: string
  readonly reason: string
}

/**
 * Tables with a `user_id` whose rows are also found without it. Every other statement on a table
 * with a `user_id` says `user_id = ${userId}`, and every key of such a table begins with `user_id`.
 */
export const foundOtherwise: Readonly<Record<string, FoundOtherwise>> = {
  user_emails: {
    by: ['email_key'],
    reason: 'A sign-in gives an email address. This table finds the user.',
  },
  user_external_ids: {
    by: ['external_id'],
    reason: 'An import checks which ids of another system exist already.',
  },
  linked_identities: {
    by: ['subject_key'],
    reason: 'A provider names its user. The hash of this name finds the user.',
  },
  sessions: {
    by: ['hash'],
    until: 'expires_at',
    reason: 'A cookie finds its session by hash. The session says who the user is.',
  },
  oauth_grants: {
    by: ['id', 'application_id'],
    until: 'expires_at',
    reason: 'A token names its grant by a random id. Disabling an application ends its grants.',
  },
  oauth_tokens: {
    by: ['hash', 'grant_id', 'application_id'],
    until: 'expires_at',
    reason:
      'A request finds its token by hash. The end of a grant or an application ends its tokens.',
  },
  application_owners: {
    by: ['application_id'],
    reason: 'The deletion of an application ends its ownership.',
  },
  consents: {
    by: ['application_id'],
    reason:
      'The deletion of an application deletes the consents to it. An instance stores the last uses of many accounts by applications.',
  },
  jobs: {
    by: ['id', 'queue'],
    reason: 'An instance takes the due jobs of a queue, and finishes a job by its random id.',
  },
  links: {
    by: ['hash', 'address'],
    until: 'expires_at',
    reason:
      'A link in an email is found by hash; an unconfirmed sign-up, which has no user, by address.',
  },
  pending_sign_ins: {
    by: ['hash'],
    until: 'expires_at',
    reason: 'The page of the second step finds its sign-in by hash.',
  },
  passkey_challenges: {
    by: ['hash'],
    until: 'expires_at',
    reason: 'A passkey answers a challenge before the user is known.',
  },
  idempotency_keys: {
    until: 'expires_at',
    reason: 'Clean-up finds expired responses.',
  },
  webhooks: {
    by: ['application_id'],
    reason: 'A developer sees the webhooks of an application.',
  },
  webhook_deliveries: {
    until: 'happened_at',
    reason: 'Clean-up finds the old deliveries of all users.',
  },
  fresh_proofs: {
    until: 'expires_at',
    reason: 'A page finds the proof by its user. Clean-up finds the expired ones.',
  },
  payment_methods: {
    by: ['vault_token'],
    reason:
      'A card is removed from a vault only if no user has it. An import checks which tokens exist already.',
  },
  vault_items: {
    until: 'due_at',
    reason: 'A request finds the item by its user. A sweep advances the due ones of all users.',
  },
  vault_customers: {
    by: ['customer_id', 'vault'],
    until: 'requested_at',
    reason:
      'An event of the processor names a customer, which finds the user. A sweep finds those that were not finished or are of erased users, and a comparison those of all users. The customer of a user finds the others who have it.',
  },
  audit_records: {
    by: ['request_id'],
    reason: 'An operator finds what a request did by its random id.',
  },
  refusal_counts: {
    by: ['key'],
    until: 'ends_at',
    reason: 'Refusals are counted by a keyed hash, mostly of strangers.',
  },
}

/** Statements on rows of all users, by the name of their function, each with its reason. */
export const acrossUsers: Readonly<Record<string, string>> = {
  'src/support/audit/store.ts listRecords': 'The operator verifies the whole trail.',
  'src/support/audit/store.ts removeExported': 'Old records of all users are exported and deleted.',
  'src/support/audit/store.ts findLastExport': 'An export concerns no user.',
  'src/support/audit/store.ts isExport': 'An export concerns no user.',
  'src/support/audit/store.ts countAfter': 'The operator verifies the whole trail.',
  'src/identity/oauth/grants/store.ts findGrantOf':
    'A code or refresh token, which is found by its hash, names its grant.',
  'src/identity/users/fresh-proofs/store.ts removeExpired': 'Clean-up of expired rows.',
  'src/support/idempotency/store.ts removeExpired': 'Clean-up of expired rows.',
  'src/support/outbox/store.ts haveDeliveries':
    'The deletion of an application deletes the deliveries of all its webhooks.',
  'src/support/outbox/store.ts removeOldDeliveries': 'Clean-up of old deliveries.',
  'src/support/work/store.ts claimJobs': 'An instance performs the due jobs of all users.',
  'src/support/work/store.ts listDueQueues': 'An instance looks for due jobs of all users.',
  'src/support/work/store.ts measureBacklogs': 'A metric counts the jobs of all users.',
  'src/support/work/store.ts renewLeases': 'An instance extends its leases on jobs of all users.',
  'src/identity/users/roles/store.ts listHolders':
    'An operator at the command line lists who has a role.',
  'src/identity/users/second-factors/store.ts removeOldestChallenges':
    'Visitors can create challenges, so there is a limit for all together.',
  'src/identity/privacy/store.ts listErased': 'The remaining rows of all erased users are deleted.',
  'src/resources/payment-methods/store.ts countCardsInOtherVaults':
    'An operator at the command line counts the cards that cannot be used.',
  'src/processor/customers/store.ts listRetiredCustomers':
    'A sweep removes the customers of all erased users.',
  'src/resources/payment-methods/custody/store.ts removeEnded':
    'A sweep deletes the items that ended long ago.',
  'src/identity/users/email-links/store.ts removeOldestSignUps':
    'Visitors can sign up, so there is a limit for all together.',
}
