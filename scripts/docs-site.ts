import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openFile, openLinkedFile, publicFiles } from '../src/docs/files.ts'
import { openSite } from '../src/docs/site/open-site.ts'
import { inFolder } from '../src/docs/site/place.ts'
import { passkeyScript } from '../src/identity/users/second-factors/script.ts'
import { readAssets } from '../src/platform/http/pages/assets/assets.ts'

/*
 * Writes the documentation as a folder of files, which any web server can serve at any path:
 *   npm run docs -- FOLDER AUTH_URL
 * AUTH_URL is the service that the explorer and the console call.
 */
const root = join(import.meta.dirname, '..')

/** The service that openapi.json names. */
const defaultUrl = 'http://localhost:8080'

/** Writes the site to an empty or new folder. */
export async function writeSite(folder: string, authUrl = defaultUrl): Promise<void> {
  const openapi = readFileSync(join(root, 'openapi.json'), 'utf8').replaceAll(defaultUrl, authUrl)
  const baseUrl = `${authUrl}/v2`
  const { site, page, source, found, index, programs } = openSite(inFolder(baseUrl), {
    serviceName: 'Foyer',
  })
  const write = (name: string, content: string | Buffer) => {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  for (const path of site.pages.keys()) {
    write(join(path, 'index.html'), page(path, { baseUrl }) ?? '')
    write(`${path === '' ? 'index' : path}.md`, source(path) ?? '')
  }
  write('search/index.html', await found(''))
  write('search.json', index())
  write('llms.txt', programs(''))
  write('openapi.json', openapi)
  for (const path of site.files) write(join('files', path), (await openLinkedFile(path)).body)
  const { styles } = readAssets(passkeyScript)
  for (const name of publicFiles)
    write(join('assets', name), (await openFile(name, styles.content))?.body ?? '')
}

if (import.meta.main) {
  const [folder = join(root, 'build/docs'), authUrl] = process.argv.slice(2)
  rmSync(folder, { recursive: true, force: true })
  await writeSite(folder, authUrl)
  console.log(`The documentation is in ${folder}.`)
}
