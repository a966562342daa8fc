import type { Queryable } from '../../platform/database/db.ts'
import { type Application, findApplication } from './applications.ts'

/** What users see of an application. */
export interface Face {
  readonly name: string
  /** The path of the logo below the issuer. */
  readonly logo: string | null
  readonly termsUrl: string | null
  readonly privacyUrl: string | null
  /** Whether a user has registered it, so that nobody has reviewed it. */
  readonly selfRegistered: boolean
}

/** The path of a logo below the issuer. */
export const logoPath = (name: string): string => `/logos/${name}`

export const faceOf = ({
  name,
  logo,
  termsUrl,
  privacyUrl,
  selfRegistered,
}: Application): Face => ({
  name,
  logo: logo && logoPath(logo),
  termsUrl,
  privacyUrl,
  selfRegistered,
})

/** Finds what users see of an enabled application. */
export async function findFace(db: Queryable, clientId: string): Promise<Face | undefined> {
  const found = await findApplication(db, clientId)
  return found === null ? undefined : faceOf(found.application)
}
