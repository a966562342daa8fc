import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { nodeZones } from '../../src/platform/i18n/time-zones/node-zones.ts'
import { packageZones } from '../../src/platform/i18n/time-zones/package-zones.ts'
import { systemZones } from '../../src/platform/i18n/time-zones/system-zones.ts'
import { TimeZones, timeZones } from '../../src/platform/i18n/time-zones/time-zones.ts'
import { offsetIn, readTzif } from '../../src/platform/i18n/time-zones/tzif.ts'

/*
 * The rules of all time zones in time-zones.tsv, which test/data/time-zones.py makes from the zone
 * files of Debian. The package's rules have another maker. The files in `zoneinfo` are of the same
 * release: New York's lists its changes up to 2037, and the others end with a rule, as
 * `zic -b slim` writes it.
 */

const [names = [], ...rows] = readFileSync(join(import.meta.dirname, 'time-zones.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'))
const instants = names.slice(1, 4)
const release = /tzdata (\d{4}[a-z]+)/.exec(rows[0]?.[5] ?? '')?.[1]
const files = join(import.meta.dirname, 'zoneinfo')

test('the table has at least 120 zones, each with its source and year', () => {
  assert.ok(rows.length >= 120)
  assert.equal(instants.length, 3)
  for (const [zone, , , , , source, year] of rows) {
    assert.match(source ?? '', /^Debian tzdata /, zone)
    assert.match(year ?? '', /^20\d\d$/, zone)
  }
})

test('the package has the release of the table', () => {
  // If this fails after an update of the package, make the table again: docs/data.md.
  assert.equal(packageZones().version, release)
})

const bundled = new TimeZones(nodeZones(), [packageZones()])

for (const [zone = '', ...cells] of rows) {
  const rule = cells[3] === '' ? '' : ` (${cells[3]})`
  test(`${zone} has the offsets of the table${rule}`, () => {
    for (const [index, instant] of instants.entries())
      assert.equal(bundled.offset(zone, Date.parse(instant)), Number(cells[index]), instant)
  })
}

test('recent rules are in the table, each with the release that brought it', () => {
  for (const [zone, expected] of [
    ['America/Winnipeg', /^2026e: /],
    ['America/Havana', /^2026f: /],
    ['America/Vancouver', /^2026b: /],
    ['America/Edmonton', /^2026c: /],
    ['Africa/Casablanca', /^2026c: /],
    ['America/Nuuk', /^2023a: /],
    ['America/Asuncion', /^2025a: /],
    ['Asia/Almaty', /^2024a: /],
    ['Africa/Cairo', /^2023a: /],
    ['Asia/Amman', /^2022f: /],
  ] as const)
    assert.match(rows.find(([name]) => name === zone)?.[4] ?? '', expected, zone)
})

test('the service uses a release that is at least as new', () => {
  assert.ok(timeZones().newest.version >= (release ?? ''))
})

test('zone files give the same offsets, and their last rule holds for later years', () => {
  const system = systemZones(files)
  const other = packageZones()
  assert.equal(system?.version, release)
  // Until 2037, where the rules of the package end.
  for (const zone of [
    ...['Africa/Cairo', 'America/Havana', 'America/New_York', 'America/Nuuk', 'America/Winnipeg'],
    ...['America/Godthab', 'US/Eastern', 'europe/dublin', 'Asia/Gaza'],
  ])
    for (let at = Date.UTC(2019, 0, 1); at < Date.UTC(2037, 0, 1); at += 11 * 3_600_000)
      assert.equal(system?.offset(zone, at), other.offset(zone, at), `${zone} ${at}`)
  for (const [at, offset] of [
    // Summer time from 31 March to 27 October 2069, at 1:00 UTC.
    ['2069-03-31T00:59:59Z', 0],
    ['2069-03-31T01:00:00Z', 60],
    ['2069-10-27T00:59:59Z', 60],
    ['2069-10-27T01:00:00Z', 0],
  ] as const)
    assert.equal(system?.offset('Europe/Dublin', Date.parse(at)), offset, at)
})

function temporaryDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'foyer-zones-'))
  t.after(() => rmSync(directory, { recursive: true }))
  return directory
}

/** A zone file without changes, whose rule is the footer. */
function fileOf(footer: string): Buffer {
  const header = Buffer.alloc(44)
  header.write('TZif2')
  header.writeUInt32BE(1, 36)
  header.writeUInt32BE(4, 40)
  const block = Buffer.from([0, 0, 0, 0, 0, 0, ...Buffer.from('UTC\0')])
  return Buffer.concat([header, block, header, block, Buffer.from(`\n${footer}\n`)])
}

test('the last rule of a zone file may be of every kind that POSIX has', () => {
  for (const [footer, at, hours] of [
    ['UTC0', '2040-01-01T00:00:00Z', 0],
    ['<+0330>-3:30', '2040-01-01T00:00:00Z', 3.5],
    ['EST5EDT', '2040-07-01T00:00:00Z', -5],
    ['EST5EDT,M3.2.0,M11.1.0', '2040-03-11T06:59:59Z', -5],
    ['EST5EDT,M3.2.0,M11.1.0', '2040-03-11T07:00:00Z', -4],
    // Summer time over New Year, and times below 0 and above 24.
    ['AEST-10AEDT,M10.1.0,M4.1.0/3', '2040-01-01T00:00:00Z', 11],
    ['AEST-10AEDT,M10.1.0,M4.1.0/3', '2040-07-01T00:00:00Z', 10],
    ['<-02>2<-01>,M3.5.0/-1,M10.5.0/0', '2040-03-25T00:59:59Z', -2],
    ['<-02>2<-01>,M3.5.0/-1,M10.5.0/0', '2040-03-25T01:00:00Z', -1],
    ['EET-2EEST,M3.4.4/50,M10.4.4/50', '2040-03-23T23:59:59Z', 2],
    ['EET-2EEST,M3.4.4/50,M10.4.4/50', '2040-03-24T00:00:00Z', 3],
    // Winter time as the exception, as in Dublin.
    ['IST-1GMT0,M10.5.0,M3.5.0/1', '2040-01-15T00:00:00Z', 0],
    ['IST-1GMT0,M10.5.0,M3.5.0/1', '2040-07-15T00:00:00Z', 1],
    // J60 is 1 March in every year. Day 59 is 29 February in a leap year.
    ['AAA0BBB,J60/0,J300/0', '2040-02-29T23:59:59Z', 0],
    ['AAA0BBB,J60/0,J300/0', '2040-03-01T00:00:00Z', 1],
    ['AAA0BBB,J60/0,J300/0', '2041-03-01T00:00:00Z', 1],
    ['AAA0BBB,J60/0,J300/0', '2041-02-28T23:59:59Z', 0],
    ['AAA0BBB,59/0,299/0', '2040-02-29T00:00:00Z', 1],
    ['AAA0BBB,59/0,299/0', '2041-02-28T23:59:59Z', 0],
  ] as const)
    assert.equal(offsetIn(readTzif(fileOf(footer)), Date.parse(at) / 1_000) / 3_600, hours, footer)
  for (const wrong of ['5', 'EST5EDT,Q3,M11.1.0'])
    assert.throws(() => readTzif(fileOf(wrong)), RangeError, wrong)
})

/** Zone files in which Winnipeg has the time of Nuuk. */
function changedFiles(t: TestContext, version: string): string {
  const directory = temporaryDirectory(t)
  cpSync(files, directory, { recursive: true })
  const index = join(directory, 'tzdata.zi')
  writeFileSync(index, readFileSync(index, 'utf8').replace(/\d{4}[a-z]+/, version))
  cpSync(join(files, 'America/Nuuk'), join(directory, 'America/Winnipeg'))
  return directory
}

const winter = Date.parse('2027-01-15T12:00:00Z')

