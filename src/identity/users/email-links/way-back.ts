import { deriveKey, type Key, type SecretKey } from '../../../platform/secrets/keys.ts'
import { BrokenSeal, open, seal } from '../../../platform/secrets/seal.ts'

/** Where a user was going when they asked for a link by email. */
export interface WayBack {
  /** A path of this service. */
  readonly returnTo: string
  /** The hash of the browser's id. Only this browser may be able to continue at the path. */
  readonly browser: string
  /** The `client_id` of the application that asked them to sign in, if one did. */
  readonly application?: string | undefined
}

export const wayBackKey = (secretKey: SecretKey): Key => deriveKey(secretKey, 'ways back')

const labelOf = (userId: number): string => `way back of ${userId}`

/** Encrypts a way back for one user. @returns text that is safe in a URL */
export const sealWayBack = (key: Key, userId: number, way: WayBack): string =>
  seal(key, labelOf(userId), Buffer.from(JSON.stringify(way))).toString('base64url')

/**
 * Decrypts a way back.
 * @returns undefined if it is another user's, or is not one that this service made
 */
export function openWayBack(key: Key, userId: number, text: string): WayBack | undefined {
  try {
    return JSON.parse(open(key, labelOf(userId), Buffer.from(text, 'base64url')).toString())
  } catch (error) {
    if (error instanceof BrokenSeal) return undefined
    throw error
  }
}

/** The path that leads a user back to where they were going. Undefined without a way back. */
export const pathOfWayBack = (
  key: Key,
  userId: number,
  way: WayBack | undefined,
): string | undefined =>
  way && `/continue?${new URLSearchParams({ way: sealWayBack(key, userId, way) })}`
