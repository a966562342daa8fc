import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeZones } from '../../../src/platform/i18n/time-zones/time-zones.ts'
import { localCarrier } from '../../../src/resources/addresses/carrier/local-carrier.ts'
import { timeZoneOf } from '../../../src/resources/addresses/carrier/time-zones.ts'
import { zonesByCountry } from '../../../src/resources/addresses/carrier/time-zones-by-state.ts'
import { countryCodes } from '../../../src/resources/countries/rules.ts'

const carrier = localCarrier({ name: 'Foyer Courier', excludedCountries: ['KP'] })

async function windowsAt(now: string, country_code: string, state_province: string | null = null) {
  const pickup = await carrier.pickup({ country_code, state_province }, Date.parse(now), 1)
  return pickup?.windows.map(({ start, end }) => `${start} ${end}`)
}

test('the carrier collects on the next five working days from tomorrow, nine to five', async () => {
  // This day is a Wednesday, so tomorrow is a Thursday.
  assert.deepEqual(await windowsAt('2026-01-07T12:00:00Z', 'GB'), [
    '2026-01-08T09:00:00Z 2026-01-08T17:00:00Z',
    '2026-01-09T09:00:00Z 2026-01-09T17:00:00Z',
    '2026-01-12T09:00:00Z 2026-01-12T17:00:00Z',
    '2026-01-13T09:00:00Z 2026-01-13T17:00:00Z',
    '2026-01-14T09:00:00Z 2026-01-14T17:00:00Z',
  ])
})

test('the carrier has a name and an id', async () => {
  const pickup = await carrier.pickup({ country_code: 'GB', state_province: null }, Date.now(), 1)
  assert.equal(pickup?.id, 1)
  assert.equal(pickup?.name, 'Foyer Courier')
})

test('the carrier does not collect in an excluded country', async () => {
  assert.equal(carrier.serves('KP'), false)
  assert.equal(carrier.serves('KR'), true)
  assert.equal(await windowsAt('2026-01-07T12:00:00Z', 'KP'), undefined)
})

test('tomorrow is the next day at the address', async () => {
  // It is early Wednesday in Honolulu, and already early Thursday in Kiritimati.
  const now = '2026-01-07T12:30:00Z'
  const [honolulu] = (await windowsAt(now, 'US', 'HI')) ?? []
  assert.equal(honolulu, '2026-01-08T19:00:00Z 2026-01-09T03:00:00Z')
  const [kiritimati] = (await windowsAt(now, 'KI', 'Line Islands')) ?? []
  assert.equal(kiritimati, '2026-01-08T19:00:00Z 2026-01-09T03:00:00Z')
  const [london] = (await windowsAt('2026-06-03T23:30:00Z', 'GB')) ?? []
  assert.equal(london, '2026-06-05T08:00:00Z 2026-06-05T16:00:00Z')
})

test('collection stays at the same local time when the clocks change', async () => {
  // Berlin has winter time until 29 March, and summer time until 25 October 2026.
  assert.deepEqual((await windowsAt('2026-03-26T12:00:00Z', 'DE'))?.slice(0, 2), [
    '2026-03-27T08:00:00Z 2026-03-27T16:00:00Z',
    '2026-03-30T07:00:00Z 2026-03-30T15:00:00Z',
  ])
  assert.deepEqual((await windowsAt('2026-10-22T12:00:00Z', 'DE'))?.slice(0, 2), [
    '2026-10-23T07:00:00Z 2026-10-23T15:00:00Z',
    '2026-10-26T08:00:00Z 2026-10-26T16:00:00Z',
  ])
  // Sydney changes the other way around, on 5 April 2026.
  assert.deepEqual((await windowsAt('2026-04-02T00:00:00Z', 'AU', 'NSW'))?.slice(0, 2), [
    '2026-04-02T22:00:00Z 2026-04-03T06:00:00Z',
    '2026-04-05T23:00:00Z 2026-04-06T07:00:00Z',
  ])
  // Egypt changes on 24 April 2026, a Friday, which is in its weekend.
  assert.deepEqual((await windowsAt('2026-04-22T12:00:00Z', 'EG'))?.slice(0, 2), [
    '2026-04-23T07:00:00Z 2026-04-23T15:00:00Z',
    '2026-04-26T06:00:00Z 2026-04-26T14:00:00Z',
  ])
})

