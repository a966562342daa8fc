import { hash } from 'node:crypto'
import {
  type Language,
  languages,
  type MessageKey,
  messageKeys,
  say,
} from '../../i18n/catalogue.ts'

/** The media type of every resource and every error. */
export const halJson = 'application/hal+json; charset=utf-8'

/** A link. All three fields are always present, because some clients read each of them. */
export interface Link {
  href: string
  title: string | null
  templated: boolean
}

/** Links by relation. A link that does not apply is omitted, never null. */
export type Links = Record<string, Link>

/** The key of a link's title in the catalogues, for each relation. */
type Titled<K extends MessageKey = MessageKey> = K extends `link.${infer Relation}`
  ? Relation
  : never
export type Relation = Titled

/**
 * The titles of links by relation, in each language. Prepared once, because every response needs
 * them.
 */
const linkTitles = Object.fromEntries(
  languages.map((language) => [language, titlesIn(language)]),
) as Readonly<Record<Language, Readonly<Record<Relation, string>>>>

function titlesIn(language: Language): Record<string, string> {
  const titles = messageKeys
    .filter((key) => key.startsWith('link.'))
    .map((key) => [key.slice('link.'.length), say(language, key)])
  return Object.fromEntries(titles)
}

/**
 * Makes links with titles in one language. Pass `undefined` for a relation that does not apply:
 * `links(language, { self: href, 'address:delete': mayDelete ? href : undefined })`.
 */
export function links(
  language: Language,
  hrefs: { readonly [R in Relation]?: string | undefined },
): Links {
  const titles = linkTitles[language]
  const made: Links = {}
  for (const relation in hrefs) {
    const href = hrefs[relation as Relation]
    if (href === undefined) continue
    made[relation] = {
      href,
      title: titles[relation as Relation],
      templated: false,
    }
  }
  return made
}

/** The key of the resource's version in a representation. JSON does not show it. */
export const version = Symbol('version')

export interface Representation {
  readonly [version]?: number
}

/**
 * A strong entity tag (RFC 9110, 8.8.3): `"<version>-<hash>"`. The version identifies the state of
 * the resource. The hash identifies the representation, which also depends on the language, on the
 * caller's scopes and on embedded resources.
 */
export const entityTag = (resourceVersion: number, body: Buffer): string =>
  `"${resourceVersion}-${hash('sha1', body, 'base64url')}"`

/** Whether an `If-None-Match` header names this tag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesNone(header: string, tag: string): boolean {
  if (header.trim() === '*') return false
  return !entityTags(header).some((given) => given.replace(/^W\//, '') === tag)
}

/** The versions that an `If-Match` header accepts. Undefined if it accepts any version. */
export type Precondition = ReadonlySet<number> | undefined

/**
 * Reads `If-Match` by strong comparison (RFC 9110, 13.1.1). A weak or unknown tag matches no
 * version.
 */
export function readPrecondition(header: string | undefined): Precondition {
  if (header === undefined || header.trim() === '*') return undefined
  const versions = entityTags(header).map((tag) => /^"(\d{1,10})-/.exec(tag)?.[1])
  return new Set(versions.filter((given) => given !== undefined).map(Number))
}

const entityTags = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"/g) ?? []
