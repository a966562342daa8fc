/** The keys of two platforms. Each sees only the accounts and customers that were made with it. */
export class Keys {
  /** Whether the key of the request counts as that of another platform. */
  isOther = false
  readonly #madeWithOther = new Set<string>()

  /** Records the key with which an object is created. */
  made(id: string): void {
    if (this.isOther) this.#madeWithOther.add(id)
  }

  /** Whether an object was made with the key of this request. */
  hasAccess = (id: string): boolean => this.#madeWithOther.has(id) === this.isOther
}
