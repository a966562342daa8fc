export { type Answer, type ClientOptions, createClient, type Foyer } from './client.ts'
export type { Collection, Part } from './collection.ts'
export type * from './documents.ts'
export type { Follow, Followed, FollowOptions, RelationOf, Relations } from './follow.ts'
export {
  type ConnectionError,
  FoyerError,
  type OAuthError,
  type OAuthErrorCode,
  type OtherError,
  type ServiceError,
} from './http/error.ts'
export type {
  AccessToken,
  Attempt,
  Call,
  Hooks,
  Query,
  ReadOptions,
  RequestOptions,
  Retries,
  TokenSource,
  WriteOptions,
} from './http/options.ts'
export { etagOf, responseOf } from './http/received.ts'
export type { Ref } from './links.ts'
export type { Addresses, AddressQuery, AddressSort } from './resources/addresses.ts'
export type { Countries } from './resources/countries.ts'
export type { ListingPaymentMethodQuery, Listings } from './resources/listings.ts'
export type {
  ChargeQuery,
  PaymentMethodQuery,
  PaymentMethods,
  PayoutQuery,
} from './resources/payment-methods.ts'
export type { CurrentUser } from './resources/user.ts'
export type { Change } from './update.ts'
export {
  type ReceivedWebhook,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from './webhooks/verify.ts'
export type { WebhookQuery, Webhooks } from './webhooks/webhooks.ts'
