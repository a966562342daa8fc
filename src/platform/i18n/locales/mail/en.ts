/** What mail says, in English: the list of all keys. `{service}` is the service's name. */
export const mail = {
  // Subjects
  'mail.subject.confirm_email': 'Confirm your email address for {service}',
  'mail.subject.account_exists': 'You already have an account at {service}',
  'mail.subject.reset_password': 'Choose a new password for {service}',
  'mail.subject.password_changed': 'Your password for {service} was changed',
  'mail.subject.confirm_new_email': 'Confirm your new email address for {service}',
  'mail.subject.email_changed': 'Your email address for {service} was changed',
  'mail.subject.second_factor_changed': 'Your sign-in methods for {service} were changed',
  'mail.subject.totp_added': 'Authenticator app added at {service}',
  'mail.subject.totp_removed': 'Authenticator app removed at {service}',
  'mail.subject.passkey_added': 'Passkey added at {service}',
  'mail.subject.passkey_removed': 'Passkey removed at {service}',
  'mail.subject.recovery_codes_renewed': 'New recovery codes at {service}',
  'mail.subject.sign_in_link': 'Confirm that you are signing in to {service}',

  // What has happened, or is to be done
  'mail.text.confirm_email':
    'Please open the link below to confirm your email address and to finish creating your account at {service}.',
  'mail.text.account_exists':
    'Somebody, probably you, tried to create an account at {service} with this email address. There is already an account with it: please sign in instead. If you have forgotten your password, you can choose a new one there.',
  'mail.text.reset_password':
    'Somebody, probably you, asked for a new password for your account at {service}. Please open the link below to choose one.',
  'mail.text.password_changed':
    'The password of your account at {service} was changed. You have been signed out on all other devices, and all connected applications were disconnected: sign in to them again to go on using them.',
  'mail.text.confirm_new_email':
    'Please open the link below to use this email address for your account at {service}. Until then the account keeps its old address.',
  'mail.text.email_changed':
    'The email address of your account at {service} was changed. From now on, messages go to the new address only.',
  'mail.text.second_factor_changed':
    'An authenticator app, a passkey or the recovery codes with which you sign in at {service} were added, changed or removed.',
  'mail.text.totp_added':
    'An authenticator app was added to your account at {service}. From now on, you also need a code from this app when you sign in with your password.',
  'mail.text.totp_removed':
    'The authenticator app was removed from your account at {service}. You no longer need a code from it to sign in.',
  'mail.text.passkey_added':
    'A passkey was added to your account at {service}. Whoever has it can sign in with it.',
  'mail.text.passkey_removed':
    'A passkey was removed from your account at {service}. Nobody can sign in with it any more.',
  'mail.text.recovery_codes_renewed':
    'New recovery codes were made for your account at {service}. The old ones no longer work.',
  'mail.text.sign_in_link':
    'There have been many attempts to sign in to your account at {service}. If you are signing in now, open the link below and enter your password, or enter this code on the page that asks for it.',

  // For those who know nothing of it
  'mail.unasked.ignore':
    'If this was not you, you need not do anything: without the link nothing happens.',
  'mail.unasked.unchanged':
    'If this was not you, you need not do anything: your account is unchanged.',
  'mail.unasked.takeover':
    'If this was not you, somebody else may have access to your account. Choose a new password at once.',
  'mail.unasked.undo':
    'If this was not you, somebody else may have access to your account. Undo the change in your security settings at once, and choose a new password there.',
  'mail.unasked.contact':
    'If this was not you, somebody else may have access to your account. Contact {service} at once. If you can still sign in, choose a new password and correct the address in your security settings.',
  'mail.unasked.sign_in':
    'If this was not you, you need not do anything: nobody can sign in with your password alone now. Do not give this code to anybody.',
  'mail.button.confirm_email': 'Confirm the address',
  'mail.button.sign_in': 'Sign in',
  'mail.button.new_password': 'Choose a new password',
  'mail.button.security': 'Open the security settings',
  'mail.label.time': 'Time',
  'mail.label.browser': 'Browser',
  'mail.label.code': 'Code',
  'mail.name.unknown_browser': 'Unknown browser',
  'mail.link_address': 'If the button does not work, copy this address into your browser.',

  // What every letter says
  'mail.link_life.1': 'The link works once, for one hour.',
  'mail.link_life.24': 'The link works once, for 24 hours.',
  'mail.automatic': '{service} has sent this message automatically. Please do not reply to it.',
} as const