test('the carrier uses the newest rules of each country', async () => {
  const now = '2026-11-28T12:00:00Z'
  for (const [code, state, opens, rule] of [
    ['CA', 'MB', '14:00', '2026e: Manitoba stays on -05'],
    ['CU', null, '13:00', '2026f: Cuba stays on -04'],
    ['CA', 'NT', '15:00', '2026d: the Northwest Territories stay on -06'],
    ['CA', 'AB', '15:00', '2026c: Alberta stays on -06'],
    ['MA', null, '09:00', '2026c: Morocco moves to +00'],
    ['CA', 'BC', '16:00', '2026b: British Columbia stays on -07'],
    ['PY', null, '12:00', '2025a: Paraguay stays on -03'],
    ['KZ', null, '04:00', '2024a: Kazakhstan moves to +05'],
    ['GL', null, '11:00', '2023a: Greenland moves to -02'],
    ['EG', null, '07:00', '2023a: Egypt has summer time again, but not now'],
    ['JO', null, '06:00', '2022f: Jordan stays on +03'],
  ] as const) {
    const [first] = (await windowsAt(now, code, state)) ?? []
    assert.equal(first?.slice(11, 16), opens, rule)
  }
  const [summer] = (await windowsAt('2026-06-10T12:00:00Z', 'EG')) ?? []
  assert.equal(summer?.slice(11, 16), '06:00')
})

test('the carrier does not collect on the country’s weekend', async () => {
  // Thursday is 8 January 2026. The numbers are days of the month in local time, which are the same
  // in UTC here.
  const cases: [string, number[]][] = [
    ['GB', [9, 12, 13, 14, 15]],
    ['SA', [11, 12, 13, 14, 15]],
    ['IL', [11, 12, 13, 14, 15]],
    ['AE', [9, 12, 13, 14, 15]],
    ['IR', [10, 11, 12, 13, 14]],
    ['IN', [9, 10, 12, 13, 14]],
    ['AF', [10, 11, 12, 13, 14]],
  ]
  for (const [code, days] of cases) {
    const windows = await windowsAt('2026-01-08T04:00:00Z', code)
    const found = windows?.map((window) => Number(window.slice(8, 10)))
    assert.deepEqual(found, days, code)
  }
})

test('every country, and every state and postal code in the table, has a known time zone', () => {
  for (const country_code of countryCodes)
    assert.ok(timeZones().knows(timeZoneOf({ country_code, state_province: null })), country_code)
  for (const [country_code, { states = {}, postalCodes = {} }] of Object.entries(zonesByCountry)) {
    for (const [timeZone, names] of Object.entries(states)) {
      assert.ok(timeZones().knows(timeZone), timeZone)
      for (const state_province of names) {
        assert.equal(timeZoneOf({ country_code, state_province }), timeZone, state_province)
      }
    }
    for (const [timeZone, starts] of Object.entries(postalCodes)) {
      assert.ok(timeZones().knows(timeZone), timeZone)
      for (const postal_code of starts)
        assert.equal(timeZoneOf({ country_code, state_province: null, postal_code }), timeZone)
    }
  }
})

