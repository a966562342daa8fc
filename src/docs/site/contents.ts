/** A page that somebody wrote, as the table of contents lists it. */
export interface ListedPage {
  readonly title: string
  /** The path of its file in the repository. */
  readonly file: string
  readonly summary: string
}

export interface Section {
  readonly title: string
  readonly pages: readonly ListedPage[]
}

/** The path of the table of contents in the repository. It is also the first page. */
export const contentsFile = 'docs/guide/README.md'

const entry = /^- \[([^\]]+)\]\(([^)]+)\): (.+)$/

/**
 * Reads the table of contents: each `## Heading` begins a section, and each `- [Title](file.md):
 * summary` below it is a page.
 * @param from the file that links are relative to
 */
export function readContents(markdown: string, from = contentsFile): readonly Section[] {
  const sections: { title: string; pages: ListedPage[] }[] = []
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) sections.push({ title: line.slice(3), pages: [] })
    const [, title, path, summary] = entry.exec(line) ?? []
    if (title === undefined || path === undefined || summary === undefined) continue
    sections.at(-1)?.pages.push({ title, file: resolveFile(from, path), summary })
  }
  return sections
}

/** The table of contents of the decisions. Its pages are not in the menu. */
export const decisionsFile = 'docs/decisions/README.md'

/** Resolves a relative link in a file of the repository. @returns the path of the target */
export const resolveFile = (file: string, link: string): string =>
  decodeURIComponent(new URL(link, `file:///${file}`).pathname.slice(1))

/** The paths of pages whose files are elsewhere. */
const pathsElsewhere: Readonly<Record<string, string>> = {
  [contentsFile]: '',
  'README.md': '',
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'contributing',
  'SECURITY.md': 'security',
  'packages/client/README.md': 'client',
  [decisionsFile]: 'decisions',
}

/** The path of the page for a file, below `/docs`. The first page has the empty path. */
export const pagePathOf = (file: string): string =>
  pathsElsewhere[file] ?? file.replace(/^docs\/(?:guide\/)?/, '').replace(/\.md$/, '')
