import { createHash } from 'node:crypto'
import type { Queryable } from '../../../platform/database/db.ts'
import { wrongProperty } from '../wrong-property.ts'
import { type Logo, logoLimits, type Picture } from './picture.ts'
import { readPng } from './png.ts'
import * as store from './store.ts'
import { readWebp } from './webp.ts'

export { logoLimits } from './picture.ts'

/**
 * Reads the file of a logo. SVG is refused: it is a document with scripts and links, not a picture.
 * @throws {Refused} validation_failed
 */
export function readLogo(file: Uint8Array): Logo {
  const { bytes, fewestPixels: min, mostPixels: max } = logoLimits
  if (file.length > bytes) throw wrongProperty('logo', ['rule.logo.bytes', { max: bytes / 1024 }])
  const given = Buffer.from(file)
  const picture = readPng(given) ?? readWebp(given)
  if (picture === undefined) throw wrongProperty('logo', ['rule.logo.type'])
  const { type, width, height, content } = picture
  if (Math.min(width, height) < min || Math.max(width, height) > max)
    throw wrongProperty('logo', ['rule.logo.pixels', { min, max }])
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  return { ...picture, name: `${hash}.${type === 'image/png' ? 'png' : 'webp'}` }
}

/** Sets the logo of an application, or removes it. */
export const setLogo = (tx: Queryable, applicationId: number, logo: Logo | null): Promise<void> =>
  store.set(tx, applicationId, logo)

/** The format of the names of logos. */
const nameFormat = /^[\w-]{22}\.(?:png|webp)$/

/** Finds a logo of an enabled application by its name. */
export const findLogo = async (
  db: Queryable,
  name: string,
): Promise<Pick<Picture, 'type' | 'content'> | undefined> =>
  nameFormat.test(name) ? store.find(db, name) : undefined