test('the postal code tells the time zone where one country has several', () => {
  for (const [country_code, postal_code, zone] of [
    ['PT', '9500-123', 'Atlantic/Azores'],
    ['PT', '9999-999', 'Atlantic/Azores'],
    ['PT', 'PT-9700-011', 'Atlantic/Azores'],
    ['PT', '9000-001', 'Atlantic/Madeira'],
    ['PT', '9499-999', 'Atlantic/Madeira'],
    ['PT', '8999-001', 'Europe/Lisbon'],
    ['PT', '1000-001', 'Europe/Lisbon'],
    ['FR', '97110', 'America/Guadeloupe'],
    ['FR', '97200', 'America/Martinique'],
    ['FR', '97300', 'America/Cayenne'],
    ['FR', '97400', 'Indian/Reunion'],
    ['FR', 'F-97490', 'Indian/Reunion'],
    ['FR', '97 500', 'America/Miquelon'],
    ['FR', '97600', 'Indian/Mayotte'],
    ['FR', '97700', 'America/St_Barthelemy'],
    ['FR', '97800', 'America/Marigot'],
    ['FR', '98800', 'Pacific/Noumea'],
    ['FR', '98714', 'Pacific/Tahiti'],
    ['FR', '98000', 'Europe/Paris'],
    ['FR', '75001', 'Europe/Paris'],
    ['FR', '', 'Europe/Paris'],
    ['RE', '97400', 'Indian/Reunion'],
    ['ES', '35001', 'Atlantic/Canary'],
    ['ES', '38001', 'Atlantic/Canary'],
    ['ES', '28001', 'Europe/Madrid'],
    ['DK', '3900', 'America/Nuuk'],
    ['DK', '2100', 'Europe/Copenhagen'],
    ['AU', '2880', 'Australia/Broken_Hill'],
    ['AU', '2000', 'Australia/Sydney'],
  ] as const)
    assert.equal(timeZoneOf({ country_code, state_province: null, postal_code }), zone, postal_code)
})

test('a city with another time than its state has its own', () => {
  for (const [country_code, state_province, city, zone] of [
    ['CA', 'ON', 'Kenora', 'America/Winnipeg'],
    ['CA', 'Ontario', 'KENORA', 'America/Winnipeg'],
    ['CA', 'ON', 'Toronto', 'America/Toronto'],
    ['CA', 'BC', 'Kenora', 'America/Vancouver'],
    ['CA', 'NL', 'Nain', 'America/Goose_Bay'],
    ['MX', 'CHH', 'Ciudad Juárez', 'America/Ciudad_Juarez'],
    ['MX', 'Chih.', 'Cd. Juarez', 'America/Ciudad_Juarez'],
    ['MX', 'Chihuahua', 'Juárez', 'America/Ciudad_Juarez'],
    ['MX', 'Chihuahua', 'Chihuahua', 'America/Chihuahua'],
    ['MX', 'Chihuahua', 'Ojinaga', 'America/Ojinaga'],
    ['MX', 'Tamaulipas', 'Reynosa', 'America/Matamoros'],
    ['MX', 'Coah.', 'Piedras Negras', 'America/Matamoros'],
    ['MX', 'Coah.', 'Allende', 'America/Matamoros'],
    ['MX', 'Coah.', 'Sierra Mojada', 'America/Mexico_City'],
    ['CA', 'QC', 'St-Augustin', 'America/Toronto'],
    ['US', 'TX', 'El Paso', 'America/Denver'],
    ['US', 'Texas', 'Houston', 'America/Chicago'],
    ['US', 'TN', 'Knoxville', 'America/New_York'],
    ['US', 'FL', 'Pensacola', 'America/Chicago'],
    ['US', 'IN', 'Gary', 'America/Chicago'],
    ['US', 'OR', 'Ontario', 'America/Boise'],
    ['US', 'CA', 'Ontario', 'America/Los_Angeles'],
    ['US', 'AZ', 'Winslow', 'America/Phoenix'],
    ['AU', 'NSW', 'Broken Hill', 'Australia/Broken_Hill'],
    ['BR', 'Amazonas', 'Eirunepé', 'America/Eirunepe'],
    ['MX', null, 'Ciudad Juárez', 'America/Mexico_City'],
  ] as const)
    assert.equal(timeZoneOf({ country_code, state_province, city }), zone, city)
})

