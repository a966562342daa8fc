import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relyingParty } from '../../support/authorize.ts'
import { Browser, unescaped } from '../../support/browser.ts'
import { onEveryDatabase, type WantedApplication } from '../../support/foyer.ts'
import {
  extendedHeader,
  losslessImage,
  png,
  pngChunk,
  webpChunk,
  webpOf,
} from '../../support/pictures.ts'
import { headingOf, signIn } from '../../support/sign-in.ts'
import { temporaryFile } from '../../support/temporary-file.ts'

const termsUrl = 'https://app.example/terms'
const privacyUrl = 'https://app.example/privacy'

await onEveryDatabase('names, logos and links of applications', (foyer) => {
  const logoOf = (text: string) => /<img class="logo" src="([^"]+)" alt="">/.exec(text)?.[1]
  const load = (path: string) => fetch(foyer.authUrl + path)
  const logoAt = async (app: { authorizeUrl(): string }) => {
    const browser = new Browser(foyer.authUrl)
    return logoOf((await browser.follow(await browser.get(app.authorizeUrl()))).text)
  }

  test('sign-in and consent show the name and the logo of the application', async () => {
    const user = await foyer.newUser()
    const logoFile = png(64, 48)
    const app = await relyingParty(foyer, { name: 'Box & office', logoFile, termsUrl, privacyUrl })
    const browser = new Browser(foyer.authUrl)
    const entrance = await browser.follow(await browser.get(app.authorizeUrl()))
    assert.equal(unescaped(headingOf(entrance)), 'Sign in to continue to Box & office')

    const wrong = await browser.submit(
      entrance,
      { email: user.email, password: 'wrong' },
      '/sign-in',
    )
    assert.equal(unescaped(headingOf(wrong)), 'Sign in to continue to Box & office')
    assert.equal(logoOf(wrong.text), logoOf(entrance.text))

    await signIn(browser, user.email)
    const consent = await browser.follow(await browser.get(app.authorizeUrl()))
    assert.match(consent.text, /<a href="https:\/\/app\.example\/terms">Terms<\/a>/)
    assert.match(consent.text, /<a href="https:\/\/app\.example\/privacy">Privacy policy<\/a>/)
    const path = logoOf(consent.text) ?? ''
    assert.equal(path, logoOf(entrance.text))

    const logo = await load(path)
    assert.deepEqual(Buffer.from(await logo.arrayBuffer()), logoFile)
    assert.deepEqual(
      [
        'content-type',
        'cache-control',
        'x-content-type-options',
        'content-security-policy',
        'cross-origin-resource-policy',
      ].map((name) => logo.headers.get(name)),
      [
        'image/png',
        'public, max-age=31536000, immutable',
        'nosniff',
        "default-src 'none'; sandbox",
        'same-origin',
      ],
    )
  })

  test('an application without a logo and links shows only its name', async () => {
    const user = await foyer.newUser()
    const app = await relyingParty(foyer, { name: 'Box office' })
    const browser = new Browser(foyer.authUrl)
    await signIn(browser, user.email)
    const consent = await browser.follow(await browser.get(app.authorizeUrl()))
    assert.equal(logoOf(consent.text), undefined)
    assert.doesNotMatch(consent.text, /More about/)
  })

  test('a sign-in without an application names none', async () => {
    const page = await new Browser(foyer.authUrl).get('/sign-in?return_to=/interaction/none')
    assert.equal(headingOf(page), 'Sign in')
  })

  test('a new logo has a new URL, and a removed one is gone', async () => {
    const app = await relyingParty(foyer, { logoFile: png(64, 64) })
    const change = (option: string) => foyer.command('app', 'update', app.id, option)
    const first = (await logoAt(app)) ?? ''
    await change(`--logo=${temporaryFile(webpOf(losslessImage(200, 80)))}`)
    const second = (await logoAt(app)) ?? ''
    assert.notEqual(first, second)
    assert.equal((await load(second)).headers.get('content-type'), 'image/webp')
    assert.equal((await load(first)).status, 404)
    await change('--name=Another name')
    assert.equal(await logoAt(app), second)
    await change('--logo=')
    assert.equal(await logoAt(app), undefined)
    assert.equal((await load(second)).status, 404)
  })

  test('the logo of a disabled application is no longer served', async () => {
    const app = await relyingParty(foyer, { logoFile: png(40, 41) })
    const path = (await logoAt(app)) ?? ''
    assert.equal((await load(path)).status, 200)
    await foyer.command('app', 'disable', app.id)
    assert.equal((await load(path)).status, 404)
  })

  test('a logo is stored without its metadata', async () => {
    const secret = Buffer.from('GPS: 51.5, -0.1')
    const plain = png(50, 50)
    const tagged = png(50, 50, { chunks: [pngChunk('tEXt', secret), pngChunk('eXIf', secret)] })
    const app = await relyingParty(foyer, { logoFile: Buffer.concat([tagged, secret]) })
    const stored = await load((await logoAt(app)) ?? '')
    assert.deepEqual(Buffer.from(await stored.arrayBuffer()), plain)

    const image = losslessImage(50, 51)
    const exif = webpChunk('EXIF', secret)
    const logo = temporaryFile(webpOf(extendedHeader(50, 51, 0b1000), image, exif))
    await foyer.command('app', 'update', app.id, `--logo=${logo}`)
    const next = await load((await logoAt(app)) ?? '')
    const expected = webpOf(extendedHeader(50, 51), image)
    assert.deepEqual(Buffer.from(await next.arrayBuffer()), expected)
  })

  test('a logo of the largest size may have an alpha channel', async () => {
    const logoFile = png(1024, 1024, { colour: [11, 107, 93, 128] })
    const app = await relyingParty(foyer, { logoFile })
    const { status } = await load((await logoAt(app)) ?? '')
    assert.equal(status, 200)
  })

  test('a picture that is much too large is refused for its size', async () => {
    const wanted = relyingParty(foyer, { logoFile: png(2000, 2000) })
    const at = ({ details }: { details: { faults?: Map<string, unknown> } }) => {
      const expected = [['rule.logo.pixels', { min: 32, max: 1024 }]]
      assert.deepEqual(details.faults?.get('logo'), expected)
      return true
    }
    await assert.rejects(wanted, at)
  })

  const broken = png(64, 64)
  broken.writeUInt8(broken.readUInt8(50) ^ 1, 50)
  const refused: Record<string, [property: string, wanted: WantedApplication]> = {
    'that is too large': [
      'logo',
      { logoFile: png(64, 64, { chunks: [pngChunk('tEXt', Buffer.alloc(64 * 1024))] }) },
    ],
    'that is too small': ['logo', { logoFile: png(31, 64) }],
    'that is too wide': ['logo', { logoFile: png(1025, 64) }],
    'that is an SVG file': ['logo', { logoFile: Buffer.from('<svg xmlns="x"/>') }],
    'that is a page with the name of a picture': [
      'logo',
      { logoFile: Buffer.from('\x89PNG<script>', 'latin1') },
    ],
    'that is not complete': ['logo', { logoFile: png(64, 64).subarray(0, -20) }],
    'with a wrong checksum': ['logo', { logoFile: broken }],
    'that is animated': [
      'logo',
      { logoFile: png(64, 64, { chunks: [pngChunk('acTL', Buffer.alloc(8))] }) },
    ],
    'that is animated WebP': [
      'logo',
      { logoFile: webpOf(extendedHeader(64, 64, 0b10), losslessImage(64, 64)) },
    ],
    'whose header states another size': [
      'logo',
      { logoFile: webpOf(extendedHeader(64, 64), losslessImage(640, 640)) },
    ],
    'whose image is not complete': [
      'logo',
      { logoFile: webpOf(webpChunk('VP8L', Buffer.from([0x2f]))) },
    ],
    'and terms that run a script': ['terms_url', { termsUrl: 'javascript:alert(1)' }],
    'and terms over plain HTTP': ['terms_url', { termsUrl: 'http://app.example/' }],
    'and a privacy policy with a password': [
      'privacy_url',
      { privacyUrl: 'https://ada:secret@app.example/' },
    ],
  }
  for (const [what, [property, wanted]] of Object.entries(refused))
    test(`an application is refused with a logo ${what}`, async () => {
      const at = ({ details }: { details: { faults?: Map<string, unknown> } }) => {
        assert.deepEqual([...(details.faults?.keys() ?? [])], [property])
        return true
      }
      await assert.rejects(relyingParty(foyer, wanted), at)
    })
})
