/** The pages for developers, in English. */
export const developer = {
  'page.link.developer': 'For developers',
  'page.link.application_overview': 'Overview',
  'page.link.application_webhooks': 'Webhooks',
  'page.link.application_requests': 'Requests',
  'page.link.newer': 'Newer',
  'page.link.older': 'Older',
  'page.title.developer': 'Your applications',
  'page.text.developer': 'Applications that you registered. Only you see and change them here.',
  'page.text.developer_none':
    'You have not registered an application yet. Register one to sign users in, or to read events and listings.',
  'page.text.developer_most':
    'You have {max} applications, the most possible. Delete one to register another.',
  'page.button.register': 'Register an application',
  'page.text.types': 'Choose where your application runs.',
  'page.name.type_web': 'Web application',
  'page.name.type_spa': 'Single-page application',
  'page.name.type_native': 'Native application',
  'page.name.type_server': 'Server application',
  'page.text.type_web': 'Runs on your server and signs users in. It keeps a secret.',
  'page.text.type_spa':
    'Runs in the browser and signs users in. It cannot keep a secret, so it gets none.',
  'page.text.type_native':
    'Runs on phones or computers and signs users in. It cannot keep a secret, so it gets none.',
  'page.text.type_server':
    'Runs on your server without users. It reads events and listings, and no user’s data.',
  'page.title.register_web': 'Register a web application',
  'page.title.register_spa': 'Register a single-page application',
  'page.title.register_native': 'Register a native application',
  'page.title.register_server': 'Register a server application',
  'page.title.application_edit': 'Edit {name}',
  'page.label.type': 'Type',
  'page.label.client_id': 'Client ID',
  'page.label.application_name': 'Name',
  'page.hint.application_name': 'Users see this name when they sign in.',
  'page.label.redirect_uris': 'Redirect URIs',
  'page.label.redirect_uri': 'Redirect URI',
  'page.hint.redirect_uris':
    'The addresses to which users return after signing in, one in each line. Each must be an HTTPS address and is compared exactly.',
  'page.hint.redirect_uris_native':
    'The addresses to which users return after signing in, one in each line: an HTTPS address, an address on the same device, or a scheme of your domain such as com.example.app.',
  'page.label.post_logout_redirect_uris': 'Addresses after signing out',
  'page.label.post_logout_redirect_uri': 'Address after signing out',
  'page.hint.post_logout_redirect_uris':
    'The addresses to which users may return after signing out, one in each line.',
  'page.label.scopes': 'What the application may do',
  'page.text.scopes_narrower':
    'If you take a permission away, all tokens of the application end, and its users sign in again.',
  'page.name.disabled': 'Disabled',
  'page.name.application': 'About the application',
  'page.label.registered': 'Registered',
  'page.name.secrets': 'Secrets',
  'page.name.secret_current': 'Current secret',
  'page.name.secret_former': 'Former secret',
  'page.label.created': 'Created',
  'page.label.ends': 'Ends',
  'page.button.secret_rotate': 'Create a new secret',
  'page.button.secret_withdraw': 'Withdraw the former secret',
  'page.name.try': 'Try it',
  'page.text.try':
    'Paste these lines into a terminal or your program. Replace what is written in capitals.',
  'page.name.try_own': 'Get the application’s own token',
  'page.name.try_authorize': 'Print the address at which a user signs in, and open it',
  'page.name.try_exchange': 'In the same terminal, exchange the code from the browser’s address',
  'page.name.try_use': 'Read the user',
  'page.name.try_client': 'In a program',
  'page.name.application_end': 'Disable or delete',
  'page.button.application_enable': 'Enable the application',
  'page.button.application_disable': 'Disable the application',
  'page.button.application_delete': 'Delete the application',
  'page.title.act_rotate': 'A new secret for {name}?',
  'page.title.act_withdraw': 'Withdraw the former secret of {name}?',
  'page.title.act_disable': 'Disable {name}?',
  'page.title.act_delete': 'Delete {name}?',
  'page.text.act_rotate':
    'The current secret works for one more day, so that you can replace it everywhere. A secret that was replaced earlier ends now.',
  'page.text.act_withdraw':
    'Programs that still use the former secret get no more tokens. The current secret stays.',
  'page.text.act_disable':
    'All tokens of {name} end, and nobody can sign in to it. You can enable it again.',
  'page.text.act_delete':
    'All users lose their connection to {name}. Its secrets, tokens and webhooks are deleted. This cannot be undone.',
  'page.text.application_registered': 'The application was registered.',
  'page.text.application_saved': 'The application was saved.',
  'page.text.application_narrowed':
    'The application was saved. It lost a permission, so all its tokens ended.',
  'page.text.application_disabled_now': 'The application is disabled. All its tokens ended.',
  'page.text.application_enabled': 'The application is enabled. Its secrets work again.',
  'page.text.application_deleted': 'The application was deleted.',
  'page.title.application_disabled': 'This application is disabled',
  'page.text.application_disabled':
    'An operator has disabled this application, so it cannot be changed here. Please contact the support team.',
  'page.text.application_disabled_with_owner':
    'This application was disabled because your account was disabled, or is no longer a developer account. It cannot be changed here. Please contact the support team.',
  'page.text.secret_withdrawn': 'The former secret no longer works.',
  'page.text.secret_once':
    'This is the secret of the application. It is shown only now: keep it in a safe place.',
  'page.link.secret_kept': 'Continue to the application',
  'page.title.registered': '{name} is ready',
  'page.title.secret': 'A new secret for {name}',
  'page.title.not_a_developer': 'These pages are for developers',
  'page.text.not_a_developer':
    'Your account cannot register applications. Please ask the support team to admit you as a developer.',
  'page.text.webhooks':
    'Webhooks that this application has made for its users. They are shown without their users.',
  'page.text.webhooks_none':
    'This application has no webhooks. It can make them for its users if it may change webhooks.',
  'page.label.url': 'Address',
  'page.label.topics': 'Topics',
  'page.label.waiting': 'Deliveries that wait',
  'page.name.webhook_owner': 'Off',
  'page.name.webhook_gone': 'The receiver is gone (410)',
  'page.name.webhook_failing': 'The receiver failed for days, or fell far behind',
  'page.name.webhook_not_allowed': 'The application or the user is disabled',
  'page.name.deliveries': 'Deliveries',
  'page.text.deliveries': 'What was sent in the last seven days, newest first.',
  'page.text.deliveries_none':
    'Nothing was sent in the last seven days. Send a ping to try the receiver.',
  'page.name.delivery_waiting': 'Waiting',
  'page.name.delivery_delivered': 'Delivered',
  'page.label.number': 'Number',
  'page.label.time': 'Time',
  'page.label.attempts': 'Attempts',
  'page.label.result': 'Last result',
  'page.label.redeliver': 'Send again: delivery {number}',
  'page.button.ping': 'Send a ping',
  'page.button.redeliver': 'Send again',
  'page.text.pinged': 'A ping will be sent in a moment.',
  'page.text.redelivered': 'The delivery will be sent again in a moment.',
  'page.text.webhook_off':
    'The webhook is off, so nothing was sent. The application can turn it on again.',
  'application.name': 'Must be 1 to {max} characters long, without control characters.',
  'application.name.letters': 'Must contain letters or digits.',
  'application.name.service':
    'Must not look like {service}. Choose a name that says who runs the application.',
  'application.name.taken': 'Another application has this name. Choose a different one.',
  'application.name.script':
    'Must have letters of one script only, such as Latin or Cyrillic. Japanese, Korean and Chinese may be mixed with Latin letters.',
  'application.redirect_uri.malformed':
    '“{uri}” is not a valid redirect URI. It must be absolute, without a fragment and without credentials.',
  'application.redirect_uri.pattern': '“{uri}” must not contain a wildcard. List each address.',
  'application.redirect_uri.https': '“{uri}” must be an https URL, or an http URL on localhost.',
  'application.redirect_uri.native':
    '“{uri}” must be an https URL, or an http URL on localhost, or have a scheme with a dot such as com.example.app.',
  'application.redirect_uri.loopback':
    '“{uri}” leads to the device of the user. Write http instead of https.',
  'application.redirect_uris.missing': 'Enter at least one address.',
  'application.redirect_uris.server': 'A server application has no redirect URIs.',
  'application.redirect_uris.most': 'Enter at most {max} addresses.',
  'application.redirect_uris.long': 'Each address must be at most {max} characters long.',
  'application.redirect_uris.service':
    '“{uri}” is an address of this service. It must be an address of your application.',
  'application.redirect_uris.loopback':
    '“{uri}” leads to the device of the user. Only native applications may use it.',
  'application.scopes': 'Choose at least one.',
  'page.hint.application_link': 'An HTTPS address that users see when they sign in.',
  'page.text.consent_developer':
    '{service} does not run {application}. A developer registered it, and it leads to {host}.',
  'page.text.requests':
    'Requests of the last day, newest first. Nothing here says who the user was.',
  'page.text.requests_none':
    'No requests in the last day. A new request appears here after a second.',
  'page.text.requests_off': 'The log of requests is turned off.',
  'page.text.requests_omitted': '{count} more requests at this time are not listed.',
  'page.link.requests_all': 'All requests',
  'page.link.requests_failed': 'Only refused and failed',
  'page.label.operation': 'Operation',
  'page.label.status': 'Status',
  'page.label.request_id': 'Request ID',
  'page.activity.application.created': 'Registered an application',
  'page.activity.application.updated': 'Changed an application',
  'page.activity.application.secret_rotated': 'Created a new secret of an application',
  'page.activity.application.secret_withdrawn': 'Withdrew the former secret of an application',
  'page.activity.application.disabled': 'Disabled an application',
  'page.activity.application.enabled': 'Enabled an application',
  'page.activity.application.deleted': 'Deleted an application',
  'page.activity.webhook.pinged': 'Sent a ping to a webhook',
  'page.activity.webhook.redelivered': 'Sent a webhook’s delivery again',
  'page.title.application_logo': 'Logo of {name}',
  'page.label.logo': 'Logo',
  'page.hint.logo':
    'A PNG or WebP image, {min} to {max} pixels wide and high, at most {kib} KiB. Users see it when they allow the application.',
  'page.button.logo': 'Change the logo',
  'page.button.logo_remove': 'Remove the logo',
  'page.text.logo_saved': 'The logo was saved.',
  'page.text.logo_removed': 'The logo was removed.',
} as const
