import { compareReads } from './compare-reads.ts'

/**
 * Compares requests of an application that a user has registered, which are stored for its
 * developer, with those of an operator's application, which are not.
 */
await compareReads('the request log', { env: {}, isSelfRegistered: true }, { env: {} })
