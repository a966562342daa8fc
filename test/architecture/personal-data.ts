/** Tables of users that the erasure does not change, each with its reason. */
export const notErased: Readonly<Record<string, string>> = {
  audit_records: 'The trail is never changed. It contains only numbers and kinds.',
  erasures: 'The list of erasures that are not finished yet. It contains only numbers.',
  refusal_counts: 'Numbers and kinds, which become records of the trail after ten minutes.',
}

const secret = 'A secret, or the id of something that a secret finds.'
const vault = 'The card vault’s own name of a card or customer. The interface does not show it.'
const event = 'What applications were notified of: a kind of change and its number.'
const obfuscated = 'The interface shows it obfuscated.'

/** Columns with text that an export does not show, each with its reason. */
export const notShown: Readonly<Record<string, string>> = {
  'jobs.id': 'A random number. It is part of the `Message-ID`.',
  'jobs.key': 'The number of a webhook, which the export shows.',
  'jobs.host': 'The receiver of a webhook, which the export shows.',
  'oauth_grants.id': secret,
  'oauth_tokens.grant_id': secret,
  'passkey_challenges.purpose': 'The export counts the challenges.',
  'payment_methods.mandate': vault,
  'payment_methods.network_transaction': vault,
  'payment_methods.setup_id': vault,
  'payment_methods.vault': vault,
  'payment_methods.vault_token': vault,
  'payment_methods.email': obfuscated,
  'payment_methods.paid_email':
    'The earlier address of an account, which is paid for two more days.',
  'payment_methods.email_key': obfuscated,
  'pending_sign_ins.return_to': 'It is sealed with a token that only the browser has.',
  'users.password_hash': secret,
  'webhook_deliveries.event_id': event,
  'webhook_deliveries.topic': event,
  'webhook_deliveries.action': event,
  'webhook_deliveries.outcome': event,
  'vault_customers.vault': vault,
  'vault_customers.customer_id': vault,
  'vault_customers.reference': vault,
  'vault_items.address':
    'The network that entered an unsaved card, against card testing. It is deleted when the setup ends.',
  'vault_items.vault': vault,
  'vault_items.reference': vault,
  'vault_items.setup_id': vault,
  'vault_items.setup_state': 'The progress of an unsaved card. It is deleted after a week.',
  'vault_items.state': 'What is left to do in the card vault. It is deleted after a week.',
}
