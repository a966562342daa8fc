/** The part of a profile that can be changed through the interface. */
export interface Profile {
  readonly full_name: string | null
  readonly email_optin: boolean
}

export interface User extends Profile {
  readonly id: number
  readonly version: number
  readonly email: string
  /** E.164. */
  readonly primary_phone: string | null
}

/** A user with what only the user sees and changes, on the pages of the account. */
export interface OwnProfile extends User {
  readonly email_confirmed: boolean
  /** One of `languages`. Emails are in this language. */
  readonly language: string
  /** An IANA time zone. Null if the user chose none. */
  readonly time_zone: string | null
}
