import type { Proofs } from './proof.ts'

const cardNumbers = 'test/attacks/card-numbers.test.ts'
const deliveries = 'test/stories/webhooks/deliveries.test.ts'
const everyPage = 'test/stories/pages/trust.test.ts'
const logs = 'test/attacks/logs.test.ts'

/** Resources, payment data, webhooks, privacy and audit. */
export const data: Proofs = {
  20: {
    'test/attacks/ownership.test.ts': ['ownership…'],
    [everyPage]: ['no page shows or changes what belongs to another user'],
    'test/attacks/roles.test.ts': ['the matrix of roles…'],
  },
  21: {
    'test/attacks/generated.test.ts': ['generated requests…'],
    'test/contract/conventions/bodies.test.ts': [
      'with an unknown or read-only property are refused',
      'are never coerced',
      'are trimmed and normalised',
    ],
  },
  22: {
    'test/attacks/sign-in-attacks.test.ts': [
      'markup and line breaks in fields are shown as text, and change no header or email',
    ],
    'test/stories/pages/pages.test.ts': ['a name that contains markup is shown as text'],
    [everyPage]: ['what users and applications store is shown as text on every page'],
    'test/stories/operator/operator-pages.test.ts': [
      'text from users is shown as text, not as markup',
    ],
    'test/stories/support/mail.test.ts': ['an address cannot add a recipient or a header'],
    'test/contract/conventions/bodies.test.ts': [
      'with control characters, line breaks and surrogates without partner are refused',
    ],
    [logs]: [
      'no log and no trace contains what people send, whether the request succeeds or fails',
    ],
  },
  23: {
    'test/unit/expressions.test.ts': [
      'the test finds all regular expressions',
      'each regular expression takes linear time on 64 KiB',
    ],
  },
  24: {
    [cardNumbers]: [
      'a card number is recognised',
      'no input accepts a card number',
      'no card number is stored',
    ],
    'test/attacks/sign-in-attacks.test.ts': [
      'card numbers are refused in every field and parameter, or dropped',
    ],
  },
  25: {
    [logs]: [
      'in production a start with options that could reveal the memory is refused:',
      'in production, signals write no report and open no debugger',
      'in production a core dump contains no secret',
    ],
  },
  26: {
    'test/attacks/outgoing.test.ts': ['requests to URLs of strangers'],
    [deliveries]: ['a redirect counts as a failure and is not followed'],
  },
  27: {
    [deliveries]: [
      'every change is delivered in order, signed, and with only ids and links',
      'a refused change, and one that changes nothing, are not delivered',
      'a failing receiver is tried again, and gets everything in order',
      '410 disables the webhook until it is enabled again',
      'Retry-After is honoured',
    ],
    'test/program/webhooks-kill.test.ts': [
      'killed … times each, sender and receiver miss no event …',
    ],
    'test/program/webhooks-lag.test.ts': ['… changes a second are delivered soon (PostgreSQL)'],
  },
  28: {
    'test/stories/account/privacy.test.ts': [
      'every table of users is erased by one feature, or has a reason',
      'the export contains all data that is stored of a user, and the erasure deletes all of it',
      'for 14 days no application may use the account, and its owner can cancel',
      'after 14 days the user is erased once, and the address can sign up again',
      'rows that are written after an erasure are deleted five minutes later',
      'cards of an erased user leave the vault as soon as it answers',
    ],
  },
  29: {
    [logs]: [
      'no log and no trace contains what people send, whether the request succeeds or fails',
    ],
    'test/attacks/sign-in-logs.test.ts': [
      'no log of any level contains what people type, get or are sent while they sign in',
    ],
  },
  30: {
    'test/program/postgres-backup.test.ts': [
      'of which a restore gives the service rights on the audit trail prevents a start in production',
    ],
    'test/stories/support/audit.test.ts': [
      'the table has every operation that can change something',
      '… leaves …, and nothing more',
      '… changes nothing if its record cannot be written',
      'operators’ commands leave records, each together with its change or not at all',
      'records can be added, and not changed or deleted',
      'a service whose role owns nothing works, and cannot change the trail',
    ],
    'test/stories/support/audit-chain.test.ts': [
      'verification names each batch that was changed, and the record if it is the only one',
      'the digest stays the same until the end of the trail is removed or replaced',
      'a batch waits for records with earlier numbers, and the metric tells how long',
      'several instances at once close each batch once',
    ],
    'test/program/audit-command.test.ts': [
      'a record of a running service is part of the chain within a second',
      'audit list shows operators’ actions, and audit verify exits with 1 for a changed record',
    ],
  },
}
