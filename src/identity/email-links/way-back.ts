import { BrokenSeal, deriveKey, open, seal } from '../../platform/secrets/seal.ts'

/** Where a user was going when they asked for a link by email. */
export interface WayBack {
  /** A path of our own. */
  readonly returnTo: string
  /** The hash of the browser's name: the path may be a step that only this browser can continue. */
  readonly browser: string
  /** The `client_id` of the application that asked them to sign in, if one did. */
  readonly application?: string | undefined
}

export const wayBackKey = (secretKey: string): Buffer => deriveKey(secretKey, 'ways back')

const labelOf = (userId: number): string => `way back of ${userId}`

/** Seals a way back for one user. @returns text that may stand in an address */
export const sealWayBack = (key: Buffer, userId: number, way: WayBack): string =>
  seal(key, labelOf(userId), Buffer.from(JSON.stringify(way))).toString('base64url')

/** Opens a way back. @returns undefined where it is not this user's, was not made here, or has been changed */
export function openWayBack(key: Buffer, userId: number, text: string): WayBack | undefined {
  try {
    return JSON.parse(open(key, labelOf(userId), Buffer.from(text, 'base64url')).toString())
  } catch (error) {
    if (error instanceof BrokenSeal) return undefined
    throw error
  }
}

/** The path on which a user continues to where they were going; undefined without a way back. */
export const pathOfWayBack = (
  key: Buffer,
  userId: number,
  way: WayBack | undefined,
): string | undefined =>
  way && `/continue?${new URLSearchParams({ way: sealWayBack(key, userId, way) })}`
