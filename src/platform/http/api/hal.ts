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

/** A link with all three of its fields, always: some clients index every one. */
export interface Link {
  href: string
  title: string | null
  templated: boolean
}

/** Links by relation. One that does not apply is left out, never null. */
export type Links = Record<string, Link>

/** The key of a link's title in the catalogues, for each relation. */
type Titled<K extends MessageKey = MessageKey> = K extends `link.${infer Relation}`
  ? Relation
  : never
export type Relation = Titled

/** The titles of links by relation, in each language: taken out of the catalogues once, for they are asked for most. */
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
 * Makes links whose titles are in one language. Give `undefined` for a relation that does not apply:
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

/** Under this key a representation carries its resource's version; JSON does not show it. */
export const version = Symbol('version')

export interface Representation {
  readonly [version]?: number
}

/**
 * A strong entity tag (RFC 9110, 8.8.3): `"<version>-<hash>"`. The hash tells representations apart (by
 * language, by the caller's scopes, by what is embedded), the version tells states of the resource apart.
 */
export const entityTag = (resourceVersion: number, body: string): string =>
  `"${resourceVersion}-${hash('sha1', body, 'base64url')}"`

/** Whether an `If-None-Match` header names this tag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesNone(header: string, tag: string): boolean {
  if (header.trim() === '*') return false
  return !entityTags(header).some((given) => given.replace(/^W\//, '') === tag)
}

/** The versions that an `If-Match` header accepts; undefined where it accepts any. */
export type Precondition = ReadonlySet<number> | undefined

/** Reads `If-Match` by strong comparison (RFC 9110, 13.1.1): a weak or foreign tag names no version. */
export function readPrecondition(header: string | undefined): Precondition {
  if (header === undefined || header.trim() === '*') return undefined
  const versions = entityTags(header).map((tag) => /^"(\d{1,10})-/.exec(tag)?.[1])
  return new Set(versions.filter((given) => given !== undefined).map(Number))
}

const entityTags = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"/g) ?? []