test('every country with several time zones has a default one', () => {
  for (const code of countryCodes) {
    const zones = new Intl.Locale(`und-${code}`).getTimeZones() ?? []
    assert.ok(zones.length === 1 || code in zonesByCountry, code)
  }
})

test('the time zone depends on the state, by its name or code', () => {
  const cases: [string, string | null, string][] = [
    ['GB', 'Anything', 'Europe/London'],
    ['US', null, 'America/New_York'],
    ['US', '', 'America/New_York'],
    ['US', 'Nowhere', 'America/New_York'],
    ['US', 'CA', 'America/Los_Angeles'],
    ['US', 'ca', 'America/Los_Angeles'],
    ['US', 'California', 'America/Los_Angeles'],
    ['US', 'Washington State', 'America/Los_Angeles'],
    ['US', 'TEXAS', 'America/Chicago'],
    ['US', 'Hawaii', 'Pacific/Honolulu'],
    ['US', 'D.C.', 'America/New_York'],
    ['CA', 'Québec', 'America/Toronto'],
    ['CA', 'british columbia', 'America/Vancouver'],
    ['CA', 'NL', 'America/St_Johns'],
    ['MX', 'Quintana Roo', 'America/Cancun'],
    ['MX', 'Q.R.', 'America/Cancun'],
    ['MX', 'BCN', 'America/Tijuana'],
    ['MX', 'Estado de Sonora', 'America/Hermosillo'],
    ['BR', 'Amazonas', 'America/Manaus'],
    ['BR', 'SÃO PAULO', 'America/Sao_Paulo'],
    ['BR', 'rondonia', 'America/Porto_Velho'],
    ['AU', 'Western Australia', 'Australia/Perth'],
    ['AU', 'qld', 'Australia/Brisbane'],
    ['AU', null, 'Australia/Sydney'],
    ['RU', 'Новосибирская область', 'Asia/Novosibirsk'],
    ['RU', 'Novosibirsk Oblast', 'Asia/Novosibirsk'],
    ['RU', "Sverdlovskaya oblast'", 'Asia/Yekaterinburg'],
    ['RU', 'Republic of Buryatia', 'Asia/Irkutsk'],
    ['RU', 'Москва', 'Europe/Moscow'],
    ['ID', 'Bali', 'Asia/Makassar'],
    ['ID', 'West Papua', 'Asia/Jayapura'],
    ['ID', 'DKI Jakarta', 'Asia/Jakarta'],
    ['CD', 'Nord-Kivu', 'Africa/Lubumbashi'],
    ['CL', 'Magallanes', 'America/Punta_Arenas'],
    ['CL', 'Aysén', 'America/Coyhaique'],
    ['EC', 'Galapagos', 'Pacific/Galapagos'],
    ['ES', 'Las Palmas', 'Atlantic/Canary'],
    ['ES', 'TF', 'Atlantic/Canary'],
    ['ES', 'Santa Cruz de Tenerife', 'Atlantic/Canary'],
    ['ES', 'Madrid', 'Europe/Madrid'],
    ['PT', 'Acores', 'Atlantic/Azores'],
    ['NZ', 'Chatham Islands', 'Pacific/Chatham'],
    ['MN', 'Khovd', 'Asia/Hovd'],
    ['KZ', 'Mangystau', 'Asia/Almaty'],
    ['CN', 'Xinjiang', 'Asia/Shanghai'],
    ['PF', 'Îles Marquises', 'Pacific/Marquesas'],
    ['PG', 'Bougainville', 'Pacific/Bougainville'],
    ['FM', 'Chuuk', 'Pacific/Chuuk'],
  ]
  for (const [country_code, state_province, zone] of cases) {
    assert.equal(
      timeZoneOf({ country_code, state_province }),
      zone,
      `${country_code} ${state_province}`,
    )
  }
})

test('an unknown country code has no time zone', () => {
  assert.throws(() => timeZoneOf({ country_code: 'XX', state_province: null }), RangeError)
})
