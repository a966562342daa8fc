/**
 * The program cannot start with these settings, files or database. The message says why, in one line. A subclass exists
 * only where a caller tells it apart.
 */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
