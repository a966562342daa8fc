import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:net'
import { after, before, describe, test } from 'node:test'
import {
  checkedLookup,
  OutgoingRefused,
  resolveName,
} from '../../src/platform/http/outgoing/lookup.ts'
import { openOutgoing } from '../../src/platform/http/outgoing/outgoing.ts'
import { type OutgoingRules, targetFault } from '../../src/platform/http/outgoing/target.ts'
import { figure } from '../support/figure.ts'
import { startNameServer } from '../support/name-server.ts'
import { repetitions } from '../support/soak.ts'

/*
 * URLs that lead to internal addresses. A server on this machine counts connections: none is
 * allowed.
 */

const production: OutgoingRules = { ports: [443, 8443], allowLoopback: false }

/** URLs that are refused before anything is resolved. `PORT` is that of the server inside. */
const hostile = [
  'http://example.com/',
  'http://127.0.0.1:PORT/',
  'https://127.0.0.1:PORT/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.000.000.001/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://017700000001/',
  'https://0177.0.0.1/',
  'https://127.0.0.1./',
  'https://１２７.0.0.1/',
  'https://①②⑦.0.0.1/',
  'https://127。0。0。1/',
  'https://0/',
  'https://0.0.0.0/',
  'https://0.0.0.0:8443/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://169.254.170.2/',
  'https://100.100.100.200/',
  'https://100.64.0.1/',
  'https://168.63.129.16/',
  'https://192.0.0.192/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::1]:8443/',
  'https://[::]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::127.0.0.1]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[64:ff9b::127.0.0.1]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[64:ff9b:1::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:a9fe:a9fe::1]/',
  'https://[2001:0:7f00:1::]/',
  'https://[fe80::1]/',
  'https://[fe80::1%25eth0]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://[2001:db8::1]/',
  'https://[100::1]/',
  'https://user@example.com/',
  'https://user:password@example.com/',
  'https://@127.0.0.1/',
  'https://@example.com/',
  'https://example.com@127.0.0.1/',
  'https://example.com:PORT/',
  'https://example.com:22/',
  'https://example.com:25/',
  'https://example.com:80/',
  'https://example.com/#@127.0.0.1/',
  'https://example.com\\@127.0.0.1/',
  'https://example.com\n.evil/',
  ' https://127.0.0.1/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  'ftp://example.com/',
  'data:text/plain,x',
  'javascript:alert(1)',
  '//127.0.0.1/',
  'https:///127.0.0.1/',
  'https:127.0.0.1',
  'https://',
  'example.com',
  '',
  `https://example.com/${'x'.repeat(3_000)}`,
]

