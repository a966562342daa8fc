/** The texts of emails, in English: the list of all keys. `{service}` is the service's name. */
export const mail = {
  // Subjects
  'mail.subject.confirm_email': 'Confirm your email address for {service}',
  'mail.subject.account_exists': 'You already have an account at {service}',
  'mail.subject.reset_password': 'Choose a new password for {service}',
  'mail.subject.password_changed': 'Your password for {service} was changed',
  'mail.subject.address_confirmed': 'Your email address for {service} was confirmed',
  'mail.subject.confirm_new_email': 'Confirm your new email address for {service}',
  'mail.subject.email_changed': 'Your email address for {service} was changed',
  'mail.subject.second_factor_changed': 'Your sign-in methods for {service} were changed',
  'mail.subject.totp_added': 'Authenticator app added at {service}',
  'mail.subject.totp_removed': 'Authenticator app removed at {service}',
  'mail.subject.passkey_added': 'Passkey added at {service}',
  'mail.subject.passkey_removed': 'Passkey removed at {service}',
  'mail.subject.recovery_codes_renewed': 'New recovery codes at {service}',
  'mail.subject.sign_in_link': 'Confirm that you are signing in to {service}',
  'mail.subject.erasure_requested': 'Your account at {service} will be deleted',
  'mail.subject.erasure_cancelled': 'Your account at {service} will not be deleted',
  'mail.subject.account_erased': 'Your account at {service} was deleted',
  'mail.subject.support_factors_reset': 'Your sign-in methods for {service} were reset',
  'mail.subject.support_password_set': 'Our support team changed your password for {service}',
  'mail.subject.sign_in_code': 'Your code to sign in to {service}',
  'mail.subject.identity_added': 'A sign-in with {provider} was added at {service}',
  'mail.subject.identity_removed': 'The sign-in with {provider} was removed at {service}',

  // What has happened, or is to be done
  'mail.text.confirm_email':
    'Please open the link below to confirm your email address and finish creating your account at {service}.',
  'mail.text.account_exists':
    'Somebody, probably you, tried to create an account at {service} with this email address. This address already has an account, so please sign in instead. If you have forgotten your password, you can choose a new one on the sign-in page.',
  'mail.text.reset_password':
    'Somebody, probably you, requested a new password for your account at {service}. Please open the link below to choose a new password.',
  'mail.text.password_changed':
    'The password of your account at {service} was changed. You were signed out of all other sessions. Applications cannot use your account until you sign in to them again. They stay connected and are still told about changes. Disconnect those that you do not know on the page “Connected applications”.',
  'mail.text.address_confirmed':
    'You chose a new password for your account at {service}. This also confirmed your email address. Nobody had confirmed it before, so somebody else may have used the account. We therefore ended all sessions, disconnected all applications, and removed the authenticator app, the passkeys and the recovery codes. Please check the addresses and the payment methods of your account.',
  'mail.text.confirm_new_email':
    'Please open the link below to use this email address for your account at {service}. Until then, your account keeps its current address.',
  'mail.text.email_changed':
    'The email address of your account at {service} was changed. From now on, we send emails only to the new address.',
  'mail.text.second_factor_changed':
    'Your sign-in methods at {service} were changed. An authenticator app, a passkey or your recovery codes were added, changed or removed.',
  'mail.text.totp_added':
    'An authenticator app was added to your account at {service}. From now on, you also need a code from this app when you sign in with your password.',
  'mail.text.totp_removed':
    'The authenticator app was removed from your account at {service}. You no longer need a code from the app to sign in.',
  'mail.text.passkey_added':
    'A passkey was added to your account at {service}. Anyone who has this passkey can sign in with it.',
  'mail.text.passkey_removed':
    'A passkey was removed from your account at {service}. Nobody can sign in with this passkey any more.',
  'mail.text.recovery_codes_renewed':
    'New recovery codes were created for your account at {service}. The old codes no longer work.',
  'mail.text.sign_in_link':
    'Many attempts were made to sign in to your account at {service}. If you are signing in now, open the link below and enter your password. You can also enter this code on the page that asks for it.',
  'mail.text.erasure_requested':
    'Somebody, probably you, asked us to delete your account at {service}. We will delete the account and all of its data on {date}. Until then, you can keep your account: sign in and open the page “Your data”. Applications can no longer use your account.',
  'mail.text.erasure_cancelled':
    'The deletion of your account at {service} was cancelled. Your account and its data will be kept. To use an application again, sign in to it again.',
  'mail.text.account_erased':
    'Your account at {service} and all of its data were deleted. This is the last message about this account.',
  'mail.text.support_factors_reset':
    'Our support team reset your sign-in methods at {service}: your authenticator app, passkeys and recovery codes were removed. You were signed out of all sessions. You can sign in with your password alone. To protect your account again, add an authenticator app or a passkey in your security settings.',
  'mail.text.support_password_set':
    'Our support team set a new password for your account at {service}. You were signed out of all sessions. Applications cannot use your account until you sign in to them again. They stay connected and are still told about changes. Please choose a password that only you know.',
  'mail.text.sign_in_code':
    'Enter this code within 15 minutes on the page where you asked for it. Or open the link below to sign in to your account at {service} in any browser.',
  'mail.text.identity_added':
    'A sign-in with {provider} was added to your account at {service}. Anyone who can use that {provider} account can sign in with it.',
  'mail.text.identity_removed':
    'The sign-in with {provider} was removed from your account at {service}. Nobody can sign in with it any more.',

  // For people who did not request the email
  'mail.unasked.ignore':
    'If this was not you, you do not need to do anything. Nothing happens unless somebody opens the link.',
  'mail.unasked.unchanged':
    'If this was not you, you do not need to do anything. Your account has not changed.',
  'mail.unasked.takeover':
    'If this was not you, somebody else may have access to your account. Choose a new password immediately.',
  'mail.unasked.undo':
    'If this was not you, somebody else may have access to your account. Take the change back now. This ends all access to your account, and you choose a new password.',
  'mail.unasked.sign_in':
    'If this was not you, you do not need to do anything. At the moment, your password alone is not enough to sign in. Do not give this code to anyone.',
  'mail.unasked.erasure':
    'If this was not you, somebody else may have access to your account. Open the page “Your data” immediately, keep your account there, and then choose a new password.',
  'mail.unasked.erased': 'If this was not you, contact {service}.',
  'mail.unasked.support':
    'If you did not ask the support team for this, somebody else may be trying to get into your account. Choose a new password immediately and contact {service}.',
  'mail.button.confirm_email': 'Confirm email address',
  'mail.button.sign_in': 'Sign in',
  'mail.button.new_password': 'Choose a new password',
  'mail.button.security': 'Open security settings',
  'mail.button.privacy': 'Open “Your data”',
  'mail.label.time': 'Time',
  'mail.label.browser': 'Browser',
  'mail.label.code': 'Code',
  'mail.name.unknown_browser': 'Unknown browser',
  'mail.link_address': 'If the button does not work, copy this link into your browser.',
  'mail.unasked.code':
    'If this was not you, you do not need to do anything. Do not give the code to anyone, and do not forward this email.',
  'mail.subject.webhook_disabled': 'A webhook of your application at {service} was disabled',
  'mail.text.webhook_disabled':
    'A receiver of your application at {service} did not accept any delivery for about three days, or fell far behind, so we disabled its webhook. More webhooks of this receiver may follow. Waiting deliveries are kept for seven days. They are sent when your application enables the webhook again.',
  'mail.unasked.webhook':
    'You receive this email because you registered the application. We send at most one a day for each receiver.',
  'mail.button.webhooks': 'Show the webhooks',
  'mail.subject.data_exported': 'A file with your data at {service} was made',
  'mail.text.data_exported':
    'All data of your account at {service} was written to a file for downloading: among others your name, your addresses, how you pay and are paid, and what happened in your account. Passwords and card numbers are not in it.',
  'mail.subject.application_secret_changed': 'Your application at {service} has a new secret',
  'mail.text.application_secret_changed':
    'A new secret was created for your application at {service}. The former secret works for one more day.',
  'mail.subject.application_uris_changed':
    'The redirect URIs of your application at {service} were changed',
  'mail.text.application_uris_changed':
    'The redirect URIs of your application at {service} were changed. After signing in, users and their authorization codes are now sent to the new ones.',
  'mail.unasked.application':
    'If neither you nor our support team did this, somebody else may have access to your account. Choose a new password immediately. Then create a new secret for the application, and check its redirect URIs.',
  'mail.button.application': 'Show the application',

  // Shared texts, and the texts of further emails
  'mail.link_life.1': 'The link works once and expires after one hour.',
  'mail.link_life.24': 'The link works once and expires after 24 hours.',
  'mail.link_life.48': 'The link works once and expires after 48 hours.',
  'mail.link_life.168': 'The link works once and expires after seven days.',
  'mail.automatic': 'This is an automatic message from {service}. Please do not reply.',
  'mail.subject.support_disabled': 'Your account at {service} was disabled',
  'mail.subject.support_enabled': 'Your account at {service} was enabled again',
  'mail.subject.developer_admitted': 'You can now register applications at {service}',
  'mail.text.support_disabled':
    'Our support team disabled your account at {service}. You were signed out of all sessions, and applications can no longer use your account.',
  'mail.text.support_enabled':
    'Our support team enabled your account at {service} again. You can sign in as before. To use an application again, sign in to it again.',
  'mail.text.developer_admitted':
    'Your account at {service} is now a developer account. You can register applications that sign users in with {service}.',
  'mail.unasked.support_disabled': 'If you think that this is a mistake, contact {service}.',
  'mail.unasked.developer': 'If you did not ask for this, you do not need to do anything.',
  'mail.button.developer': 'Register an application',
  'mail.subject.confirm_payout': 'Confirm that you can be paid by {method}',
  'mail.subject.confirm_bank_account': 'Confirm that you can be paid by {method}',
  'mail.text.confirm_bank_account':
    '{method} was added to your account at {service} as a way to be paid. If you added it, open the link below and confirm it. No money is sent there before that.',
  'mail.unasked.bank_account':
    'If you did not add it, do not confirm it. Choose a new password, because somebody else may have access to your account.',
  'mail.subject.payout_changed': 'Where {service} pays you will change',
  'mail.subject.payout_cleared': '{service} does not pay you at present',
  'mail.subject.payout_deleted': '{service} does not pay you at present',
  'mail.subject.payout_details': 'The details of how {service} pays you were changed',
  'mail.text.confirm_payout':
    '{method} was added to an account at {service} as a way to be paid. If you added it, open the link below, sign in and confirm it. No money is sent there before that.',
  'mail.text.payout_changed':
    'From {date}, {service} pays you by {method}. Until then, you are paid as before. If this is right, you have nothing to do.',
  'mail.text.payout_cleared':
    '{method} is no longer your default for being paid by {service}. Your money waits until another payment method can be used.',
  'mail.text.payout_deleted':
    '{method} was deleted, so {service} can no longer pay you there. Your money waits until another payment method can be used.',
  'mail.text.payout_details':
    'The name of the holder or the type of {method} was changed. If this is right, you have nothing to do.',
  'mail.unasked.payout':
    'If you did not add it, ignore this email. Nothing is then paid there, and you have nothing to do.',
  'mail.unasked.payout_takeover':
    'If you did not make this change, undo it now. Then choose a new password, because somebody else may have access to your account.',
  'mail.button.confirm_payout': 'Confirm',
  'mail.button.payout_undo': 'Undo the change',
  'mail.subject.account_recovered': 'Your account at {service} is yours again',
  'mail.subject.address_taken_back': 'An account at {service} no longer has your email address',
  'mail.subject.support_email_set':
    'Our support team set the email address of your account at {service}',
  'mail.subject.support_email_removed':
    'Our support team changed the email address of an account at {service}',
  'mail.subject.payout_undone': 'A change of where {service} pays you was undone',
  'mail.text.account_recovered':
    'Changes of how to sign in to your account at {service} were taken back with the link in an email. The account has this email address again. The password and all sessions ended, and all applications were disconnected. Please open the link below to choose a new password. Then check where you are paid. If you have registered applications here, check their secrets and redirect URIs, too.',
  'mail.text.address_taken_back':
    'The change to this email address of an account at {service} was taken back. The account has its earlier address again, and no longer has this one.',
  'mail.text.support_email_set':
    'Our support team made this the email address of your account at {service}. The password, all sessions and all other ways to sign in ended, and all applications were disconnected. Please open the link below to choose a new password. Then check where you are paid. If you have registered applications here, check their secrets and redirect URIs, too.',
  'mail.text.support_email_removed':
    'Our support team gave an account at {service} another email address, because somebody showed us that the account is theirs. The account no longer has this address, and all its sessions ended.',
  'mail.text.payout_undone':
    'A change of where {service} pays you was undone. Your payment methods show where your money goes now.',
  'mail.unasked.recovered':
    'If you did not ask for this, somebody else may read your emails. Choose a new password immediately, here and for your mailbox.',
  'mail.unasked.support_undo':
    'If you did not ask the support team for this, take it back now. This ends all access to your account, and you choose a new password.',
  'mail.button.sign_in_undo': 'Take the change back',
} as const
