/** The texts of the pages, in English: the list of all keys. */
export const pages = {
  // The frame of every page
  'page.title.error': 'Error: {title}',
  'page.link.skip': 'Skip to content',
  'page.label.language': 'Language',
  'page.label.account': 'Account',
  'page.text.check': 'Please check what you entered.',
  'page.link.terms': 'Terms',
  'page.link.privacy_policy': 'Privacy policy',
  'page.label.links_of': 'More about {application}',
  'page.button.reveal': 'Show password',
  'page.label.language_is': 'Language: {name}',
  'page.link.support': 'Help',

  // Signing in
  'page.title.sign_in': 'Sign in',
  'page.text.sign_in_first': 'Please sign in first.',
  'page.text.password_set': 'Your new password is saved. You can sign in with it now.',
  'page.label.email': 'Email address',
  'page.label.password': 'Password',
  'page.button.sign_in': 'Sign in',
  'page.button.passkey': 'Sign in with a passkey',
  'page.link.forgotten': 'Forgot your password?',
  'page.link.sign_up': 'Create an account',
  'page.link.sign_in': 'Sign in instead',
  'page.link.go_on': 'I have confirmed my email address',
  'page.error.wrong': 'The email address or the password is incorrect.',
  'page.error.required': 'Please fill in this field.',
  'page.error.email': 'Please enter an email address such as ada@example.com.',
  'page.error.passkey': 'This passkey did not work. Please try again or use your password.',
  'page.error.too_many': 'Too many attempts. Please try again in {minutes} min.',
  'page.title.sign_in_to': 'Sign in to continue to {application}',
  'page.link.email_code': 'Email me a code',
  'page.title.email_code': 'Sign in with a code',
  'page.text.email_code':
    'Enter your email address. We will send you a code and a link. You do not need your password.',
  'page.button.email_code': 'Send code',
  'page.text.email_code_sent':
    'If {email} has an account, we have sent an email to this address. Enter the code from the email here within 15 minutes, or open the link in the email.',
  'page.text.email_code_recent':
    'If {email} has an account, we have already sent several emails to this address within the last hour. Open the link in the newest one. It works in any browser.',
  'page.text.email_link': 'Do you want to sign in as {email}?',
  'page.link.email_code_again': 'Send another code',
  'page.link.use_password': 'Sign in with your password',
  'page.label.or': 'or',

  // After too many guesses: the user confirms by email
  'page.text.email_proof':
    'Many attempts were made to sign in to this account. If {email} has an account, we have sent an email with a code to this address. Enter the code and your password, or open the link in the email. You can also use a code that we sent within the last hour.',
  'page.text.email_proof_linked': 'Enter your password to sign in as {email}.',
  'page.label.email_code': 'Code from the email',
  'page.error.email_code':
    'This code is incorrect or has expired. Use the code from the newest email.',
  'page.error.wrong_password': 'The password is incorrect.',
  'page.text.second_factor_emailed':
    'Many incorrect codes were entered for this account, so we have sent you an email with a code. First enter the code from the email.',

  // The second step
  'page.title.second_factor': 'Confirm your identity',
  'page.text.second_factor':
    'Enter the 6-digit code from your authenticator app, or one of your recovery codes.',
  'page.text.second_factor_app': 'Enter the 6-digit code from your authenticator app.',
  'page.text.second_factor_codes': 'Use your passkey, or enter one of your recovery codes.',
  'page.text.second_factor_passkey': 'Use your passkey to continue.',
  'page.text.passkey_script': 'Use a browser that supports passkeys and has JavaScript turned on.',
  'page.label.code': 'Code',
  'page.button.continue': 'Continue',
  'page.button.use_passkey': 'Use a passkey',
  'page.link.start_again': 'Start again',
  'page.error.code': 'This code is incorrect or was already used.',
  'page.button.provider': 'Continue with {provider}',
  'page.title.provider': 'Sign in with {provider}',
  'page.text.provider_new':
    '{provider} has confirmed that {email} is your email address. There is no account with this address yet.',
  'page.text.provider_other_account':
    'Do you already have an account with another email address? Then sign in to it. {provider} can only be added to an account with the same email address.',
  'page.text.provider_known':
    'There is already an account for {email}. Sign in to it once to add {provider}. Afterwards you can sign in with {provider}.',
  'page.text.provider_connect':
    'You will be able to sign in to this account with your {provider} account {email}.',
  'page.button.provider_add': 'Add {provider}',
  'page.text.provider_mismatch':
    'You are signed in as {own}, but your {provider} account has the email address {email}. {provider} can only be added to an account with the same address. Change the email address in your security settings first, or sign out.',

  // Signing up
  'page.title.sign_up': 'Create an account',
  'page.label.full_name': 'Full name (optional)',
  'page.text.password_rule':
    'At least 8 characters. We recommend a few words that you can remember.',
  'page.button.sign_up': 'Create an account',
  'page.error.password_short': 'Please use at least 8 characters.',
  'page.error.password_long': 'Please use at most 256 characters.',
  'page.error.password_common':
    'Many people use this password, so it is easy to guess. Please choose another one.',
  'page.error.password_same':
    'Please choose a password that is not your email address or your name.',
  'page.error.full_name': 'Please enter a name of at most 128 characters, without line breaks.',
  'page.title.check_email': 'Check your email',
  'page.text.check_email':
    'If {email} is correct, you will receive an email from us. Open the link in the email to continue.',
  'page.text.no_email': 'Did you not receive an email after a few minutes? Check your spam folder.',
  'page.link.other_email': 'Use another email address',
  'page.title.confirm_email': 'Confirm your email address',
  'page.text.confirm_email': 'Last step: enter the password that you chose for {email}.',
  'page.button.confirm_email': 'Confirm',
  'page.link.sign_up_again': 'Forgot this password? Create the account again',

  // A forgotten password
  'page.title.forgotten': 'Forgot your password?',
  'page.text.forgotten':
    'Enter your email address. We will send you a link to choose a new password.',
  'page.button.forgotten': 'Send link',
  'page.title.new_password': 'Choose a new password',
  'page.label.new_password': 'New password',
  'page.button.new_password': 'Save password',
  'page.title.continue': 'You are signed in',
  'page.text.continue':
    'You started in another browser, or some time ago. Go back to {application} and start again there. You do not need to sign in again.',
  'page.link.to_application': 'Go to {application}',
  'page.link.to_account': 'Go to your account',

  // Consent to an application
  'page.title.consent': 'Allow {application} to use your account?',
  'page.label.consent': '{application} wants to:',
  'page.text.consent_account': 'You are signed in as {email}.',
  'page.text.consent_host': 'You will return to {host} in either case.',
  'page.text.consent_withdraw':
    'You can remove this access at any time under “Connected applications”.',
  'page.button.allow': 'Allow',
  'page.button.deny': 'Do not allow',
  'page.link.other_account': 'Use another account',
  'page.scope.openid': 'Identify your account',
  'page.scope.profile': 'See your name and language',
  'page.scope.email': 'See your email address',
  'page.scope.phone': 'See your phone number',
  'page.scope.address': 'See your default address',
  'page.scope.offline_access': 'Keep this access when you are not using the application',
  'page.scope.read:events': 'See events and listings',
  'page.scope.read:user': 'See your profile, addresses and payment methods',
  'page.scope.write:user': 'Change your profile, addresses and payment methods',
  'page.scope.read:webhooks':
    'See where notifications about your account are sent, and what they reported',
  'page.scope.write:webhooks':
    'Be notified of changes of your profile, addresses and payment methods, even while you are away (what has changed, but not its content)',
  'page.scope.read:payment': 'See your payments',
  'page.scope.read:sales': 'See your sales',
  'page.scope.write:sales': 'Change your sales',
  'page.scope.read:sellerlistings': 'See your listings',
  'page.scope.write:sellerlistings': 'Change your listings',
  'page.scope.write:purchases': 'Buy tickets on your behalf',
  'page.scope.write:requestedevents': 'Request new events on your behalf',

  // Signing out
  'page.title.form_post': 'Continue to {host}',
  'page.title.sign_out': 'Sign out?',
  'page.text.sign_out': 'You will be signed out in this browser.',
  'page.button.sign_out': 'Sign out',
  'page.link.stay': 'Stay signed in',
  'page.title.signed_out': 'You are signed out',
  'page.text.signed_out': 'To use your account again, sign in.',

  // The account: sessions
  'page.title.sessions': 'Where you are signed in',
  'page.link.sessions': 'Sessions',
  'page.text.sessions':
    'If you do not recognise a session, sign out of it and change your password.',
  'page.name.this_session': 'This browser',
  'page.name.unknown_device': 'Unknown device',
  'page.label.signed_in': 'Signed in',
  'page.label.last_used': 'Last used',
  'page.button.end_session': 'Sign out',
  'page.label.end_session': 'Sign out: {device}',
  'page.button.end_others': 'Sign out of all other sessions',
  'page.text.session_ended': 'You signed out of the session.',
  'page.text.others_ended': 'You signed out of all other sessions.',

  // The account: connected applications
  'page.title.applications': 'Connected applications',
  'page.link.applications': 'Applications',
  'page.text.applications': 'These applications can use your account.',
  'page.text.no_applications':
    'No applications can use your account. If you sign in to one with this account, it is listed here, and you can disconnect it.',
  'page.label.since': 'Connected since',
  'page.label.may': 'Permissions',
  'page.button.disconnect': 'Disconnect',
  'page.label.disconnect': 'Disconnect {application}',
  'page.text.disconnected': 'The application can no longer use your account.',
  'page.title.disconnect': 'Disconnect {application}?',
  'page.text.disconnect':
    'It loses access to your account at once, and is no longer told about changes. To let it in again, sign in from it and agree.',

  // The account: security
  'page.title.security': 'Security settings',
  'page.link.security': 'Security',
  'page.text.confirm_identity': 'Please confirm your identity before you make this change.',
  'page.link.cancel': 'Cancel',
  'page.text.totp_remove': 'If you have no passkey, your password alone will be enough to sign in.',
  'page.text.recovery_renew':
    'You will get ten new recovery codes. Your old codes will stop working.',
  'page.text.passkey_remove': 'Nobody will be able to sign in with this passkey any more.',
  'page.name.password': 'Password',
  'page.label.current_password': 'Current password',
  'page.button.change_password': 'Change password',
  'page.text.password_changed':
    'Your password was changed. You were signed out of all other sessions. Applications cannot use your account until you sign in to them again. They stay connected and are still told about changes. Disconnect those that you do not know.',
  'page.error.current_password': 'This is not your current password.',
  'page.name.totp': 'Authenticator app',
  'page.text.totp_off':
    'With an authenticator app, you enter a code from your phone after your password. Then somebody who knows only your password cannot sign in.',
  'page.text.totp_on':
    'When you sign in, we ask for a code from your authenticator app after your password.',
  'page.text.recovery_left': 'Recovery codes left: {count}.',
  'page.button.totp_add': 'Set up authenticator app',
  'page.button.totp_remove': 'Remove authenticator app',
  'page.title.totp': 'Set up an authenticator app',
  'page.text.totp_scan':
    'Scan this QR code with your authenticator app, or enter the key in the app.',
  'page.label.qr': 'QR code with the key for your authenticator app',
  'page.label.secret': 'Key',
  'page.text.totp_confirm': 'Then enter the 6-digit code that the app shows.',
  'page.button.totp_confirm': 'Confirm',
  'page.title.recovery_codes': 'Your recovery codes',
  'page.text.recovery_codes':
    'Keep these codes in a safe place. Each code lets you sign in once without your authenticator app or your passkey. We will not show the codes again.',
  'page.link.recovery_kept': 'I have saved my recovery codes',
  'page.text.totp_confirmed':
    'The authenticator app is set up. If you have not saved your recovery codes, create new ones.',
  'page.text.totp_removed': 'The authenticator app was removed.',
  'page.name.passkeys': 'Passkeys',
  'page.text.passkeys':
    'With a passkey, you sign in with your fingerprint, your face or the screen lock of your device.',
  'page.text.passkeys_script':
    'To add a passkey, use a browser that supports passkeys and has JavaScript turned on.',
  'page.text.passkeys_full':
    'You have {max} passkeys. This is the maximum. Remove one before you add another one.',
  'page.label.passkey_name': 'Name of the passkey',
  'page.button.passkey_add': 'Add passkey',
  'page.button.passkey_rename': 'Rename',
  'page.button.passkey_remove': 'Remove',
  'page.label.passkey_rename': 'Rename passkey: {name}',
  'page.label.passkey_remove': 'Remove passkey: {name}',
  'page.label.added': 'Added',
  'page.text.passkey_added': 'The passkey was added.',
  'page.text.passkey_renamed': 'The passkey was renamed.',
  'page.text.passkey_removed': 'The passkey was removed.',
  'page.error.passkey_add': 'The passkey could not be added. Please try again.',
  'page.error.passkey_name': 'Please enter a name of at most 64 characters, without line breaks.',
  'page.error.totp_present':
    'You already have an authenticator app. Remove it first if you want to set up another one.',
  'page.error.no_second_factor':
    'Only accounts with an authenticator app or a passkey have recovery codes. Add one of them first.',

  'page.name.email': 'Email address',
  'page.text.email': 'Your email address is {email}.',
  'page.label.new_email': 'New email address',
  'page.button.change_email': 'Change email address',
  'page.text.new_email': 'Do you want to use {email} as the new email address of your account?',
  'page.text.new_email_other_user':
    'This link changes the email address of another account to {email}. Sign out, and open the link again to sign in with that account.',
  'page.name.erasure': 'Deletion of your account',
  'page.text.erasure_planned':
    'Your account and all of its data will be deleted on {date}. Until then, applications cannot use your account.',
  'page.button.keep_account': 'Keep my account',
  'page.text.erasure_cancelled': 'Your account will be kept.',
  'page.text.email_changed': 'Your email address was changed.',
  'page.button.recovery_renew': 'Create new recovery codes',
  'page.name.identities': 'Accounts elsewhere',
  'page.text.identities': 'You can also sign in here with these accounts.',
  'page.text.no_identities':
    'If you add an account elsewhere that has the same email address, you can sign in here with it.',
  'page.label.identity_remove': 'Remove {provider}',
  'page.text.identity_remove': 'You will not be able to sign in with {provider} any more.',
  'page.text.provider_added': 'You can now sign in with the other account.',
  'page.text.provider_removed': 'The other account was removed.',
  'page.text.provider_add': 'You will go to {provider}. Afterwards we will ask you to confirm.',
  'page.text.no_password': 'Your account has no password. We can email you a link to choose one.',
  'page.button.choose_password': 'Choose a password',
  'page.title.payout_confirm': 'Confirm how you are paid',
  'page.text.payout_confirm':
    '{method} was added to an account at {service} as a way to be paid. Confirm it only if you added it yourself.',
  'page.button.payout_confirm': 'Confirm',
  'page.title.payout_confirmed': 'Confirmed',
  'page.text.payout_confirmed':
    '{method} can now be paid. If it is the default for being paid, payments there begin in 48 hours.',
  'page.title.payout_undo': 'Undo the change',
  'page.text.payout_undo': 'Do you want to be paid by {method} again, as before the change?',
  'page.text.payout_undo_held':
    'Do you want to be paid by {method} again, as before the change? Somebody else may have confirmed this payment method, so payments there begin only on {date}.',
  'page.text.payout_undo_none':
    'Do you want to stop being paid by the new payment method? No other method is paid then, until you choose one.',
  'page.button.payout_undo': 'Undo the change',
  'page.title.payout_undone': 'The change was undone',
  'page.text.payout_undone':
    'Your payment methods show where your money goes now. If you did not make the change, somebody else may have access to your account: choose a new password now.',
  'page.text.payout_sign_in':
    'Sign in to {service} to confirm that you want to be paid by {method}. Do this only if you added it yourself.',
  'page.text.payout_other_user':
    'This payment method belongs to another account at {service}. Sign out, and open the link again to sign in with that account.',
  'page.text.password_unique': 'Use a password that you use nowhere else.',
  'page.text.activity_about': 'Sign-ins and changes of your account.',
  'page.button.paypal_confirm': 'Confirm with PayPal',
  'page.text.paypal_confirm':
    'You will go to PayPal and sign in there. PayPal then tells us the confirmed email address of your PayPal account. It must be {email}.',
  'page.title.paypal_other': 'This is another PayPal account',
  'page.text.paypal_other':
    'The PayPal account that you signed in to does not have {email} as its confirmed email address. Sign in to the account with this address, or open the link that we sent there.',

  // The application of the demo, in development
  'page.title.demo': 'Back in the demo application',
  'page.title.demo_state': 'This response belongs to another request',
  'page.label.demo_exchange':
    'Within one minute, exchange the code for tokens in a terminal on this computer:',
  'page.label.demo_use': 'Then use the access token:',
  'page.text.demo_no_code': 'There is no code to exchange.',
  'page.text.demo_state':
    'This browser did not start a request with this state. The response may be meant for somebody else. An application must stop here and must not exchange the code.',

  // What goes wrong
  'page.title.step_expired': 'This page has expired',
  'page.text.step_expired':
    'You waited too long, or you continued in another tab. Please go back to the application and start again.',
  'page.title.sign_in_expired': 'Please sign in again',
  'page.text.sign_in_expired':
    'You waited too long, or you continued in another tab. No data was lost. Please start again.',
  'page.title.link_expired': 'This link no longer works',
  'page.text.link_expired':
    'This link was already used, or it has expired. If you still need a link, request a new one.',
  'page.text.link_used': 'This link was already used. Each link works only once.',
  'page.text.link_used_sign_up':
    'This link was already used, and your email address is confirmed. You can sign in now.',
  'page.text.link_used_new_email':
    'This link was already used, and your new email address is confirmed.',
  'page.text.link_too_old': 'This link has expired.',
  'page.text.link_replaced':
    'There is a newer link, or your account has changed since we sent this one. Use the link in the newest email.',
  'page.title.sign_in_undo': 'Take the change back',
  'page.text.sign_in_undo':
    'If somebody else changed how to sign in to your account at {service}, take it back here. All changes of sign-in methods since {date} are then undone.',
  'page.text.sign_in_undo_effect':
    'The account has the email address {email} again, and you sign in as before. The password and all sessions end, and all applications are disconnected. We send a link for a new password to {email}.',
  'page.button.sign_in_undo': 'Take the change back',
  'page.title.taken_back': 'The change was taken back',
  'page.text.taken_back':
    'We have sent a link for a new password to {email}. Choose a new password, and then check where you are paid.',
  'page.text.taken_back_methods':
    'These also still sign in to the account, as before the change. If one of them is not yours, ask {service} to remove it before you go on.',
  'page.title.undo_disabled': 'This account is disabled',
  'page.text.undo_disabled':
    'Nothing can be taken back while the account is disabled. Please contact the support team. If the account is enabled before the link expires, the link still works.',
  'page.title.undo_taken': 'Another account has this email address',
  'page.text.undo_taken':
    'Another account has the earlier email address by now. Give that account another address and open the link again, or contact the support team.',
  'page.text.another_link': 'We can send a new link to {email}.',
  'page.button.another_link': 'Send new link',
  'page.link.to_security': 'Go to security settings',
  'page.title.application_request': 'The application sent an invalid request',
  'page.text.application_request':
    'You cannot continue here. The application caused this error, not you. Please contact the provider of the application.',
  'page.title.foreign_form': 'This form could not be submitted',
  'page.text.foreign_form':
    'The form came from another site, or your browser deleted our cookie. Nothing was changed. Allow cookies, go back, reload the page and enter your data again.',
  'page.title.bad_form': 'We could not read this form',
  'page.text.bad_form': 'Nothing was changed. Go back, reload the page and enter your data again.',
  'page.title.not_possible': 'This is not possible',
  'page.text.not_possible':
    'Nothing was changed. The page that you came from may be out of date. Go back and reload it.',
  'page.title.card_number': 'Do not enter a card number here',
  'page.text.card_number':
    'One of the fields seems to contain the number of a payment card. Nothing was saved. Go back and remove the number.',
  'page.title.not_found': 'Page not found',
  'page.text.not_found': 'The web address may be wrong, or the page no longer exists.',
  'page.title.too_many': 'Too many attempts',
  'page.text.too_many': 'Please try again in {minutes} min.',
  'page.title.too_many_requests': 'Too many requests',
  'page.text.too_many_requests':
    'Many requests have come from your network. Please try again in {minutes} min.',
  'page.title.unavailable': 'The service is temporarily unavailable',
  'page.text.unavailable': 'Please try again in a moment.',
  'page.title.internal': 'Something went wrong',
  'page.text.internal':
    'The error is on our side. Please try again later. If it happens again, contact us and give us this reference: {reference}.',
  'page.title.provider_failed': 'This sign-in does not work right now',
  'page.text.provider_failed':
    'The other provider did not respond as expected. Please try again later, or sign in in another way.',
  'page.title.provider_email': 'Your email address is not confirmed',
  'page.text.provider_email':
    'The other provider has given us no confirmed email address. Confirm your address there first, or create an account here with a password.',
  'page.title.provider_taken': 'This account is already in use',
  'page.text.provider_taken':
    'Your account at the other provider is already connected to another account here, or your account here is already connected to another account at this provider. Nothing was changed.',
  'page.title.provider_account': 'You cannot sign in this way',
  'page.text.provider_account':
    'Your account here is disabled, or it has another email address or one that is not confirmed. Nothing was changed. If you need help, please contact us.',
  'page.title.last_way_in': 'This is your last way to sign in',
  'page.text.last_way_in':
    'Nothing was changed. First choose a password or add a passkey. Then you can remove this way to sign in.',
} as const
