import type { DocsPage } from './page.ts'
import type { Place } from './place.ts'
import type { Site } from './site.ts'

/**
 * Writes `llms.txt` (llmstxt.org): what there is, for programs, with links to the Markdown of each
 * page.
 * @param origin what the links begin with
 */
export function listForPrograms(site: Site, place: Place, origin: string): string {
  const line = ({ title, path, summary }: DocsPage) =>
    `- [${title}](${origin}${place.source(path, '')}): ${summary}`
  const listed = site.menu.flatMap(({ title, pages }) => [
    `## ${title}`,
    '',
    ...pages.map(line),
    '',
  ])
  const inMenu = new Set(site.menu.flatMap(({ pages }) => pages))
  const others = [...site.pages.values()].filter((page) => page.path !== '' && !inMenu.has(page))
  return [
    '# Foyer',
    '',
    '> An account service for ticket marketplaces: OAuth 2.0 tokens, and the addresses, payment ' +
      'methods and profile of the signed-in user as HAL resources.',
    '',
    `Every operation with its schemas: [openapi.json](${origin}${place.file('openapi.json', '')}).`,
    '',
    ...listed,
    '## Optional',
    '',
    ...others.map(line),
    '',
  ].join('\n')
}
