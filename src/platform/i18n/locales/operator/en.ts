/** The pages for operators, in English. */
export const operator = {
  // Operators
  'page.link.operator': 'Support',
  'page.title.operator': 'Find a user',
  'page.title.operator_user': 'User {id}',
  'page.title.operator_request': 'Request',
  'page.title.operator_application': 'Application',
  'page.label.find': 'Email address or id',
  'page.text.find_hint':
    'Also the id of a request, from an error page or the log, or the client id of an application.',
  'page.button.find': 'Find',
  'page.error.nobody': 'Nothing was found. Please check what you entered.',
  'page.text.sign_up_waits':
    'Somebody has signed up with this email address and has not confirmed it yet. You can send the email with the link again.',
  'page.text.sign_up_sent': 'The confirmation email was sent.',
  'page.text.no_records':
    'The audit trail has no record of this request. Most requests that only read leave none. Look for the request in the log.',
  'page.name.account_state': 'Account',
  'page.name.acts': 'What you can do',
  'page.text.no_acts': 'There is nothing that you can do for this account here.',
  'page.name.belongings': 'What the account has',
  'page.label.operator_name': 'Name',
  'page.label.operator_state': 'State',
  'page.label.operator_created': 'Created',
  'page.label.wanted_email': 'New email address, not confirmed',
  'page.label.disabled': 'Disabled',
  'page.label.erases': 'Will be deleted',
  'page.label.roles': 'Roles',
  'page.label.codes_left': 'Recovery codes left',
  'page.label.open_links': 'Links that still work',
  'page.label.queued_emails': 'Emails waiting to be sent',
  'page.name.state_enabled': 'Enabled',
  'page.name.state_disabled': 'Disabled',
  'page.name.state_erasing': 'Will be deleted',
  'page.name.role_operator': 'Operator',
  'page.name.role_developer': 'Developer',
  'page.name.yes': 'Yes',
  'page.name.no': 'No',
  'page.name.none': 'None',
  'page.name.link_sign_up': 'Sign-up',
  'page.name.link_reset_password': 'New password',
  'page.name.link_new_email': 'New email address',
  'page.name.link_sign_in': 'Sign-in',
  'page.label.reason': 'Reason',
  'page.text.reason_hint':
    'The number of a ticket or one word, such as SUP-4711. It stays in the audit trail, so write no personal data.',
  'page.error.reason':
    'Please enter the number of a ticket or one word without spaces, such as SUP-4711.',
  'page.label.check': 'How did you check who asks for it?',
  'page.text.check_hint':
    'Ask for nothing that an attacker can read in a stolen mailbox. If the mailbox may be in wrong hands, disable the account instead.',
  'page.name.choose': 'Please choose',
  'page.name.email_and_day':
    'Request from the account’s email address, answered there, waited a day',
  'page.name.document_in_person': 'Saw an identity document in person',
  'page.name.document_by_video': 'Compared an identity document in a video call',
  'page.error.check': 'Please choose how you checked it.',
  'page.button.operator_send_password_link': 'Send a link for a new password',
  'page.text.operator_send_password_link':
    'The user gets an email with a link to choose a new password. The link works once, for one hour. Until then the password stays as it is.',
  'page.text.operator_done_send_password_link': 'The link for a new password was sent.',
  'page.button.operator_resend_confirmation': 'Send the confirmation email again',
  'page.text.operator_resend_confirmation':
    'The user gets another email with a link to confirm the email address. Earlier links to a new address end.',
  'page.text.operator_done_resend_confirmation': 'The confirmation email was sent again.',
  'page.button.operator_reset_second_factors': 'Remove all second factors',
  'page.text.operator_reset_second_factors':
    'The authenticator app, all passkeys and the recovery codes are removed. The user is signed out everywhere, can then sign in with the password alone, and is told by email. Anyone who has the password and talks you into this has the account, so check first who asks for it.',
  'page.text.operator_done_reset_second_factors': 'All second factors were removed.',
  'page.button.operator_end_sessions': 'Sign out everywhere',
  'page.text.operator_end_sessions':
    'The user is signed out in all browsers. Applications can no longer use the account until the user signs in to them again.',
  'page.text.operator_done_end_sessions': 'The user was signed out everywhere.',
  'page.button.operator_disable': 'Disable the account',
  'page.text.operator_disable':
    'The user can no longer sign in, is signed out everywhere, and is told by email. Applications can no longer use the account. You can enable it again.',
  'page.text.operator_done_disable': 'The account was disabled.',
  'page.button.operator_enable': 'Enable the account',
  'page.text.operator_enable':
    'The user can sign in again, and is told by email. Sessions and the access of applications do not come back by themselves.',
  'page.text.operator_done_enable': 'The account was enabled.',
  'page.button.operator_admit_developer': 'Admit as a developer',
  'page.text.operator_admit_developer':
    'The user can register applications from now on, and is told by email.',
  'page.text.operator_done_admit_developer': 'The user is now a developer.',
  'page.button.operator_remove_developer': 'Remove as a developer',
  'page.text.operator_remove_developer':
    'The user can no longer register applications or change them. The applications keep working. If they should stop, disable them one by one.',
  'page.text.operator_done_remove_developer': 'The user is no longer a developer.',
  'page.text.operator_done_nothing': 'Nothing was changed, because it was already so.',
  'page.button.application_disable': 'Disable the application',
  'page.text.application_disable':
    'Nobody can sign in to this application any more, and all its tokens end. You can enable it again. Tokens that ended do not come back.',
  'page.text.application_done_disable': 'The application was disabled.',
  'page.button.application_enable': 'Enable the application',
  'page.text.application_enable':
    'The application works again with its secrets. Tokens that ended do not come back.',
  'page.text.application_done_enable': 'The application was enabled.',
  'page.text.application_done_nothing': 'Nothing was changed, because it was already so.',
  'page.label.operator_client_id': 'Client ID',
  'page.label.operator_kind': 'Kind',
  'page.label.operator_redirect_uris': 'Redirect URIs',
  'page.label.operator_scopes': 'Scopes',
  'page.title.second_factor_needed': 'Second factor needed',
  'page.text.second_factor_needed':
    'You can open this page only if you signed in with a second factor. Sign out, then sign in with your authenticator app or a passkey.',
  'page.title.own_account': 'This is your own account',
  'page.text.own_account':
    'You cannot do this for your own account. Use the pages of your account, or ask another operator.',
  'page.title.operator_account': 'This account belongs to an operator',
  'page.text.operator_account':
    'Only the people who run the service can do this for an operator, at the command line.',
  'page.activity.user.viewed': 'Looked at the account',
  'page.activity.access.ended': 'Signed out everywhere',
  'page.activity.email.confirmation_sent': 'Sent the confirmation email again',
  'page.activity.user.created': 'The account was created',
  'page.activity.second_factor.refused': 'Gave a wrong second factor',
  'page.activity.sign_in.link_requested': 'Requested a link to sign in',
  'page.activity.consent.refused': 'Refused to connect an application',
  'page.name.link_payout_proof': 'Confirm how the user is paid',
  'page.name.link_payout_undo': 'Undo a change of where money goes',
} as const
