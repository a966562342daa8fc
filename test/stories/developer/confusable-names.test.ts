import assert from 'node:assert/strict'
import { test } from 'node:test'
import confusables from 'unhomoglyph/data.json' with { type: 'json' }
import { checkOwnApplication } from '../../../src/identity/users/developers/rules.ts'
import { Refused } from '../../../src/platform/errors/refusals.ts'
import { newDeveloper, register } from '../../support/developers.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { behindProxy } from '../../support/sign-in.ts'

/** Spellings of "Foyer", the name of the service. */
const spellings = [
  'ꜰᴏʏᴇʀ', // small capitals
  'foyeʀ',
  'ꓝꓳꓬꓰꓣ', // Lisu
  'ᖴoyer', // Canadian syllabics
  'ϜΟΥΕR', // Greek and Latin
  'Fоуеr', // Cyrillic and Latin
  'FoyeᎡ', // Cherokee and Latin
  '🅵🅾🆈🅴🆁', // squares
  'Ⓕⓞⓨⓔⓡ', // circles
  '🇫oyer', // flags
  '𝔉𝔬𝔶𝔢𝔯', // letters of mathematics
  'Ｆｏｙｅｒ', // wide letters
  'F०yer', // a zero of Devanagari
  'F๐yer', // of Thai
  'Fㅇyer', // a part of Hangul
  'f〇yer', // the zero of Chinese
  'Föyér', // accents
  'foỿer', // a letter of Welsh
  'ſoyer', // a long s
]

/** Names that no service has, in the scripts of their languages. */
const honest = [
  'Ticket Café',
  'チケットApp',
  '票務 Ticket',
  '티켓 Shop',
  'Müller & Söhne',
  'Билеты 24',
  'Κλειώ',
  'כרטיסים',
  'تذاكر',
  'टिकट',
  'ตั๋วคอนเสิร์ต',
  'Ľuboš Ťažký',
  'Đà Nẵng',
  '🎫 Box office',
]

/** Letters of several scripts in one name. */
const mixed = ['Tісket shop', 'Билеты VIP', 'Κλειώ shop', 'Ticketა', 'チケットБилеты']

await onEveryDatabase(
  'names that look alike',
  (foyer) => {
    test('no spelling of the name of the service is taken', async () => {
      const developer = await newDeveloper(foyer)
      for (const name of spellings) {
        const { page } = await register(developer, 'web', { name })
        assert.equal(page.status, 400, name)
        assert.match(page.text, /Must not look like Foyer/, name)
      }
    })

    test('honest names in many scripts are taken, and mixed ones are not', async () => {
      const developer = await newDeveloper(foyer)
      for (const name of honest) {
        const { page } = await register(developer, 'web', { name })
        assert.equal(page.status, 200, name)
      }
      for (const name of mixed) {
        const { page } = await register(developer, 'web', { name })
        assert.equal(page.status, 400, name)
        assert.match(page.text, /letters of one script only/, name)
      }
    })
  },
  behindProxy,
)

/** Whether a developer may use this name at a service. */
function isTaken(name: string, serviceName: string): boolean {
  const rules = { serviceName, authUrl: 'https://id.example', allowLoopback: false }
  const own = { type: 'server', name, redirectUris: [], scopes: ['read:events'] } as const
  try {
    checkOwnApplication(rules, own, [])
    return true
  } catch (error) {
    assert.ok(error instanceof Refused)
    return false
  }
}

test('no character that Unicode calls confusable makes a name pass for another', () => {
  // Together, these have all letters.
  const services = ['Foyer', 'Grand Hall', 'Quick Box', 'Jump', 'Vivid Stage', 'Zwei Tickets']
  const taken: string[] = []
  let tried = 0
  for (const service of services)
    for (const written of [service, service.toUpperCase(), service.toLowerCase()])
      for (const [from, to] of Object.entries(confusables)) {
        const at = /[\p{L}\p{N}]/u.test(to) ? written.indexOf(to) : -1
        if (at < 0) continue
        const name = written.slice(0, at) + from + written.slice(at + to.length)
        tried++
        if (isTaken(name, service)) taken.push(`${name} for ${service}`)
      }
  assert.ok(tried > 2_000, String(tried))
  assert.deepEqual(taken, [])
  const withDigits = { Ticketbase: ['Tick3t8ase', '7icketbase'], Market: ['M4rket', 'M4rke7'] }
  for (const [service, names] of Object.entries(withDigits))
    for (const name of names) assert.ok(!isTaken(name, service), name)
  assert.ok(isTaken('Ticket shop', 'Foyer'))
})
