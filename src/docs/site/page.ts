/** A page of the documentation, in Markdown. */
export interface DocsPage {
  /** The path below `/docs`. The first page has the empty path. */
  readonly path: string
  readonly title: string
  /** Its name in the menu. */
  readonly label: string
  readonly summary: string
  /** The file that it comes from, or would come from. Links in it are relative to this file. */
  readonly file: string
  readonly markdown: string
  /** The path of the page in the menu that this page belongs to. */
  readonly parent: string
}