test('the zone files of the system count if they are newer than all others', (t) => {
  const newer = systemZones(changedFiles(t, '2099a'))
  const zones = new TimeZones(nodeZones(), [packageZones(), newer])
  assert.equal(zones.newest.name, 'system')
  assert.equal(zones.newest.version, '2099a')
  assert.equal(zones.offset('America/Winnipeg', winter), -120)
  assert.equal(zones.offset('Canada/Central', winter), -120)
  assert.equal(zones.intlName('America/Winnipeg', winter), '-02:00')
  // A zone that they do not have comes from the package.
  assert.equal(zones.offset('Asia/Kathmandu', winter), 345)
})

test('older zone files of the system do not count', (t) => {
  const older = systemZones(changedFiles(t, '2020a'))
  const zones = new TimeZones(nodeZones(), [packageZones(), older])
  assert.notEqual(zones.newest.name, 'system')
  assert.equal(zones.offset('America/Winnipeg', winter), -300)
})

test('a damaged zone file, and a directory without zones, count as absent', (t) => {
  assert.equal(systemZones(temporaryDirectory(t)), undefined)
  for (const content of ['', 'TZif', 'TZif2'.padEnd(90, '\0'), 'not a zone file']) {
    const directory = changedFiles(t, '2099a')
    writeFileSync(join(directory, 'America/Winnipeg'), content)
    const zones = new TimeZones(nodeZones(), [packageZones(), systemZones(directory)])
    assert.equal(zones.offset('America/Winnipeg', winter), -300, content)
  }
})

test('names are read without regard to letter case; others are unknown', () => {
  for (const name of ['Europe/Berlin', 'europe/berlin', 'Asia/Calcutta', 'GB', '+05:30', 'UTC'])
    assert.equal(timeZones().knows(name), true, name)
  for (const name of [
    ...['Mars/Olympus', '', 'constructor', '__proto__', '../../etc/passwd', 'tzdata.zi'],
    ...['posix/Europe/Berlin', 'Europe', 'America/Winnipeg\0'],
    ...['America_New_York', 'America/New/York'],
  ]) {
    assert.equal(timeZones().knows(name), false, name)
    assert.throws(() => timeZones().offset(name, winter), RangeError, name)
  }
})

test('a local time that clocks skip or show twice has one instant', () => {
  const at = (zone: string, shown: string) =>
    new Date(bundled.instant(zone, Date.parse(`${shown}Z`))).toISOString()
  // Berlin skips 2:30 on 29 March, and shows it twice on 25 October 2026.
  assert.equal(at('Europe/Berlin', '2026-03-29T02:30:00'), '2026-03-29T01:30:00.000Z')
  assert.equal(at('Europe/Berlin', '2026-10-25T02:30:00'), '2026-10-25T00:30:00.000Z')
  assert.equal(at('Europe/Berlin', '2026-10-25T09:00:00'), '2026-10-25T08:00:00.000Z')
  assert.equal(at('Australia/Lord_Howe', '2026-10-04T02:15:00'), '2026-10-03T15:45:00.000Z')
  // Winnipeg is on -05 already on the day before its last change, and stays there.
  assert.equal(at('America/Winnipeg', '2026-11-02T09:00:00'), '2026-11-02T14:00:00.000Z')
})

test('Intl shows a zone by its name, and by its offset if Node.js has other rules', () => {
  const node = nodeZones()
  const outdated = {
    ...node,
    version: '2026c',
    offset: (zone: string, at: number) =>
      zone === 'America/Winnipeg'
        ? -360
        : zone === 'America/Coyhaique'
          ? undefined
          : node.offset(zone, at),
  }
  const zones = new TimeZones(outdated, [packageZones()])
  assert.equal(zones.intlName('America/Winnipeg', winter), '-05:00')
  assert.equal(zones.intlName('America/Coyhaique', winter), '-03:00')
  assert.equal(zones.intlName('Europe/Berlin', winter), 'Europe/Berlin')
  const kathmandu = new TimeZones({ ...node, version: '2026c', offset: () => 0 }, [packageZones()])
  assert.equal(kathmandu.intlName('Asia/Kathmandu', winter), '+05:45')
  // Also the newest Node.js may lack a zone that another copy has.
  const newest = new TimeZones({ ...outdated, version: '2099a' }, [packageZones()])
  assert.equal(newest.intlName('America/Coyhaique', winter), '-03:00')
})
