/** A user, as operators see it. */
export interface Account {
  readonly id: number
  readonly email: string
  readonly full_name: string | null
  readonly created_at: string
  readonly disabled_at: string | null
  /** When the account will be erased, if that is planned. */
  readonly erases_at: string | null
}
