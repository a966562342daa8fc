/** What mail says, in English: the list of all keys. `{service}` is the service's name. */
export const mail = {
  // Subjects
  'mail.subject.confirm_email': 'Confirm your e-mail address for {service}',
  'mail.subject.account_exists': 'You already have an account at {service}',
  'mail.subject.reset_password': 'Choose a new password for {service}',
  'mail.subject.password_changed': 'Your password for {service} was changed',
  'mail.subject.confirm_new_email': 'Confirm your new e-mail address for {service}',
  'mail.subject.email_changed': 'Your e-mail address for {service} was changed',
  'mail.subject.second_factor_changed': 'Your sign-in methods for {service} were changed',

  // What has happened, or is to be done
  'mail.text.confirm_email':
    'Please open the link below to confirm your e-mail address and to finish creating your account at {service}.',
  'mail.text.account_exists':
    'Somebody, probably you, tried to create an account at {service} with this e-mail address. It has an account already: please sign in instead. If you have forgotten your password, you can choose a new one there.',
  'mail.text.reset_password':
    'Somebody, probably you, asked for a new password for your account at {service}. Please open the link below to choose one.',
  'mail.text.password_changed':
    'The password of your account at {service} was changed. On all other devices you have been signed out.',
  'mail.text.confirm_new_email':
    'Please open the link below to use this e-mail address for your account at {service}. Until then the account keeps its old address.',
  'mail.text.email_changed':
    'The e-mail address of your account at {service} was changed. From now on, messages go to the new address only.',
  'mail.text.second_factor_changed':
    'An authenticator app, a passkey or the recovery codes with which you sign in at {service} were added, changed or removed.',

  // For those who know nothing of it
  'mail.unasked.ignore':
    'If this was not you, you need not do anything: without the link nothing happens.',
  'mail.unasked.unchanged':
    'If this was not you, you need not do anything: your account is unchanged.',
  'mail.unasked.takeover':
    'If this was not you, somebody else may have access to your account. Please choose a new password at once, from the sign-in page of {service}.',
  'mail.unasked.contact':
    'If this was not you, somebody else may have access to your account. Please contact {service} at once.',

  // What every letter says
  'mail.link_life.1': 'The link works once, for one hour.',
  'mail.link_life.24': 'The link works once, for 24 hours.',
  'mail.automatic': '{service} has sent this message automatically. Please do not reply to it.',
} as const
