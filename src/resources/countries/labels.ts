import { type Language, type MessageKey, say } from '../../platform/i18n/catalogue.ts'

/** What people of a country call a part of their addresses: `zip`, `county`, `post_town` and so on. */
export type LabelKind = MessageKey extends infer Key
  ? Key extends `address.label.${infer Kind}`
    ? Kind
    : never
  : never

/** A label for a form's field, in a language. */
export const labelOf = (kind: LabelKind, language: Language): string =>
  say(language, `address.label.${kind}`)
