import { merge } from '../merge.ts'
import { account } from './account/en.ts'
import { developer } from './developer/en.ts'
import { mail } from './mail/en.ts'
import { operator } from './operator/en.ts'
import { pages } from './pages/en.ts'

/** English: the fallback, and the list of all keys. `{name}` stands for a parameter. */
export const en = merge(pages, account, developer, operator, mail, {
  // Rules of single properties
  'rule.required': 'A value is required.',
  'rule.type.string': 'Must be text.',
  'rule.type.string_unquoted': 'Must be text, in quotation marks.',
  'rule.type.boolean': 'Must be true or false.',
  'rule.type.boolean_quoted': 'Must be true or false, without quotation marks.',
  'rule.type.integer': 'Must be a whole number.',
  'rule.type.integer_quoted': 'Must be a whole number, without quotation marks.',
  'rule.type.int32': 'Must be a whole number, at most 2147483647.',
  'rule.type.array': 'Must be a list.',
  'rule.phone':
    'Must be a phone number with its country code, such as +44 20 7946 0000, or a number of the chosen country.',
  'rule.time_zone': 'Must be a time zone, such as Europe/London.',
  'rule.year': 'Must be a four-digit year, such as 2031.',
  'rule.invalid': 'This value is not valid.',
  'rule.reference': 'Must be 1 to 64 letters, digits, hyphens and underscores.',
  'rule.repeated': 'Must appear only once.',
  'rule.hostile':
    'Must not contain {character} (position {position}), and no other line breaks, control characters or characters that change the direction of text.',
  'rule.unknown': 'This property does not exist here or cannot be changed.',
  'rule.unknown_like': 'This property does not exist here. Did you mean {known}?',
  'rule.unknown_known': 'This property does not exist here. The known properties are {known}.',
  'rule.unknown_id': 'Send the id in the path, not in the body.',
  'rule.read_only': 'This property cannot be set here.',
  'rule.account_pages': 'Only users can change this, on the pages of their account.',
  'rule.security_code': 'The security code of a card is never accepted here. Do not send it.',
  'rule.too_long': 'Must be at most {max} characters long.',
  'rule.too_short': 'Must be {min} or more characters long.',
  'rule.too_many': 'Must have at most {max} items.',
  'rule.idempotency_key': 'Must have 1 to 255 printable ASCII characters, and appear only once.',
  'rule.minimum': 'Must be at least {min}.',
  'rule.maximum': 'Must be at most {max}.',
  'rule.one_of': 'Must be one of {values}.',
  'rule.sort':
    'Must be one or more of {fields}, separated by commas. To reverse the order, put “-” before a name.',
  'rule.https_url': 'Must be a URL that begins with https://, at most {max} characters long.',
  'rule.logo.type': 'Must be a complete PNG or WebP image without animation.',
  'rule.logo.bytes': 'Must be at most {max} KiB.',
  'rule.logo.pixels': 'Must be {min} to {max} pixels wide and high.',

  // Errors
  'error.invalid_request_body': 'The body must be a JSON object.',
  'error.invalid_request_body.empty': 'The body is empty. It must be a JSON object.',
  'error.invalid_request_body.syntax':
    'The body is not valid JSON. The error is at line {line}, column {column}.',
  'error.invalid_request_body.encoding': 'The body is not UTF-8.',
  'error.invalid_request_body.depth': 'The body is nested more than {max} levels deep.',
  'error.validation_failed': 'Some details are missing or not valid. Please check them.',
  'error.https_required': 'Please send the request over HTTPS.',
  'error.malformed_request': 'The request is not valid HTTP.',
  'error.malformed_request.if_match':
    'If-Match must be * or a list of entity tags in quotation marks.',
  'error.invalid_signature': 'The signature is not valid.',
  'error.unauthorized': 'Please sign in. This request requires an access token.',
  'error.unauthorized.query': 'Send the access token in the header {header}, not in the URL.',
  'error.unauthorized.scheme':
    'Send an access token in the header {header}. Other authentication schemes work only at the token endpoint.',
  'error.invalid_token': 'The access token is not valid or has expired.',
  'error.insufficient_scope': 'This application does not have permission to do this.',
  'error.insufficient_scope.needed':
    'This request requires an access token with the scope {scope}.',
  'error.insufficient_scope.application':
    'This access token belongs to an application, not to a user. Ask the user to sign in first.',
  'error.insufficient_scope.user':
    'This access token belongs to a user. Send the application’s own token (client credentials grant).',
  'error.forbidden': 'This is not allowed.',
  'error.invalid_delete': 'This cannot be deleted while it is in use.',
  'error.invalid_delete.billed':
    'This address cannot be deleted because it is the billing address of {methods}.',
  'error.limit_reached': 'You have reached the maximum number of entries. Please delete one first.',
  'error.webhook_disabled': 'This webhook is disabled. Enable it first.',
  'error.purchase_not_allowed': 'This listing cannot be bought.',
  'error.not_found': 'Nothing was found here.',
  'error.not_found.path': 'This path does not exist. Start at {url}.',
  'error.method_not_allowed': 'This method is not allowed here.',
  'error.method_not_allowed.allowed':
    'This method is not allowed here. The allowed methods are {methods}.',
  'error.not_acceptable': 'The Accept header must allow application/hal+json or application/json.',
  'error.request_timeout': 'The request took too long to arrive. Please try again.',
  'error.precondition_failed':
    'The data has changed since you loaded it. Please load it again and repeat your change.',
  'error.idempotency_key_in_use':
    'A request with this Idempotency-Key is still running. Please wait a moment and repeat it.',
  'error.idempotency_key_reused':
    'This Idempotency-Key was already used for a request with another body. Use a new key.',
  'error.payload_too_large': 'The body is larger than 64 KiB.',
  'error.unsupported_media_type': 'The body must be application/json or application/hal+json.',
  'error.unsupported_media_type.encoding': 'The body must be in UTF-8 and not compressed.',
  'error.headers_too_large': 'The headers are larger than 16 KiB.',
  'error.internal_server_error': 'Something went wrong on our side. Please try again later.',
  'error.too_many_requests': 'Too many requests. Please wait before you send the next one.',
  'error.service_unavailable': 'The service is temporarily unavailable. Please try again shortly.',

  // Titles of links
  'link.self': 'This resource',
  'link.first': 'First page',
  'link.last': 'Last page',
  'link.next': 'Next page',
  'link.prev': 'Previous page',
  'link.user': 'Your profile',
  'link.addresses': 'Your addresses',
  'link.paymentmethods': 'Your payment methods',
  'link.countries': 'Countries',
  'link.webhooks': 'Your webhooks',
  'link.viagogo:user': 'Your profile',
  'link.viagogo:countries': 'Countries',
  'link.address:create': 'Add an address',
  'link.address:update': 'Change this address',
  'link.address:delete': 'Delete this address',
  'link.address:carrier': 'Carrier that picks up from this address',
  'link.country': 'Country',
  'link.country:events': 'Events in this country',
  'link.country:localwebpage': 'Website for this country',
  'link.country:addressrules': 'Address format of this country',
  'link.paymentmethod:createcreditcard': 'Add a credit or debit card',
  'link.paymentmethod:setupcreditcard': 'Set up a card in the payment processor’s fields',
  'link.paymentmethod:cardsetup': 'Confirm this card',
  'link.paymentmethod:createpaypal': 'Add a PayPal account',
  'link.paymentmethod:updatecreditcard': 'Update this card',
  'link.paymentmethod:updatepaypal': 'Update this PayPal account',
  'link.paymentmethod:updatedefaults': 'Set or clear as default',
  'link.paymentmethod:delete': 'Delete this payment method',
  'link.user:addresses': 'Your addresses',
  'link.user:paymentmethods': 'Your payment methods',
  'link.user:purchases': 'Your purchases',
  'link.user:sales': 'Your sales',
  'link.user:salesaggregates': 'Summary of your sales',
  'link.user:sellerlistings': 'Your listings',
  'link.user:update': 'Change your profile',
  'link.user:webhooks': 'Your webhooks',
  'link.webhook': 'Webhook',
  'link.webhook:create': 'Add a webhook',
  'link.webhook:update': 'Change this webhook',
  'link.webhook:delete': 'Delete this webhook',
  'link.webhook:ping': 'Send a ping',
  'link.webhook:rotatesecret': 'Replace the secret',
  'link.webhook:deliveries': 'Deliveries of this webhook',
  'link.delivery:redeliver': 'Send again',
  'link.paymentmethod:createbankaccount': 'Add a bank account',
  'link.paymentmethod:updatebankaccount': 'Update this bank account',

  // Webhooks
  'webhook.url.invalid':
    'Must be a complete URL without a fragment, such as https://example.com/hook.',
  'webhook.url.scheme': 'Must begin with https://.',
  'webhook.url.credentials':
    'Must not contain a user name or a password. Use authorization_header.',
  'webhook.url.port': 'Must use one of these ports: {ports}.',
  'webhook.url.address': 'Must lead to a public address on the internet.',
  'webhook.topics':
    'Must be a list of one or more of Addresses, PaymentMethods, User and Ping, each once.',
  'webhook.authorization_header': 'Must have 1 to 1024 characters, only printable ASCII.',

  // Addresses
  'address.default.required':
    'One address must always be the default. Make another address the default instead.',
  'address.country_code.unknown': 'Must be a two-letter country code (ISO 3166-1), such as GB.',
  'address.country_code.meant':
    'Must be a two-letter country code (ISO 3166-1). Did you mean {code}?',
  'address.state_province.required': 'A state, province or region is required in this country.',
  'address.state_province.required_like':
    'A state, province or region is required in this country, such as {example}.',
  'address.postal_code.required': 'A postal code is required in this country, such as {example}.',
  'address.postal_code.digits': '"{example}" style: {count} digits.',
  'address.postal_code.zip': '"{example}" style: five digits, optionally a dash and four.',
  'address.postal_code.canadian':
    '"{example}" style: letter, digit, letter, then digit, letter, digit.',
  'address.postal_code.british':
    '"{example}" style: the area and district, then a digit and two letters.',
  'address.postal_code.irish': '"{example}" style: three characters, then four.',
  'address.postal_code.dutch': '"{example}" style: four digits, then two letters.',
  'address.postal_code.two_dash_three': '"{example}" style: two digits, a dash and three.',
  'address.postal_code.three_dash_four': '"{example}" style: three digits, a dash and four.',
  'address.postal_code.three_space_two': '"{example}" style: three digits, then two.',
  'address.postal_code.four_dash_three': '"{example}" style: four digits, a dash and three.',
  'address.postal_code.five_dash_three': '"{example}" style: five digits, a dash and three.',
  'address.postal_code.like': 'Must look like {example}.',
  'address.postal_code.like_either': 'Must look like {example} or {second}.',

  // What countries call the parts of an address
  'address.label.full_name': 'Full name',
  'address.label.address_1': 'Street address',
  'address.label.address_2': 'Street address, line 2',
  'address.label.address_3': 'Street address, line 3',
  'address.label.country_code': 'Country',
  'address.label.city': 'City',
  'address.label.post_town': 'Post town',
  'address.label.suburb': 'Suburb',
  'address.label.district': 'District',
  'address.label.state': 'State',
  'address.label.province': 'Province',
  'address.label.county': 'County',
  'address.label.department': 'Department',
  'address.label.emirate': 'Emirate',
  'address.label.prefecture': 'Prefecture',
  'address.label.oblast': 'Oblast',
  'address.label.do_si': 'Province or metropolitan city',
  'address.label.parish': 'Parish',
  'address.label.island': 'Island',
  'address.label.area': 'Area',
  'address.label.postal': 'Postal code',
  'address.label.zip': 'ZIP code',
  'address.label.eircode': 'Eircode',
  'address.label.pin': 'PIN code',

  // Payment methods
  'paymentmethod.buyer_method':
    'This payment method cannot be used for purchases, so it cannot be the default for purchases.',
  'paymentmethod.seller_method':
    'This payment method cannot receive payments, so it cannot be the default for receiving payments.',
  'paymentmethod.billing_address': 'Must be the id of one of your addresses.',
  'paymentmethod.duplicate': 'You have already saved this as another payment method.',
  'paymentmethod.email': 'Must be an email address, such as ada@example.com.',
  'card.number.digits':
    'Must be the digits of the card number. Spaces and hyphens between the digits are allowed.',
  'card.number.brand': 'This card number does not belong to a supported card brand.',
  'card.number.length': 'The card number has the wrong length for {brand}.',
  'card.number.check': 'The check digit of the card number is wrong.',
  'card.token.both': 'Send either the card number or the card token, not both.',
  'card.token.unsupported': 'Card tokens are not accepted here. Send the card number.',
  'card.token.unknown': 'This card token is unknown or was already used.',
  'card.declined': 'The card was declined.',
  'card.number.unsupported': 'Card numbers are not accepted here. Send a card token.',
  'card.gone': 'The saved card no longer exists. Send the card number or the card token again.',
  'card.declined.expired': 'The card issuer says that the card has expired.',
  'card.declined.security_code': 'The security code of the card is wrong. Enter the card again.',
  'card.declined.postal_code':
    'The card issuer knows another postal code. Choose the billing address of the card.',
  'card.declined.funds': 'The card has insufficient funds. Use another card.',
  'card.declined.authentication':
    'The card issuer requires that you confirm this card. Enter it in the payment processor’s fields, and send the card token.',
  'card.not_chargeable': 'This card is not kept by a payment processor, so it cannot be charged.',
  'payout.on_hold':
    'The user’s payment method for being paid is on hold after a change, and no other one may be paid.',
  'payout.no_method': 'The user has no confirmed payment method for being paid.',
  'card.declined.authentication_failed':
    'The card issuer could not confirm that this card is yours. Try again, or use another card.',
  'card.setup.incomplete':
    'The setup of this card is not finished. Confirm the card in the payment processor’s fields, and send it again.',
  'card.setup.ended': 'The setup of this card has ended. Start a new one.',
  'card.setup.not_supported':
    'No payment processor is connected here, so there are no fields to set up a card. Send the card number.',
  'card.expired': 'The card expired in {expiry}.',
  'card.start.late': 'The start date of the card must not be after its expiry date.',
  'card.issue_number': 'Must be one or two digits.',
  'rule.card_number': 'Must not contain a card number.',
  'paymentmethod.type.CreditCard': 'Credit or Debit Card',
  'paymentmethod.type.PayPal': 'PayPal',
  'paymentmethod.type.BankAccount': 'Bank account',
  'bankaccount.iban.country':
    'Must begin with the two letters of a country that uses IBANs, such as DE.',
  'bankaccount.iban.length': 'IBANs that begin with {country} have {length} characters.',
  'bankaccount.iban.form':
    'IBANs that begin with {country} look like {form}. # stands for a digit, A for a letter, and * for either.',
  'bankaccount.iban.check': 'The check digits do not fit this IBAN. Check it for typing errors.',
  'bankaccount.routing_number':
    'Must be the nine digits of a US routing number. Check it for typing errors.',
  'bankaccount.number': 'Must be the 5 to 17 digits of the account number.',
  'bankaccount.both': 'Send either an IBAN or a US account, not both.',
  'bankaccount.holder': 'Must be the name of the holder, without an account number.',
  'bankaccount.confirmed':
    'You have confirmed this account, so its number cannot be replaced. Add the new account as another payment method, and delete this one.',
  'bankaccount.not_supported': 'Bank accounts cannot be added here.',
  'bankaccount.gone': 'The payment processor no longer has this account. Add it again.',
  'bankaccount.declined':
    'The payment processor does not accept this account. Check the details, or use another account.',
  'bankaccount.declined.number':
    'The payment processor does not know this number. Check it for typing errors.',
  'bankaccount.declined.routing_number':
    'The payment processor does not know this routing number. Check it for typing errors.',
  'bankaccount.declined.country':
    'Accounts in this country cannot be paid here. Use an account in another country.',
  'bankaccount.declined.currency':
    'Accounts in this currency cannot be paid here. Use an account in another currency.',
  'bankaccount.declined.seller_country':
    'Sellers in this country cannot be paid here. If you live in another country, choose your address there.',

  // Listings
  'listing.tickets.left': 'At most {left} tickets are left.',
  'listing.tickets.split':
    'This number of tickets cannot be bought together. It must be one of {splits}.',
  'listing.delivery_method': 'Must be the id of one of the delivery methods of this listing.',
  'listing.delivery_address': 'Must be the id of one of your addresses.',
  'listing.delivery_country': 'The tickets cannot be delivered to this country.',
  'listing.pickup_full_name': 'The full name of the person who picks up the tickets is required.',
  'listing.coupon.unknown': 'The coupon “{coupon}” is not valid for this listing.',
  'listing.coupon.expired': 'The coupon “{coupon}” has expired.',
  'listing.reason.type_not_accepted': 'This payment type is not accepted for this listing.',
  'listing.reason.expired': 'This card has expired.',
  'listing.reason.not_for_buying': 'This payment method cannot be used for purchases.',
})

export type MessageKey = keyof typeof en
/** One language's texts; a missing key does not compile. */
export type Catalogue = Readonly<Record<MessageKey, string>>
