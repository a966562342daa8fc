import { policyOf } from './policy.ts'

/** Where the files of pages are. */
export const packageRoot = new URL('../../../', import.meta.url)

/** Where the site is: below `/docs` of a service, or in a folder of files. */
export interface Place {
  /** The URL of a page, from the page with the path `from`. */
  page(path: string, from: string): string
  /** The URL of the Markdown of a page. */
  source(path: string, from: string): string
  /** The URL of a file of the site, such as its style sheet. */
  file(name: string, from: string): string
  /** The content security policy that a page itself carries. Absent if a header has it. */
  policy?(path: string): string
}

/** Below `/docs` of a running service. @param base the path of the issuer */
export const served = (base: string): Place => ({
  page: (path) => `${base}/docs${path === '' ? '' : `/${path}`}`,
  source: (path) => `${base}/docs/${path === '' ? 'index' : path}.md`,
  file: (name) => (name === openapi ? `${base}/${name}` : `${base}/docs/${name}`),
})

const openapi = 'openapi.json'

/**
 * In a folder of files, wherever it is served.
 * @param baseUrl the resources of a service, which explorer and console call
 */
export const inFolder = (baseUrl: string): Place => ({
  page: (path, from) => `${up(from)}${path === '' ? '' : `${path}/`}index.html`,
  source: (path, from) => `${up(from)}${path === '' ? 'index' : path}.md`,
  file: (name, from) => up(from) + name,
  policy: (path) => policyOf(path, new URL(baseUrl).origin),
})

/** The way from a page to the top. Each page is the `index.html` of a folder. */
const up = (from: string): string => (from === '' ? './' : '../'.repeat(from.split('/').length))
