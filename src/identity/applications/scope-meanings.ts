import type { Scope } from './scopes.ts'

/** What each scope allows, in English, for the OpenAPI document and the command line. */
export const scopeMeanings: Readonly<Record<Scope, string>> = {
  'read:events': 'Read events and listings. Does not require a user.',
  'read:user': 'Read the profile, addresses and payment methods.',
  'write:user': 'Change the profile, addresses and payment methods.',
  'read:webhooks': 'Read webhooks.',
  'write:webhooks': 'Change webhooks.',
  'read:payment': 'For sibling services: read payments.',
  'read:sales': 'For sibling services: read sales.',
  'write:sales': 'For sibling services: change sales.',
  'read:sellerlistings': 'For sibling services: read what the user sells.',
  'write:sellerlistings': 'For sibling services: change what the user sells.',
  'write:purchases': 'For sibling services: buy tickets.',
  'write:requestedevents': 'For sibling services: request new events.',
  'read:charge':
    'For the marketplace’s own services, without a user: read what is needed to charge a card.',
  'read:payout': 'For the marketplace’s own services, without a user: read where to pay a user.',
}