/** Names of the resolver below, with their addresses. */
const names: Readonly<Record<string, readonly string[]>> = {
  'loopback.example': ['127.0.0.1'],
  'loopback6.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  '6to4.example': ['2002:7f00:1::'],
  'private.example': ['10.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'one-inside.example': ['93.184.215.14', '127.0.0.1'],
  'zone.example': ['fe80::1%lo'],
  'odd.example': ['localhost'],
  'empty.example': [],
}

const request = () => ({ headers: {}, body: '{}', signal: AbortSignal.timeout(60_000) })

describe('requests to URLs of strangers', () => {
  let inside: Server
  let port = 0
  let connections = 0
  let lookups = 0
  before(async () => {
    inside = createServer((socket) => {
      connections++
      socket.destroy()
    })
    await new Promise<void>((resolve) => inside.listen(0, '::', resolve))
    const address = inside.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
  })
  after(() => inside.close())

  test(`none of ${hostile.length} hostile URLs is accepted, or connects`, async () => {
    const outgoing = openOutgoing({
      ...production,
      resolve: async () => {
        lookups++
        return ['127.0.0.1']
      },
    })
    for (const form of hostile) {
      const url = form.replace('PORT', String(port))
      assert.notEqual(targetFault(url, production), undefined, url)
      await assert.rejects(outgoing.post(url, request()), { fault: 'url_not_allowed' }, url)
    }
    outgoing.close()
    assert.equal(lookups, 0)
    figure(26, 'connections of hostile URLs', connections, { atMost: 0 }, hostile.length)
  })

  test('no name with an internal address connects, even if it also has public addresses', async () => {
    // The port of the internal server is allowed here, so that only the address is refused.
    const outgoing = openOutgoing({
      ports: [port],
      allowLoopback: false,
      resolve: async (name) => names[name] ?? [],
    })
    for (const [name, addresses] of Object.entries(names)) {
      const fault = addresses.length === 0 ? 'name_not_found' : 'address_not_allowed'
      await assert.rejects(outgoing.post(`https://${name}:${port}/`, request()), { fault }, name)
    }
    for (const name of ['localhost', 'localhost.', 'a.localhost', 'LOCALHOST'])
      await assert.rejects(
        outgoing.post(`https://${name}:${port}/`, request()),
        { fault: 'address_not_allowed' },
        name,
      )
    outgoing.close()
    const tried = Object.keys(names).length + 4
    figure(26, 'connections of names that lead inside', connections, { atMost: 0 }, tried)
  })

  test('a name that changes its address is resolved once, and the connection uses that address', async () => {
    const answers = [['93.184.215.14', '2606:4700::1111'], ['127.0.0.1'], ['::1']]
    let count = 0
    const resolve = async () => answers[count++ % answers.length] ?? []
    const lookup = checkedLookup(resolve, production)
    const found = await new Promise((resolve, reject) =>
      lookup('rebinding.example', { all: true }, (error, addresses) =>
        error === null ? resolve(addresses) : reject(error),
      ),
    )
    assert.deepEqual(found, [
      { address: '93.184.215.14', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
    assert.equal(count, 1)
    const outgoing = openOutgoing({ ports: [port], allowLoopback: false, resolve })
    const url = `https://rebinding.example:${port}/`
    for (let trial = 0; trial < 2; trial++)
      await assert.rejects(outgoing.post(url, request()), { fault: 'address_not_allowed' })
    assert.equal(count, 3)
    outgoing.close()
    assert.equal(connections, 0)
  })

  test('a name server that changes its answers causes no connection to an internal address', async (t) => {
    const inside = {
      A: ['127.0.0.1', '10.0.0.1', '169.254.169.254'],
      AAAA: ['::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', 'fd00::1'],
    }
    let turn = 0
    const server = await startNameServer((name, type) => {
      const some = inside[type][turn++ % inside[type].length] ?? ''
      if (name === 'turns.example') return turn % 4 < 2 ? [] : [some]
      if (name === 'mixed.example') return type === 'A' ? ['93.184.215.14', some] : []
      if (name === 'second.example') return type === 'A' ? ['93.184.215.14'] : [some]
      return ['localhost', some]
    })
    t.after(() => server.close())
    const resolve = (name: string) => resolveName(name, [server.address])
    const outgoing = openOutgoing({ ports: [port], allowLoopback: false, resolve })
    t.after(() => outgoing.close())
    const posts = repetitions({ short: 20, soak: 500 })
    const names = ['turns.example', 'mixed.example', 'second.example', 'alias.example']
    for (let round = 0; round < posts; round++) {
      const url = `https://${names[round % names.length]}:${port}/`
      await assert.rejects(outgoing.post(url, request()), OutgoingRefused)
    }
    // A question whose answer comes late is asked again.
    assert.ok(
      server.questions >= 2 * posts && server.questions < 4 * posts,
      String(server.questions),
    )
    figure(26, 'connections of names that change', connections, { atMost: 0 }, posts)
  })

  test('in development this machine can be reached, by address and by name, and no other internal address', async () => {
    const development: OutgoingRules = { ports: [443], allowLoopback: true }
    for (const url of [
      'http://localhost:9000/hook',
      'http://127.0.0.1:9000/',
      'http://[::1]:9000/',
      'https://localhost/',
    ])
      assert.equal(targetFault(url, development), undefined, url)
    for (const url of ['http://10.0.0.1/', 'https://192.168.0.1/', 'http://example.com/'])
      assert.notEqual(targetFault(url, development), undefined, url)
    const outgoing = openOutgoing({ ...development, resolve: async () => ['127.0.0.1'] })
    await assert.rejects(outgoing.post('https://rebinding.example/', request()), {
      fault: 'address_not_allowed',
    })
    outgoing.close()
    assert.equal(connections, 0)
  })

  test('public URLs are accepted', () => {
    for (const url of [
      'https://example.com/hook',
      'https://example.com:8443/a?b=c',
      'https://münchen.example/',
      'https://8.8.8.8/',
      'https://[2606:4700::1111]/',
    ])
      assert.equal(targetFault(url, production), undefined, url)
  })
})
