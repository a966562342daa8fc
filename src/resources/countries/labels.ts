import { type Language, type MessageKey, say } from '../../platform/i18n/catalogue.ts'

/** The name of a part of an address in a country, such as `zip`, `county` or `post_town`. */
export type LabelKind = MessageKey extends infer Key
  ? Key extends `address.label.${infer Kind}`
    ? Kind
    : never
  : never

/** Returns the label of a form field in a language. */
export const labelOf = (kind: LabelKind, language: Language): string =>
  say(language, `address.label.${kind}`)
