import type { Message } from '../i18n/catalogue.ts'
import { Type } from '../schema/type.ts'
import { compileDraft } from './compile-draft.ts'
import { draftOf } from './draft.ts'

/** The longest full name of a person, in code points of the normalised text. */
export const maxFullNameLength = 128

/** How the documentation shows the full name of a user. */
export const fullNameNotes = { description: 'Full name of the user', examples: ['Ada Lovelace'] }

/**
 * The full name of a user. The interface, the sign-up form and the command line use this schema.
 */
export const fullNameSchema = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  minLength: 1,
  maxLength: maxFullNameLength,
  ...fullNameNotes,
})

let validate: ReturnType<typeof compileDraft> | undefined

/** The faults of a user's full name. Empty if it is valid. */
export function fullNameFaults(fullName: string): readonly Message[] {
  validate ??= compileDraft(draftOf('FullName', { full_name: fullNameSchema }))
  return validate({ value: { full_name: fullName }, repeated: [] }).faults.get('full_name') ?? []
}
