/**
 * The proof of a promise: files, each with the names of tests or suites. `…` in a name stands for
 * any text, such as a number that differs between the short and the long form. A file without names
 * is a program, which runs only in the long form, and exits with 0 if the promise holds.
 */
export type Proof = Readonly<Record<string, readonly string[]>>

/** The proofs of promises, by number. */
export type Proofs = Readonly<Record<number, Proof>>
