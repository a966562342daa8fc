import type { Proofs } from './proof.ts'

const attacks = 'test/attacks/sign-in-attacks.test.ts'
const authorize = 'test/stories/oauth/authorize.test.ts'
const emailCodes = 'test/stories/sign-in/email-codes.test.ts'
const emailAddresses = 'test/stories/sign-in/email-addresses.test.ts'
const guesses = 'test/stories/sign-in/guesses.test.ts'
const newPassword = 'test/stories/sign-in/new-password.test.ts'
const signUp = 'test/stories/sign-in/sign-up.test.ts'
const proxies = 'test/conformance/proxies.test.ts'
const pages = 'test/stories/pages/pages.test.ts'
const sessions = 'test/stories/sign-in/sessions.test.ts'
const signIn = 'test/stories/sign-in/sign-in.test.ts'
const tokenEndpoint = 'test/stories/oauth/token-endpoint.test.ts'
const transport = 'test/contract/transport.test.ts'

/** Transport, applications, tokens, sign-in and sessions. */
export const access: Proofs = {
  1: {
    [transport]: ['every response'],
    'test/contract/conventions/requests.test.ts': ['HTTPS required, behind a trusted proxy…'],
    [pages]: [
      'every page has protective headers',
      'pages contain neither inline scripts nor inline styles',
    ],
    'test/stories/pages/trust.test.ts': [
      'every route of a page sends protective headers, whatever the status',
    ],
    'test/stories/operator/operator-pages.test.ts': [
      'every page is protected, and available in eight languages',
    ],
  },
  2: {
    [transport]: [
      'malformed requests are 400, and their connection closes',
      'every other method that Node.js reads is 405, with the path’s own methods',
      'sizes',
    ],
    [proxies]: ['prevents request smuggling'],
  },
  3: { [transport]: ['slow requests', '500 slow connections'] },
  4: {
    [transport]: [
      'X-Forwarded-* and Host change nothing when nobody is trusted',
      'behind a trusted proxy…',
      'behind a proxy that is not the one trusted…',
    ],
    [proxies]: ['replaces the forwarding headers of clients'],
    'test/stories/oauth/issuer.test.ts': ['no request header changes the metadata'],
    [attacks]: [
      'behind a proxy requests count for the address that the proxy reports, not for the one that the client claims',
      'are not possible with the Host header or the form of the requested URL',
      'a client that is not a trusted proxy cannot claim another address',
    ],
  },
  5: {
    'test/stories/oauth/applications.test.ts': [
      'an application gets an id and a secret of 256 bits, and neither needs encoding',
      'the list of applications contains no secrets',
    ],
    'test/unit/secrets.test.ts': ['secrets'],
    [tokenEndpoint]: ['the previous secret works during a rotation, and no older one'],
  },
  6: {
    [tokenEndpoint]: [
      'the error does not say why an application failed to authenticate',
      'two authentication methods or two client ids in one request are refused',
    ],
    'test/unit/authenticator.test.ts': [
      'every wrong client id or secret costs the same database query',
    ],
  },
  7: {
    [tokenEndpoint]: [
      'a repeated parameter is refused, known or not',
      'a missing, an unknown and a forbidden grant get different errors',
      'a scope … is refused',
      'a scope that the application lacks is refused, and so is a request when no scope is left',
    ],
  },
  8: {
    'test/stories/oauth/single-use.test.ts': [
      'a code is valid only with its verifier, redirect URI and application, and before it expires',
      'a verifier without a challenge is refused, even if PKCE is optional',
    ],
    [authorize]: [
      'an older client without PKCE and openid, and with a repeated scope, must be registered for it',
      'a code with a challenge requires its verifier, and a code without one refuses any verifier',
    ],
  },
  9: {
    'test/stories/oauth/single-use.test.ts': [
      'of … concurrent uses of one refresh token at most one succeeds, and all its tokens end',
      'of … concurrent uses of one code at most one succeeds, and all its tokens end',
    ],
    'test/failures/two-processes.test.ts': [
      'of … uses of a code at once, at most one succeeds and no token is left, … times',
      'of … uses of a refresh token at once, at most one succeeds and no token is left, … times',
    ],
  },
  10: {
    [authorize]: [
      'a redirect URI that does not match exactly gets a page, and no redirect',
      'every redirect is a 303, and the response names its issuer',
    ],
  },
  11: {
    'test/contract/conventions/tokens-languages-tags.test.ts': [
      'none is a bare challenge; another scheme, a query or a body counts as none',
    ],
    'test/stories/oauth/tokens.test.ts': [
      'the database contains no token or code that could be used',
    ],
    'test/stories/oauth/authorize-steps.test.ts': [
      'a dump of the database contains no usable secret',
    ],
    [attacks]: ['the database contains no secret that gives access'],
    'test/stories/webhooks/webhooks.test.ts': [
      'a dump shows neither the secret nor the authorization header',
    ],
  },
  12: {
    'test/stories/oauth/authorize-tokens.test.ts': ['new signing keys do not invalidate tokens'],
    'test/stories/oauth/issuer.test.ts': [
      'during a rotation new keys are published before they sign, and old keys stay for a while',
    ],
  },
  13: {
    'test/unit/passwords.test.ts': ['passwords'],
    'test/stories/sign-in/foreign-hashes.test.ts': [
      'a user with a hash of … signs in, and gets an argon2id hash',
    ],
  },
  14: {
    'test/attacks/sign-in-timing.test.ts': [
      'the response time of … does not reveal whether an account exists',
      'the response time of /sign-in does not reveal it either if all users have fast hashes',
    ],
    [signIn]: [
      'an unknown user and a wrong password get the same answer',
      'a sign-up with the address of an account looks the same',
    ],
    [attacks]: [
      'sign-in, sign-up and reset give the same answer for every address, with or without an account',
    ],
    [emailCodes]: ['an unknown address gets the same pages, and no email'],
  },
  15: {
    [guesses]: [
      'a wrong guess counts even if its record cannot be written',
      'one network has ten guesses at an account, and other networks are not affected',
    ],
    'test/unit/table-counts.test.ts': [
      'a network has 100 guesses and a site 400, and concurrent guesses are counted one by one',
    ],
    [emailCodes]: ['five guesses are allowed for a code, and the link still works'],
    'test/stories/sign-in/second-factors.test.ts': [
      'of 100 concurrent codes at most five are checked, and at most 20 a day',
    ],
    [attacks]: [
      'of 100 concurrent guesses 20 are checked, however the address is written, and the rest is refused for 15 minutes',
    ],
  },
  16: {
    [signIn]: [
      'a session from before the sign-in is not valid after it',
      'cookies are hidden from scripts and stay on this site',
    ],
    'test/stories/oauth/authorize-steps.test.ts': [
      'signing in again changes the session id and ends the previous session',
      'cookie names have prefixes that keep other hosts from setting them',
    ],
    [pages]: ['cookie names have the prefix that browsers protect'],
    [sessions]: [
      'a session ends after a time without use, and after 90 days at the latest',
      'the list shows device, authentication methods and times of each session',
      'only its user can end a session, and it ends at once',
    ],
  },
  17: {
    [pages]: [
      'every form is refused without its browser’s token, and changes nothing',
      'the table has every route that takes a form',
      'only a path on this site is accepted',
    ],
    [signIn]: ['a sign-in leads back to return_to, and only on this site'],
    [attacks]: ['are not possible with return_to'],
    'test/attacks/provider-attacks.test.ts': [
      'a response that another browser started is refused',
      'a return_to of another site and a form of another site are refused',
    ],
  },
  18: {
    [newPassword]: [
      'a new password ends other sessions and all tokens, and an email reports it',
      'the link in the email sets a new password, ends all sessions and tokens, and a second email reports it',
    ],
    [emailAddresses]: ['the new address is confirmed, and the old address gets an email about it'],
    'test/stories/sign-in/new-browser.test.ts': [
      'is told in an email, with the browser and the way, and not told for a known browser',
      'that was somebody else’s is ended by the link, without a sign-in and once',
    ],
  },
  19: {
    [guesses]: [
      'the email address may be in any letter case, and the password in any Unicode form',
    ],
    [signUp]: [
      'sign-up, a change of address and the command line check addresses by the same rule',
    ],
    [emailAddresses]: ['the same address may be set in a different letter case'],
    'test/stories/support/mail.test.ts': ['an address cannot add a recipient or a header'],
  },
}
