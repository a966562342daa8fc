/** What the pages say, in English: the list of all keys. */
export const pages = {
  // The frame of every page
  'page.title.error': 'Error: {title}',
  'page.link.skip': 'Skip to the content',
  'page.label.language': 'Language',
  'page.label.account': 'Account',
  'page.text.check': 'Please check what you entered.',

  // Signing in
  'page.title.sign_in': 'Sign in',
  'page.text.sign_in_first': 'Please sign in first.',
  'page.text.password_set': 'Your new password is set. You can sign in with it now.',
  'page.label.email': 'Email address',
  'page.label.password': 'Password',
  'page.button.sign_in': 'Sign in',
  'page.button.passkey': 'Sign in with a passkey',
  'page.link.forgotten': 'Forgotten your password?',
  'page.link.sign_up': 'Create an account',
  'page.link.sign_in': 'Sign in instead',
  'page.link.go_on': 'I have confirmed my address: continue',
  'page.error.wrong': 'The email address or the password is not right.',
  'page.error.required': 'Please fill this in.',
  'page.error.email': 'Please enter an email address such as ada@example.com.',
  'page.error.passkey': 'That passkey did not work. Please try again or use your password.',
  'page.error.too_many': 'There were too many attempts. Please try again in {minutes} min.',

  // Many have guessed: an email confirms who it is
  'page.text.email_proof':
    'There have been many attempts to sign in to this account. If there is an account for {email}, we have sent a code to it. Enter the code and your password, or open the link in the email. A code that we sent within the last hour also works.',
  'page.text.email_proof_linked': 'Enter your password to sign in as {email}.',
  'page.label.email_code': 'Code from the email',
  'page.error.email_code':
    'This code is not right, or it has expired. Use the code from the newest email.',
  'page.error.wrong_password': 'The password is not right.',
  'page.text.second_factor_emailed':
    'Many wrong codes were entered for this account. We have sent you an email with a code. Enter it here, and below it the six digits from your authenticator app or one of your recovery codes.',

  // The second step
  'page.title.second_factor': 'Confirm that it is you',
  'page.text.second_factor':
    'Enter the six digits that your authenticator app shows, or one of your recovery codes.',
  'page.label.code': 'Code',
  'page.button.continue': 'Continue',
  'page.button.use_passkey': 'Use a passkey',
  'page.link.start_again': 'Start again',
  'page.error.code': 'This code is not right, or it was used already.',

  // Signing up
  'page.title.sign_up': 'Create an account',
  'page.label.full_name': 'Full name (optional)',
  'page.text.password_rule': 'At least 8 characters. A few words that you can remember are best.',
  'page.button.sign_up': 'Create an account',
  'page.error.password_short': 'Please use at least 8 characters.',
  'page.error.password_long': 'Please use at most 256 characters.',
  'page.error.password_common':
    'This password is easy to guess: many people use it. Please choose another.',
  'page.error.password_same': 'Please choose a password other than your email address or name.',
  'page.error.full_name': 'Please enter a name of at most 128 characters, on one line.',
  'page.title.check_email': 'Check your email',
  'page.text.check_email':
    'If {email} is correct, we have sent an email to it. Open the link in the email to continue.',
  'page.text.no_email': 'No email after a few minutes? Check your spam folder.',
  'page.link.other_email': 'Use another email address',
  'page.title.confirm_email': 'Confirm your email address',
  'page.text.confirm_email': 'One more step: enter the password that you chose for {email}.',
  'page.button.confirm_email': 'Confirm',
  'page.link.sign_up_again': 'Forgotten that password? Sign up again',

  // A forgotten password
  'page.title.forgotten': 'Forgotten password',
  'page.text.forgotten': 'Tell us your email address. We send you a link to choose a new password.',
  'page.button.forgotten': 'Send the link',
  'page.title.new_password': 'Choose a new password',
  'page.label.new_password': 'New password',
  'page.button.new_password': 'Set the password',
  'page.title.continue': 'You are signed in',
  'page.text.continue':
    'You started in another browser, or a while ago. Go back to {application} and start again there. You do not need to sign in again.',
  'page.link.to_application': 'Go to {application}',
  'page.link.to_account': 'Go to your account',

  // An application asks
  'page.title.consent': 'Allow {application} to use your account?',
  'page.label.consent': '{application} would like to:',
  'page.text.consent_account': 'You are signed in as {email}.',
  'page.text.consent_host': 'You go back to {host} either way.',
  'page.text.consent_withdraw': 'You can take this back at any time under connected applications.',
  'page.button.allow': 'Allow',
  'page.button.deny': 'Do not allow',
  'page.link.other_account': 'Use another account',
  'page.scope.openid': 'Know that it is you',
  'page.scope.profile': 'See your name and language',
  'page.scope.email': 'See your email address',
  'page.scope.phone': 'See your phone number',
  'page.scope.address': 'See your default address',
  'page.scope.offline_access': 'Do this while you are away, too',
  'page.scope.read:events': 'See events and listings',
  'page.scope.read:user': 'See your profile, addresses and payment methods',
  'page.scope.write:user': 'Change your profile, addresses and payment methods',
  'page.scope.read:webhooks': 'See where news of your account is sent',
  'page.scope.write:webhooks': 'Change where news of your account is sent',
  'page.scope.read:payment': 'See your payments',
  'page.scope.read:sales': 'See your sales',
  'page.scope.write:sales': 'Change your sales',
  'page.scope.read:sellerlistings': 'See what you have for sale',
  'page.scope.write:sellerlistings': 'Change what you have for sale',
  'page.scope.write:purchases': 'Buy tickets for you',
  'page.scope.write:requestedevents': 'Ask for new events on your behalf',

  // Signing out
  'page.title.sign_out': 'Sign out?',
  'page.text.sign_out': 'You will be signed out in this browser.',
  'page.button.sign_out': 'Sign out',
  'page.link.stay': 'Stay signed in',
  'page.title.signed_out': 'You are signed out',
  'page.text.signed_out': 'See you soon.',

  // The account: sessions
  'page.title.sessions': 'Where you are signed in',
  'page.link.sessions': 'Sessions',
  'page.text.sessions':
    'End every session that you do not know, and change your password if you find one.',
  'page.name.this_session': 'This browser',
  'page.name.unknown_device': 'Unknown device',
  'page.label.signed_in': 'Signed in',
  'page.label.last_used': 'Last used',
  'page.button.end_session': 'End',
  'page.label.end_session': 'End the session: {device}',
  'page.button.end_others': 'End all other sessions',
  'page.text.session_ended': 'The session has ended.',
  'page.text.others_ended': 'All other sessions have ended.',

  // The account: connected applications
  'page.title.applications': 'Connected applications',
  'page.link.applications': 'Applications',
  'page.text.applications': 'These applications may use your account.',
  'page.text.no_applications': 'No application may use your account.',
  'page.label.since': 'Connected since',
  'page.label.may': 'It may',
  'page.button.disconnect': 'Disconnect',
  'page.label.disconnect': 'Disconnect {application}',
  'page.text.disconnected': 'The application can no longer use your account.',

  // The account: security
  'page.title.security': 'How you sign in',
  'page.link.security': 'Security',
  'page.text.confirm_identity': 'Please confirm again that it is you before you make this change.',
  'page.link.cancel': 'Cancel',
  'page.text.totp_remove':
    'After that, your password alone is enough to sign in, unless you have a passkey.',
  'page.text.recovery_renew': 'You get ten new codes. The old ones stop working.',
  'page.text.passkey_remove': 'After that, nobody can sign in with it.',
  'page.name.password': 'Password',
  'page.label.current_password': 'Current password',
  'page.button.change_password': 'Change the password',
  'page.text.password_changed':
    'Your password is changed. All other sessions and all connected applications have ended.',
  'page.error.current_password': 'This is not your current password.',
  'page.name.totp': 'Authenticator app',
  'page.text.totp_off':
    'An app on your phone shows a code that you enter after your password. Somebody who knows only your password cannot sign in.',
  'page.text.totp_on': 'You are asked for a code of your app after your password.',
  'page.text.recovery_left': 'Recovery codes left: {count}.',
  'page.button.totp_add': 'Set up an app',
  'page.button.totp_remove': 'Remove the app',
  'page.title.totp': 'Set up an authenticator app',
  'page.text.totp_scan': 'Scan this picture with your app, or type the key into it.',
  'page.label.qr': 'Picture of the key for your authenticator app',
  'page.label.secret': 'Key',
  'page.text.totp_confirm': 'Then enter the six digits that the app shows.',
  'page.button.totp_confirm': 'Confirm',
  'page.title.recovery_codes': 'Your recovery codes',
  'page.text.recovery_codes':
    'Keep these codes in a safe place. Each of them lets you in once, without your app. They are not shown again.',
  'page.link.recovery_kept': 'I have saved them',
  'page.text.totp_removed': 'The app is removed.',
  'page.name.passkeys': 'Passkeys',
  'page.text.passkeys':
    'With a passkey you sign in by your fingerprint, your face or the lock of your device.',
  'page.text.passkeys_script': 'Your browser needs JavaScript to add a passkey.',
  'page.label.passkey_name': 'Name of the passkey',
  'page.button.passkey_add': 'Add a passkey',
  'page.button.passkey_rename': 'Rename',
  'page.button.passkey_remove': 'Remove',
  'page.label.passkey_rename': 'Rename the passkey: {name}',
  'page.label.passkey_remove': 'Remove the passkey: {name}',
  'page.label.added': 'Added',
  'page.text.passkey_added': 'The passkey is added.',
  'page.text.passkey_renamed': 'The passkey is renamed.',
  'page.text.passkey_removed': 'The passkey is removed.',
  'page.error.passkey_add': 'The passkey could not be added. Please try again.',
  'page.error.passkey_name': 'Please enter a name of at most 64 characters, on one line.',

  'page.name.email': 'Email address',
  'page.text.email': 'Your email address is {email}.',
  'page.label.new_email': 'New email address',
  'page.button.change_email': 'Change the address',
  'page.text.new_email': 'Confirm that {email} is to be the new email address of your account.',
  'page.text.email_changed': 'Your email address is changed.',
  'page.button.recovery_renew': 'Make new recovery codes',

  // The application of the demo, in development
  'page.title.demo': 'Back at the demo application',
  'page.title.demo_state': 'This answer belongs to another request',
  'page.label.demo_exchange':
    'Within a minute, exchange the code for tokens in a shell on this machine:',
  'page.label.demo_use': 'Then use the access token:',
  'page.text.demo_no_code': 'There is no code to exchange.',
  'page.text.demo_state':
    'This browser did not start a request with this state, so the answer may belong to somebody else. An application must stop here and must not exchange the code.',

  // What goes wrong
  'page.title.step_expired': 'This step is over',
  'page.text.step_expired':
    'It took too long, or it was finished in another tab. Please go back to the application and start again.',
  'page.title.sign_in_expired': 'Please sign in again',
  'page.text.sign_in_expired':
    'It took too long, or it was finished in another tab. Nothing is lost: start again.',
  'page.title.link_expired': 'This link no longer works',
  'page.text.link_expired':
    'It was already used, or it has expired. If you still need it, ask for a new one.',
  'page.text.link_used': 'It was already used. Each link works once.',
  'page.text.link_used_sign_up':
    'It was already used, so your address is confirmed. You can sign in.',
  'page.text.link_used_new_email': 'It was already used. Your new email address is confirmed.',
  'page.text.link_too_old': 'It has expired.',
  'page.text.link_replaced':
    'A newer link has replaced it, or the account has changed since. Use the link in the newest email.',
  'page.text.another_link': 'We can send another email to {email}.',
  'page.button.another_link': 'Send another link',
  'page.link.to_security': 'Go to your security settings',
  'page.title.application_request': 'The application sent an invalid request',
  'page.text.application_request':
    'You cannot continue from here. This is not your fault. Please tell the people who run the application.',
  'page.title.foreign_form': 'This form cannot be used',
  'page.text.foreign_form':
    'It came from another site, or your browser has deleted our cookie. Nothing was changed. Go back, load the page again and repeat your entry; cookies must be allowed.',
  'page.title.bad_form': 'This form cannot be read',
  'page.text.bad_form': 'Nothing was changed. Go back, load the page again and repeat your entry.',
  'page.title.card_number': 'Please enter no card number here',
  'page.text.card_number':
    'One of the fields holds what looks like the number of a payment card. Nothing was kept. Go back and change it.',
  'page.title.not_found': 'Page not found',
  'page.text.not_found': 'The address may be mistyped, or the page no longer exists.',
  'page.title.too_many': 'Too many attempts',
  'page.text.too_many': 'Please try again in {minutes} min.',
  'page.title.unavailable': 'We cannot answer just now',
  'page.text.unavailable': 'Please try again in a moment.',
  'page.title.internal': 'Something went wrong',
  'page.text.internal':
    'This is our fault, not yours. Please try again later; if it happens again, tell us this number: {reference}.',
} as const
