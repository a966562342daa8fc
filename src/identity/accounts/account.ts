/** A user, as operators see it. */
export interface Account {
  readonly id: number
  readonly email: string
  readonly full_name: string | null
  readonly created_at: string
  readonly disabled_at: string | null
}
