import { createHash } from 'node:crypto'
import type { Queryable } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Message } from '../../../platform/i18n/catalogue.ts'
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
  if (file.length > bytes) throw wrongLogo(['rule.logo.bytes', { max: bytes / 1024 }])
  const given = Buffer.from(file)
  const picture = readPng(given) ?? readWebp(given)
  if (picture === undefined) throw wrongLogo(['rule.logo.type'])
  const { type, width, height, content } = picture
  if (Math.min(width, height) < min || Math.max(width, height) > max)
    throw wrongLogo(['rule.logo.pixels', { min, max }])
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  return { ...picture, name: `${hash}.${type === 'image/png' ? 'png' : 'webp'}` }
}

/** Forms show the message at the field `logo`, and the command line shows it after the name. */
const wrongLogo = (message: Message): Refused =>
  new Refused(refusals.validation_failed, { faults: new Map([['logo', [message]]]) })

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
