import type { DocsPage } from '../site/page.ts'
import { errorPages } from './error-pages.ts'
import { oauthErrorPages } from './oauth-error-pages.ts'
import { type Document, operationsOf, type PlacedOperation } from './openapi.ts'
import { linkToOperation, operationSection } from './operation-section.ts'
import { relationPages } from './relation-pages.ts'
import { relationPath, relationsOf } from './relations.ts'
import { table } from './rows.ts'
import { schemaPages } from './schema-pages.ts'

/** A page before `place` has added its file, its label and its parent. */
type Made = Omit<DocsPage, 'file' | 'label' | 'parent'>

interface Generated {
  /** The pages in the menu. */
  readonly menu: readonly DocsPage[]
  readonly others: readonly DocsPage[]
  /** The pages of codes and relations, by the code or relation. */
  readonly terms: ReadonlyMap<string, string>
}

/**
 * Makes the pages of the reference.
 * @param advice the guide to errors, whose tables say what to do about each code
 */
export function generatedPages(document: Document, advice: string): Generated {
  const relations = relationsOf(document)
  const errors = [...errorPages(document, advice), ...oauthErrorPages(document, advice)]
  const reference = place('reference', {
    path: 'reference',
    title: 'All operations',
    summary: 'every operation, with its parameters, bodies and errors',
    markdown: operationsIndex(document),
  })
  const pages = {
    relations: place('relations', {
      path: 'relations',
      title: 'Link relations',
      summary: 'what each link leads to, and how to follow it',
      markdown: relationsIndex(document),
    }),
    console: place('console', {
      path: 'console',
      title: 'Console',
      summary: 'send requests to this service from the browser',
      markdown: consoleText,
    }),
    explorer: place('explorer', {
      path: 'explorer',
      title: 'Explorer',
      summary: 'walk from link to link, from the root to every resource',
      markdown: explorerText,
    }),
  }
  const codes = errors.map(({ title, path }) => [title, path] as const)
  const names = relations
    .filter(({ name }) => name.includes(':'))
    .map(({ name }) => [name, relationPath(name)] as const)
  return {
    menu: [reference, pages.relations, pages.explorer, pages.console],
    others: [
      ...tagPages(document).map((page) => place('reference', page)),
      ...schemaPages(document).map((page) => place('reference', page)),
      ...errors.map((page) => place('errors', page)),
      ...relationPages(document, relations).map((page) => place('relations', page)),
    ],
    terms: new Map([...codes, ...names]),
  }
}

const place = (parent: string, page: Made): DocsPage => ({
  ...page,
  label: page.title,
  file: `docs/guide/${page.path}.md`,
  parent,
})

function operationsIndex(document: Document): string {
  const groups = document.tags.map(({ name, description }) => {
    const rows = operationsOf(document)
      .filter(({ tags }) => tags.includes(name))
      .map((operation) => [
        linkToOperation(operation, 'reference/'),
        `\`${operation.method.toUpperCase()} ${operation.path}\``,
      ])
    return rows.length === 0
      ? ''
      : `## ${name}\n\n${description}\n\n${table(['Operation', 'Request'], rows)}`
  })
  return [
    '# All operations',
    document.info.description,
    'The [console](console.md) sends these requests. [`openapi.json`](../../openapi.json) has the same for programs.',
    ...groups,
  ].join('\n\n')
}

const tagPages = (document: Document): Made[] =>
  document.tags.flatMap(({ name, description }) => {
    const operations = operationsOf(document).filter(({ tags }) => tags.includes(name))
    if (operations.length === 0) return []
    const sections = operations.map((operation) => operationSection(operation, document))
    return {
      path: `reference/${tagSlug(name)}`,
      title: name,
      summary: description,
      markdown: [`# ${name}`, description, ...sections].join('\n\n'),
    }
  })

const tagSlug = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

function relationsIndex(document: Document): string {
  const rows = relationsOf(document).map(({ name, title, operation }) => [
    `[\`${name}\`](${relationPath(name)}.md)`,
    title ?? '',
    operation === undefined ? '' : requestOf(operation),
  ])
  return [
    '# Link relations',
    'Every representation has `_links`: an object with the relation as the key. A link is there if it can be followed now, with the token that asked. So an application shows a button if the link is there, and builds no URL by itself.',
    table(['Relation', 'Title', 'Request'], rows),
    'The relations `viagogo:user` and `viagogo:countries` have the names that clients of the interface start from.',
  ].join('\n\n')
}

const requestOf = ({ method, requestBody }: PlacedOperation): string =>
  `\`${method.toUpperCase()}\`${requestBody === undefined ? '' : ' with a body'}`

const consoleText = `# Console

The console lists all operations beside their parameters, and sends requests to this service. Where the service has demo
data, it sends the token of a demo user. Elsewhere, enter an access token of your own.

It is a program of 4 MB that runs in the browser ([Scalar](https://github.com/scalar/scalar)). Without script, use
[the reference](reference.md), which has the same content.`

const explorerText = `# Explorer

The interface is a web of resources: whoever knows its root finds everything else by links. The explorer shows one
resource at a time, with its links as buttons. Where the service has demo data, it acts as a demo user.

Without script, \`curl\` does the same. Begin at the root, and follow any \`href\`:

\`\`\`sh
curl -s -H "Authorization: Bearer $TOKEN" "$BASE_URL"
curl -s -H "Authorization: Bearer $TOKEN" "$BASE_URL/addresses"
\`\`\`

[Link relations](relations.md) tells what each link leads to.`
