import type { Proofs } from './proof.ts'

const attacks = 'test/attacks/sign-in-attacks.test.ts'
const concurrency = 'test/stories/addresses/concurrency.test.ts'
const database = 'test/failures/database.test.ts'
const logs = 'test/attacks/logs.test.ts'
const migrate = 'test/unit/migrate.test.ts'
const program = 'test/program/program.test.ts'
const refusals = 'test/program/refusals.test.ts'
const service = 'test/failures/service.test.ts'
const signIn = 'test/stories/sign-in/sign-in.test.ts'
const steps = 'test/stories/oauth/authorize-steps.test.ts'
const stop = 'test/program/stop.test.ts'
const transport = 'test/contract/transport.test.ts'

/** Availability, durability, concurrency, operations, fairness and load. */
export const running: Proofs = {
  31: { [service]: ['killed … times under load, PostgreSQL loses no acknowledged write'] },
  32: {
    [service]: [
      'after a kill under load the service has every acknowledged write, and starts again within 5 s',
    ],
    'test/program/kill.test.ts': [
      'killed … times during writes, it loses no acknowledged write (…)',
    ],
  },
  33: {
    [refusals]: ['a second service on the directory is refused, … times of …'],
    'test/program/embedded-lock.test.ts': [
      'a second process is refused at once, and the acknowledged writes of the first survive kill -9',
    ],
  },
  34: {
    [program]: [
      'on a full disk it starts, serves reads, refuses writes, and says that the disk is full',
      'a first start on a full disk says so, in one line',
    ],
    'test/program/embedded-lock.test.ts': [
      'on a nearly full disk, reads still work and writes are refused',
    ],
    'test/failures/database-room.test.ts': [
      'on a full disk it refuses writes, serves reads, loses nothing and recovers',
    ],
  },
  35: {
    [service]: [
      'while PostgreSQL is silent, the service answers within 3 s and is not ready; then it recovers',
      'with 5 connections for 200 clients, nobody waits longer than promised',
      'the service answers within 3 s even if every step is slow',
      'a start waits for its database, says so, and is not ready meanwhile',
    ],
    'test/failures/synchronous-standby.test.ts': [
      'it refuses writes, serves reads, stays within its connections, and recovers',
    ],
    [database]: [
      'a statement that takes too long is ended, and so is the wait for a row',
      'a server that accepts no new connections still serves the open ones',
      'a connection that was given up counts until its backend has ended',
      'an overloaded server answers or fails within 3 s, and recovers within 1 s',
    ],
    'test/failures/database-room.test.ts': [
      'if other sessions have all connections, it refuses soon, and recovers',
    ],
  },
  36: {
    'test/failures/idempotency.test.ts': [
      'a retry with the same key leaves one row, … of … times',
      'without a key, the retry makes a second row',
    ],
  },
  37: {
    [stop]: [
      '… lets a request in flight finish (…)',
      'while draining it is not ready, still answers, and asks clients to reconnect',
    ],
    'test/program/rolling.test.ts': ['… rolling restarts of two instances fail no request'],
  },
  38: { [concurrency]: ['… users × … writers: always one default, no error'] },
  39: { [concurrency]: ['20 PATCHes with one ETag: one 200 and nineteen 412, … times'] },
  40: {
    'test/failures/two-processes.test.ts': [
      '… keys, each in … requests at once, create one address each',
    ],
    'test/stories/support/idempotency.test.ts': ['of many requests at once, one takes effect'],
  },
  41: {
    [service]: [
      'a transaction that PostgreSQL ends as the victim of a deadlock is tried again',
      'a transaction in conflict is tried three times more, then the response is 503',
    ],
    [database]: ['transactions in a deadlock are run again until all succeed'],
  },
  42: {
    'test/stories/support/metrics.test.ts': [
      'the public port serves no metrics',
      'requests count by operation, and refusals by code',
      'no label contains what clients send, and unusual requests add no series',
    ],
    [program]: ['in development a busy probe port causes only a warning'],
    [logs]: [
      'a request whose client disconnects is logged as one line at info, when it disconnects',
    ],
    'test/stories/support/telemetry.test.ts': [
      'a request is a span of the trace that it names, and the parent of its statements',
    ],
  },
  43: {
    [migrate]: [
      'processes that start at once apply each migration once',
      'a migration waits for a locked table and is tried again',
    ],
    [service]: ['two processes that start at once on an empty database migrate it once'],
  },
  44: {
    'test/contract/dependencies.test.ts': [
      'every dependency has a digest, an allowed licence and no install script',
    ],
    [refusals]: ['a wrong setting is refused before anything is opened:'],
  },
  45: {
    [concurrency]: ['200 concurrent writes of one user do not delay other users'],
    'bench/fairness.ts': [],
  },
  46: {
    [concurrency]: ['a write that cannot be done in time is refused before its body is read'],
    'bench/overload.ts': [],
  },
  47: { [transport]: ['requests sent without waiting for the answers'] },
  48: {
    'test/attacks/provider-attacks.test.ts': [
      'any answer of a provider leads to a page, and never to a 500',
      'users can sign in with a password while a provider hangs or is down',
    ],
    'test/failures/upstreams.test.ts': [
      'the card processor answers',
      'if a mail server answers oddly at any step, the message stays queued',
      'if a listing directory answers oddly, the listing is unavailable until the directory recovers',
    ],
    'test/failures/vault.test.ts': ['…: every fault at …'],
    'test/stories/webhooks/deliveries.test.ts': [
      'a large response counts by its status, and an incomplete one as a failed connection',
    ],
  },
  49: {
    'test/stories/listings/listings.test.ts': [
      'failures of one user, or for one listing, do not open the breaker',
    ],
    'test/stories/webhooks/deliveries.test.ts': ['a receiver that hangs delays nobody else'],
  },
  50: {
    [steps]: [
      'a flood from one network leaves few rows, and a user with an open request can finish it',
      'in a flood from many networks, the networks with the most requests lose requests first',
    ],
    'test/stories/support/audit.test.ts': [
      'strangers cause a limited number of records, whatever client ids they invent',
      'one network causes a limited number of records, whatever it tries',
    ],
    'test/stories/support/rate-limits.test.ts': [
      'visitors count by network, and so do tokens that are not valid',
      'guesses at secrets count by network, not by application',
    ],
    'test/failures/rate-limits.test.ts': [
      'of ten times the limit, … requests pass in a window, … times',
    ],
    'test/unit/memory-counts.test.ts': [
      'visitors from any number of networks take a bounded memory',
    ],
    [attacks]: ['a flood of passwords…', 'the largest accepted inputs do not make others wait'],
  },
  51: {
    [signIn]: [
      'strangers who guess passwords do not lock out the owner, who confirms by email',
      'the link in the email signs the owner in from any browser',
      'the password set by a reset works at once, whatever others guess in the meantime',
      'a stranger who knows the password cannot lock the second step',
    ],
    'test/stories/sign-in/email-codes.test.ts': [
      'strangers cannot use up the emails: a link that works is always in the mailbox',
    ],
  },
  52: {
    'test/stories/sign-in/providers.test.ts': [
      'an old session cannot link or unlink a provider without a fresh proof',
      'an existing account is linked only after its owner has signed in',
      'an added and a removed account at a provider can be taken back by their emails',
    ],
    'test/stories/account/account.test.ts': [
      'every change of sign-in methods requires a fresh proof, even right after the sign-in',
      'a proof is valid for one group of changes, one session and five minutes, and is recorded',
      'a user who knows the old password changes it, and other sessions end',
      'only a signed-in user can confirm a new email address',
    ],
    'test/stories/sign-in/second-factors.test.ts': [
      'the app is required after its first right code',
      'a passkey signs its user in without a password or a name',
    ],
    'test/stories/sign-in/taking-back.test.ts': [
      'the owner takes a new address and a new password back, and the thief is out',
      'a chain of changes goes back to the first address, and whoever came later cannot keep it',
      'what the thief added to sign in is gone, and what he removed is back',
      'every change of a second factor can be taken back by its email',
    ],
    'test/stories/sign-in/emailed-credentials.test.ts': [
      'each link works or has ended as the decision page says',
    ],
    'test/stories/payment-methods/payout-undo.test.ts': [
      'a link that was sent to a thief does nothing after the owner took the account back',
    ],
    'test/stories/operator/operator-pages.test.ts': [
      'an address is set back after a documented check, and both addresses are told',
    ],
  },
  53: {
    [stop]: [
      'npm start lets a request in flight finish at SIGTERM, …',
      'SIGTERM during the start ends process 1, too',
    ],
  },
  54: {
    'test/attacks/card-numbers.test.ts': ['ordinary text is rarely refused'],
  },
  55: { 'test/program/endurance.test.ts': ['memory, files and sockets stay flat (…)'] },
  56: {
    'test/failures/clock.test.ts': [
      'tokens, codes, sessions and jobs survive jumps of the clock (…)',
    ],
  },
  57: {
    'test/program/mail.test.ts': [
      'killed … times before it learns that an email was accepted, it sends the email again with the same id',
      'it stops while a mail server keeps it waiting, and the email stays queued',
    ],
  },
}
