import assert from 'node:assert/strict'
import { test } from 'node:test'
import en from '../../../locales/en.json' with { type: 'json' }
import { onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { newHousehold, startSiblings } from '../../support/household.ts'
import { isSoak } from '../../support/soak.ts'
import { assertHal, operationAt } from '../../support/validate-response.ts'
import { retryOutsideSoak } from '../../support/wire.ts'

type Links = Readonly<Record<string, { readonly href: string; readonly templated: boolean }>>

interface Page {
  readonly _links?: Links
  readonly _embedded?: Readonly<Record<string, Page | readonly Page[]>>
}

/** A link as a crawler finds it. */
interface Found {
  readonly relation: string
  readonly href: string
  /** The document that has it. */
  readonly from: string
}

/** How many resources of the same kind are visited: all in the soak, as there are 250 countries. */
const visits = isSoak ? Number.POSITIVE_INFINITY : 3

/** The form of a URL, without identifiers and page numbers: resources of a kind have the same. */
const kindOf = ({ href }: Found): string =>
  href
    .replace(/\/\d+/g, '/0')
    .replace(/=\d+/g, '=0')
    .replace(/(countries)\/\w\w\b/, '$1/xx')

/** Relations that no resource of a household has. Other tests follow them. */
const elsewhere: ReadonlySet<string> = new Set([
  // Only cards in a processor's vault have them. The household's vault is the local one.
  'paymentmethod:setupcreditcard',
  'paymentmethod:cardsetup',
])

const siblings = await startSiblings()

await onEveryDatabase(
  'a crawl of the interface by its links',
  (foyer) => {
    /** Visits a link. @returns what it links to */
    async function visit({ relation, href, from }: Found, user: TestUser): Promise<Found[]> {
      const name = `${relation} of ${from}: ${href}`
      if (!href.startsWith(foyer.baseUrl)) {
        assert.equal((await retryOutsideSoak(() => fetch(href))).status, 200, name)
        return []
      }
      const options = await retryOutsideSoak(() => user.request('OPTIONS', href))
      const allowed = options.headers.get('Allow')?.split(', ') ?? []
      const methods = allowed.filter((method) => method !== 'OPTIONS' && method !== 'HEAD')
      assert.ok(methods.length > 0, name)
      for (const method of methods)
        assert.ok(operationAt(method, href.slice(foyer.baseUrl.length)), `${method} ${name}`)
      if (!methods.includes('GET')) return []
      const read = () => user.request<Page>('GET', href)
      const { status, text, body } = await retryOutsideSoak(read)
      assert.equal(status, 200, `${name}\n${text}`)
      assertHal(body)
      const { href: self = '' } = body._links?.self ?? {}
      // The `self` of a collection names its page, even if the link to it does not.
      assert.equal(href.includes('?') ? self : self.replace(/\?.*/, ''), href, `${name}: its self`)
      return linksIn(body, href)
    }

    test('finds no broken link', async () => {
      const user = await newHousehold(foyer)
      const seen = new Set<string>()
      const kinds = new Map<string, number>()
      const relations = new Set<string>()
      const start = (path: string): Found => {
        return { relation: 'start', href: foyer.baseUrl + path, from: 'the test' }
      }
      let waiting: Found[] = [start(''), start('/addresses?page=1&page_size=1')]
      while (waiting.length > 0) {
        const now = waiting.filter((link) => {
          relations.add(link.relation)
          const visited = kinds.get(kindOf(link)) ?? 0
          if (seen.has(link.href) || visited >= visits) return false
          seen.add(link.href)
          kinds.set(kindOf(link), visited + 1)
          return true
        })
        waiting = (await Promise.all(now.map((link) => visit(link, user)))).flat()
      }
      assert.deepEqual(
        everyRelation.filter((relation) => !relations.has(relation)),
        [],
      )
    })

    test('finds as many pages as there are, in both directions', async () => {
      const user = await newHousehold(foyer)
      const start = `${foyer.baseUrl}/addresses?page=1&page_size=1`
      const read = (href: string) => retryOutsideSoak(() => user.request<Page>('GET', href))
      const first = (await read(start)).body
      const second = (await read(first._links?.next?.href ?? '')).body
      assert.equal(second._links?.next, undefined)
      assert.equal(second._links?.prev?.href, start)
    })
  },
  siblings.env,
)
test.after(() => siblings.stop())

/** The links of a document and of what it embeds. */
function linksIn({ _links = {}, _embedded = {} }: Page, from: string): Found[] {
  const own = Object.entries(_links).map(([relation, { href, templated }]) => {
    assert.equal(templated, false, `${relation} of ${from}`)
    return { relation, href, from }
  })
  return [
    ...own,
    ...Object.values(_embedded)
      .flat()
      .flatMap((page) => linksIn(page, from)),
  ]
}

/** The relations that a crawl must find. Each relation that Foyer can write has a title. */
const everyRelation = Object.keys(en)
  .filter((key) => key.startsWith('link.'))
  .map((key) => key.slice('link.'.length))
  .filter((relation) => !elsewhere.has(relation))
