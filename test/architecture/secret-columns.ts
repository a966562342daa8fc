/**
 * Every binary column that is not sealed, with what it contains. A sealed column is declared by a
 * feature (`sealedColumns`), so that a rotation of SECRET_KEY seals it again.
 */
export const notSealed: Readonly<Record<string, 'hash' | 'keyed hash' | 'public'>> = {
  'application_logos.content': 'public',
  'application_secrets.hash': 'hash',
  'audit_batches.hash': 'hash',
  'audit_records.hash': 'hash',
  'linked_identities.subject_key': 'hash',
  'links.hash': 'hash',
  'oauth_tokens.hash': 'hash',
  'open_requests.browser': 'hash',
  'open_requests.hash': 'hash',
  'open_requests.network': 'hash',
  'passkey_challenges.hash': 'hash',
  'passkeys.public_key': 'public',
  'pending_sign_ins.browser': 'hash',
  'pending_sign_ins.hash': 'hash',
  'recovery_codes.hash': 'hash',
  'sessions.hash': 'hash',
  'attempts.key': 'keyed hash',
  'idempotency_keys.body_hash': 'keyed hash',
  'idempotency_keys.key_hash': 'keyed hash',
  'links.address': 'keyed hash',
  'payment_methods.fingerprint': 'keyed hash',
  'rate_limit_counts.key': 'keyed hash',
  'refusal_counts.key': 'keyed hash',
  'vault_items.request_hash': 'keyed hash',
}
