import { hash } from 'node:crypto'
import { Refused, refusals } from '../../errors/refusals.ts'
import { type Language, type MessageKey, messageKeys, say } from '../../i18n/catalogue.ts'
import { JsonPart, type JsonWriter } from './json.ts'

/** The media type of every resource and every error. */
export const halJson = 'application/hal+json; charset=utf-8'

/** A link. All three fields are always present, because some clients read each of them. */
export interface Link {
  href: string
  title: string | null
  templated: boolean
}

/** The key of a link's title in the catalogues, for each relation. */
type Titled<K extends MessageKey = MessageKey> = K extends `link.${infer Relation}`
  ? Relation
  : never
export type Relation = Titled

/** The targets of links by relation. `undefined` for a relation that does not apply. */
export type Hrefs = { readonly [R in Relation]?: string | undefined }

/** Links by relation. A link that does not apply is omitted, never null. */
export class Links extends JsonPart {
  readonly #language: Language
  readonly #groups: readonly Hrefs[]

  /** @param groups have different relations */
  constructor(language: Language, groups: readonly Hrefs[]) {
    super()
    this.#language = language
    this.#groups = groups
  }

  /** Returns these links and more. */
  with(hrefs: Hrefs): Links {
    return new Links(this.#language, [...this.#groups, hrefs])
  }

  override writeTo(json: JsonWriter): void {
    const frames = framesIn(this.#language)
    json.bracket('{')
    for (const hrefs of this.#groups)
      for (const relation in hrefs) {
        const href = hrefs[relation as Relation]
        if (href === undefined) continue
        const { before, after } = frames[relation as Relation]
        json.separate()
        json.copy(before)
        json.text(href)
        json.copy(after)
      }
    json.bracket('}')
  }

  override toJSON(): Record<string, Link> {
    const links: Record<string, Link> = {}
    for (const hrefs of this.#groups)
      for (const relation of Object.keys(hrefs) as Relation[]) {
        const href = hrefs[relation]
        if (href !== undefined) links[relation] = linkTo(href, titleOf(relation, this.#language))
      }
    return links
  }
}

/**
 * Makes links with titles in one language. Pass `undefined` for a relation that does not apply:
 * `links(language, { self: href, 'address:delete': mayDelete ? href : undefined })`.
 */
export const links = (language: Language, ...groups: Hrefs[]): Links => new Links(language, groups)

const linkTo = (href: string, title: string): Link => ({ href, title, templated: false })

const titleOf = (relation: Relation, language: Language): string =>
  say(language, `link.${relation}`)

/** The JSON of a link around its target. */
interface Frame {
  readonly before: Buffer
  readonly after: Buffer
}

const framesByLanguage = new Map<Language, Readonly<Record<Relation, Frame>>>()

/** The frames of a language. They are made once, because every response needs them. */
function framesIn(language: Language): Readonly<Record<Relation, Frame>> {
  let frames = framesByLanguage.get(language)
  if (frames === undefined) {
    const relations = messageKeys
      .filter((key) => key.startsWith('link.'))
      .map((key) => key.slice('link.'.length) as Relation)
    frames = Object.fromEntries(
      relations.map((relation) => [relation, frameOf(relation, titleOf(relation, language))]),
    ) as Record<Relation, Frame>
    framesByLanguage.set(language, frames)
  }
  return frames
}

/** Splits the JSON of a link at its target, the first empty text. A title can end in quotes. */
export function frameOf(relation: Relation, title: string): Frame {
  const json = JSON.stringify({ [relation]: linkTo('', title) }).slice(1, -1)
  const at = json.indexOf('""')
  return { before: Buffer.from(json.slice(0, at)), after: Buffer.from(json.slice(at + 2)) }
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

/**
 * Whether the condition `If-None-Match` is true (RFC 9110, 13.1.2): the header is not `*` and does
 * not name this tag, by weak comparison. If it is false, the response is 304.
 */
export function matchesNone(header: string, tag: string): boolean {
  if (header.trim() === '*') return false
  return !entityTags(header).some((given) => given.replace(/^W\//, '') === tag)
}

/** The versions that an `If-Match` header accepts. Undefined if it accepts any version. */
export type Precondition = ReadonlySet<number> | undefined

/**
 * Reads `If-Match` by strong comparison (RFC 9110, 13.1.1). An unknown tag matches no version.
 * @throws {Refused} malformed_request, if it is not a list of entity tags, or has only weak ones,
 * which never match. The `W/` of a weak tag is case-sensitive (RFC 9110, 8.8.3).
 */
export function readPrecondition(header: string | undefined): Precondition {
  if (header === undefined || header.trim() === '*') return undefined
  const strong = entityTags(header).filter((tag) => tag.startsWith('"'))
  if (strong.length === 0 || /[^\s,]/.test(header.replace(entityTagFormat, '')))
    throw new Refused(refusals.malformed_request, {
      message: ['error.malformed_request.if_match', { example: exampleTag }],
    })
  const versions = strong.map((tag) => /^"(\d{1,10})-/.exec(tag)?.[1])
  return new Set(versions.filter((given) => given !== undefined).map(Number))
}

const exampleTag = '"3-a1b2c3d4"'

const entityTagFormat = /(?:W\/)?"[^"]*"/g

const entityTags = (header: string): string[] => header.match(entityTagFormat) ?? []
