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
