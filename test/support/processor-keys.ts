/** The keys of two platforms. Each sees only the accounts and customers that were made with it. */
export class Keys {
  /** Whether the key that comes is taken for that of another platform. */
  isOther = false
  readonly #madeWithOther = new Set<string>()

  /** Remembers which key something is made with. */
  made(id: string): void {
    if (this.isOther) this.#madeWithOther.add(id)
  }

  /** Whether something was made with the key that comes now. */
  hasAccess = (id: string): boolean => this.#madeWithOther.has(id) === this.isOther
}
