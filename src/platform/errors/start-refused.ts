/**
 * The program cannot start with these settings, files or database. The message says why, in one
 * line. A subclass exists only if a caller handles it differently.
 */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
