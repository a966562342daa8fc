import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { networksFile } from '../support/networks-file.ts'

describe('GEOIP_FILE', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-places-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'City.mmdb')
  const record = {
    city: { names: { en: 'Cologne', de: 'Köln', 'pt-BR': 'Colônia' } },
    country: { iso_code: 'DE', names: { en: 'Germany' } },
  }
  writeFileSync(path, networksFile({ address: '203.0.113.0', prefix: 24 }, record))

  test('names the place of a network in eight languages, and nothing that it does not have', () => {
    const { findPlace } = readConfig({ GEOIP_FILE: path })
    const named = (language: 'en' | 'de' | 'nl' | 'pt' | 'ja') =>
      findPlace?.('203.0.113.77', language)
    assert.equal(named('en'), 'Cologne, Germany')
    assert.equal(named('de'), 'Köln, Deutschland')
    assert.equal(named('nl'), 'Cologne, Duitsland')
    assert.equal(named('pt'), 'Colônia, Alemanha')
    assert.equal(named('ja'), 'Cologne, ドイツ')
    assert.equal(findPlace?.('203.0.114.77', 'en'), undefined)
    assert.equal(findPlace?.('2001:db8::1', 'en'), undefined)
  })

  test('of another format is refused with what would be right', () => {
    const other = join(folder, 'networks.csv')
    writeFileSync(other, 'network,geoname_id\n'.repeat(100))
    for (const file of [other, join(folder, 'none.mmdb')])
      assert.throws(
        () => readConfig({ GEOIP_FILE: file }),
        /GEOIP_FILE must be a file in the MaxMind/,
      )
  })
})
