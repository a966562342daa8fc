/** The account pages, in English. */
export const account = {
  // The frame of the account pages
  'page.link.overview': 'Overview',
  'page.label.menu': 'Menu',
  'page.label.signed_in_as': 'Signed in as {name}',
  'page.button.save': 'Save',
  'page.button.edit': 'Edit',
  'page.button.delete': 'Delete',
  'page.button.make_default': 'Make default',
  'page.button.undo': 'Undo',
  'page.name.default': 'Default',
  'page.text.saved': 'Your changes were saved.',
  'page.error.changed_elsewhere':
    'This was changed elsewhere while you edited it. Check your entries and save again to replace the other change.',

  // Overview
  'page.title.overview': 'Hello, {name}',
  'page.title.overview_unnamed': 'Your account',
  'page.name.attention': 'Needs your attention',
  'page.text.all_well': 'Everything is up to date.',
  'page.text.needs_second_factor':
    'Only a password protects your account. Add a passkey or an authenticator app.',
  'page.text.needs_card': '{card} has expired. Replace it, or delete it.',
  'page.text.needs_address': 'You have no address yet. Add one to check out faster.',
  'page.text.needs_erasure': 'Your account will be deleted on {date}. You can still keep it.',
  'page.label.count_addresses': 'Saved addresses: {count}',
  'page.label.count_sessions': 'Active sessions: {count}',
  'page.label.count_applications': 'Connected applications: {count}',
  'page.label.sign_in_methods': 'Password, passkeys, authenticator app',

  // Addresses
  'page.title.addresses': 'Addresses',
  'page.link.addresses': 'Addresses',
  'page.text.no_addresses':
    'You have no addresses yet. Saved addresses are offered for delivery and billing when you buy.',
  'page.button.address_add': 'Add an address',
  'page.title.address_edit': 'Edit address',
  'page.title.address_delete': 'Delete this address?',
  'page.text.address_delete':
    'This address will no longer be offered when you buy. You can undo this on the next page.',
  'page.text.address_delete_default': 'Another address becomes your default address.',
  'page.text.address_added': 'The address was added.',
  'page.text.address_saved': 'The address was saved.',
  'page.text.address_deleted': 'The address was deleted.',
  'page.text.address_default': 'This is now your default address.',
  'page.text.address_billed':
    'A payment method uses this address for billing, so it cannot be deleted.',
  'page.label.country': 'Country',
  'page.name.choose_country': 'Choose a country',
  'page.button.use_country': 'Use this country',
  'page.hint.use_country': 'The other fields follow the country.',
  'page.label.optional': '{label} (optional)',
  'page.label.example': 'For example {example}',
  'page.label.default_address': 'Make this my default address',
  'page.label.edit_address': 'Edit address: {address}',
  'page.label.delete_address': 'Delete address: {address}',
  'page.label.default_address_of': 'Make default address: {address}',

  // Payment methods
  'page.link.paymentmethods': 'Payment methods',
  'page.text.no_methods':
    'You have no payment methods yet. Saved methods make buying faster, and PayPal can also receive your earnings.',
  'page.button.card_add': 'Add a card',
  'page.button.paypal_add': 'Add a PayPal account',
  'page.title.card_edit': 'Edit {method}',
  'page.name.card': '{brand} ending {last4}',
  'page.name.expired': 'Expired',
  'page.name.default_buyer': 'Default for purchases',
  'page.name.default_seller': 'Default for being paid',
  'page.label.expires': 'Expires',
  'page.label.billing_address': 'Billing address',
  'page.name.no_billing': 'No billing address',
  'page.label.holder': 'Name on the card',
  'page.label.card_number': 'Card number',
  'page.hint.card_number': 'The number is not stored here.',
  'page.hint.card_number_keep': 'Leave this empty to keep {method}.',
  'page.label.expiry_month': 'Expiry month',
  'page.label.expiry_year': 'Expiry year',
  'page.name.month': 'Month',
  'page.name.year': 'Year',
  'page.label.default_buyer': 'Use this as my default for purchases',
  'page.label.default_seller': 'Use this as my default for being paid',
  'page.label.paypal_email': 'Email address of the PayPal account',
  'page.button.default_buyer': 'Make default for purchases',
  'page.button.default_seller': 'Make default for being paid',
  'page.label.action_on': '{action}: {method}',
  'page.title.method_delete': 'Delete {method}?',
  'page.text.method_delete':
    '{method} will no longer be offered at checkout. Payments that are under way are not affected. To use it again, you have to add it again.',
  'page.text.method_delete_default': 'You will have no default until you choose one.',
  'page.text.method_added': 'The payment method was added.',
  'page.text.method_saved': 'The payment method was saved.',
  'page.text.method_deleted': 'The payment method was deleted.',
  'page.text.method_default': 'Your default was changed.',
  'page.text.cards_elsewhere': 'You can add a card when you buy. It is then listed here.',
  'page.error.vault': 'The card could not be saved just now. Please try again in a moment.',
  'page.label.count_methods': 'Saved payment methods: {count}',

  // Profile
  'page.link.profile': 'Profile',
  'page.label.profile_name': 'Full name',
  'page.label.newsletter': 'Send me the newsletter by email',
  'page.label.phone': 'Phone number',
  'page.label.phone_country': 'Country of the phone number',
  'page.label.phone_country_hint': 'For a number without a country code',
  'page.label.email_language': 'Language of emails',
  'page.label.time_zone': 'Time zone',
  'page.text.profile_email': 'You sign in as {email}.',

  // Data and privacy
  'page.link.privacy': 'Your data',
  'page.name.export': 'Download your data',
  'page.text.export':
    'Get a file with everything that is stored about you: profile, addresses, payment methods, connected applications and recent activity. It contains no passwords and no card numbers.',
  'page.button.export': 'Download',
  'page.text.export_ready':
    'The file is in JSON format. Keep it in a safe place: it contains your addresses.',
  'page.name.delete_account': 'Delete your account',
  'page.text.delete_account':
    'Everything that is stored about you is deleted. You have 14 days to change your mind.',
  'page.text.delete_account_now': 'All applications lose access to your account at once.',
  'page.text.delete_account_cancel': 'For 14 days you can sign in and keep the account.',
  'page.text.delete_account_then':
    'Then your addresses, payment methods and sign-in data are deleted for ever.',
  'page.button.delete_account': 'Delete my account',
} as const
