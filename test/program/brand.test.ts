import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Browser } from '../support/browser.ts'
import { anyDatabase, foyer, newDirectory, Service } from '../support/program.ts'
import { retryOutsideSoak } from '../support/wire.ts'

// This starts the program, because texts are replaced at the start of the process.
test('pages have the name, the colours, the logo, the links and the texts of the marketplace', async () => {
  const directory = newDirectory()
  const texts = join(directory, 'texts')
  const logo = join(directory, 'logo.svg')
  mkdirSync(texts)
  writeFileSync(
    join(texts, 'en.json'),
    '{"page.title.sign_in":"Welcome backstage","rule.logo.type":"Draw a picture."}',
  )
  writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>')
  const place = await anyDatabase()
  const service = await Service.start({
    ...place,
    DEMO: 'false',
    SERVICE_NAME: 'Stage & Door',
    BRAND_COLOR: '#5b2a86',
    BRAND_COLOR_DARK: '#c9a5ec',
    BRAND_LOGO: logo,
    BRAND_TERMS_URL: 'https://stage.example/terms',
    BRAND_SUPPORT_URL: 'mailto:help@stage.example',
    BRAND_TEXTS: texts,
  })
  try {
    const url = `http://localhost:${service.port}`
    const page = await retryOutsideSoak(() => new Browser(url).get('/sign-in'))
    assert.match(page.text, /<h1>Welcome backstage<\/h1>/)
    assert.match(page.text, /<a href="https:\/\/stage\.example\/terms">Terms<\/a>/)
    assert.match(page.text, /<a href="mailto:help@stage\.example">Help<\/a>/)
    assert.doesNotMatch(page.text, /Privacy policy| style=/)
    const [, path = ''] = /<img src="([^"]+)" alt="">Stage &amp; Door<\/a>/.exec(page.text) ?? []
    assert.match(page.text, new RegExp(`<link rel="icon" href="${path}">`))
    const picture = await retryOutsideSoak(() => fetch(url + path))
    assert.equal(picture.headers.get('content-type'), 'image/svg+xml')
    assert.match(
      picture.headers.get('content-security-policy') ?? '',
      /default-src 'none'.*sandbox/,
    )
    assert.match(picture.headers.get('cache-control') ?? '', /immutable/)
    const [, sheet = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(page.text) ?? []
    const styles = await retryOutsideSoak(() => fetch(url + sheet))
    assert.match(await styles.text(), /--accent:#5b2a86/)
    await service.stop()
    // The command line reports the same.
    const wrong = ['app', 'create', '--name', 'Shop', '--logo', join(texts, 'en.json')]
    const env = { ...place, BRAND_TEXTS: texts }
    assert.match((await foyer(wrong, env)).stderr, /Draw a picture\./)
  } finally {
    await service.stop()
  }
})
