import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser } from '../../support/browser.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { newBrowser, signedInBrowser } from '../../support/sign-in.ts'
import { password } from '../../support/users.ts'

await onEveryDatabase('the profile on the account pages', (foyer) => {
  const signedIn = async () => {
    const user = await foyer.newUser()
    return { user, browser: await signedInBrowser(foyer.authUrl, user.email) }
  }

  test('a user changes name, newsletter, phone, language and time zone', async () => {
    const { user, browser } = await signedIn()
    const page = await browser.get('/account/profile')
    const change = {
      full_name: 'Grace Hopper',
      email_optin: 'true',
      primary_phone: '030 901820',
      phone_country: 'DE',
      language: 'de',
      time_zone: 'Asia/Tokyo',
    }
    const saved = await browser.follow(await browser.submit(page, change, '/profile'))
    assert.match(saved.text, /Your changes were saved\./)
    assert.match(saved.text, /title="Signed in as Grace Hopper"/)
    assert.match(saved.text, /value="\+49 30 901820"/)
    assert.match(saved.text, /<option selected>Asia\/Tokyo</)
    const { full_name, email_optin, primary_phone } = await user.user.get()
    assert.deepEqual([full_name, email_optin, primary_phone], ['Grace Hopper', true, '+4930901820'])
    // Times are in the user’s time zone, and follow the text that says how long ago they were.
    const sessions = await browser.get('/account/sessions')
    assert.match(sessions.text, /<time datetime="[^"]+">(?:now|\d+ minutes? ago) · [^<]+ GMT\+9</)

    // Manitoba stays on -05 since November 2026, which not every Node.js knows: tzdata 2026e.
    const again = await browser.get('/account/profile')
    await browser.submit(again, { ...change, time_zone: 'America/Winnipeg' }, '/profile')
    const { text } = await browser.get('/account/sessions')
    const [, iso = '', shown] = /<time datetime="([^"]+)">[^<]*?(\d\d:\d\d) /.exec(text) ?? []
    assert.equal(shown, new Date(Date.parse(iso) - 5 * 3_600_000).toISOString().slice(11, 16))

    const cleared = { ...change, primary_phone: '', full_name: '', time_zone: '' }
    await browser.submit(await browser.get('/account/profile'), cleared, '/profile')
    const after = await user.user.get()
    assert.deepEqual([after.full_name, after.primary_phone], [null, null])
  })

  test('a possible phone number counts, and one that no metadata knows gets a warning', async () => {
    const { user, browser } = await signedIn()
    const save = async (primary_phone: string, phone_country = '') => {
      const page = await browser.get('/account/profile')
      const fields = { primary_phone, phone_country }
      const saved = await browser.follow(await browser.submit(page, fields, '/profile'))
      const warned = /id="primary_phone-hint">Numbers like this one are not known here/
      const stored = (await user.user.get()).primary_phone
      return { stored, isWarned: warned.test(saved.text) }
    }
    // The area code 436 is in service in Ohio since 2024.
    const fromOhio = { stored: '+14362345678', isWarned: true }
    assert.deepEqual(await save('+1 436 234 5678'), fromOhio)
    assert.deepEqual(await save('(436) 234-5678', 'US'), fromOhio)
    assert.deepEqual(await save('+1 202 555 0143'), { stored: '+12025550143', isWarned: false })
    // Its prefix is unknown, but British numbers may have this length.
    const british = { stored: '+444079460123', isWarned: true }
    assert.deepEqual(await save('0407 946 0123', 'GB'), british)
    for (const wrong of ['+1 436 234 567', '+1 436 234 56789', '+999 436 234 567', '12']) {
      const page = await browser.get('/account/profile')
      const refused = await browser.submit(page, { primary_phone: wrong }, '/profile')
      assert.match(refused.text, /id="primary_phone-fault">Must be a phone number/, wrong)
      assert.equal((await user.user.get()).primary_phone, british.stored)
    }
  })

  test('a phone number in a form that its country has replaced is stored in today’s form', async () => {
    const { user, browser } = await signedIn()
    for (const [primary_phone, phone_country, today] of [
      ['+52 1 55 1234 5678', '', '+525512345678'],
      ['+52 55 1234 5678', '', '+525512345678'],
      ['1 55 1234 5678', 'MX', '+525512345678'],
      ['+229 90 01 12 34', '', '+2290190011234'],
      ['90 01 12 34', 'BJ', '+2290190011234'],
      ['+229 01 90 01 12 34', '', '+2290190011234'],
    ] as const) {
      const page = await browser.get('/account/profile')
      await browser.submit(page, { primary_phone, phone_country }, '/profile')
      assert.equal((await user.user.get()).primary_phone, today, primary_phone)
    }
    // Earlier versions stored them in the old form. The next change of the profile rewrites them.
    for (const [old, today] of [
      ['+5215512345678', '+525512345678'],
      ['+22990011234', '+2290190011234'],
    ]) {
      await foyer.db.transaction((tx) =>
        tx.query(sql`update users set primary_phone = ${old} where id = ${user.id}`),
      )
      const page = await browser.get('/account/profile')
      assert.equal((await browser.submit(page, { full_name: 'Ada' }, '/profile')).status, 303)
      assert.equal((await user.user.get()).primary_phone, today)
    }
  })

  test('a wrong phone number and a stale form are refused, and keep what was typed', async () => {
    const { user, browser } = await signedIn()
    const page = await browser.get('/account/profile')
    const wrong = { primary_phone: '030 901820', full_name: 'Grace Hopper' }
    const refused = await browser.submit(page, wrong, '/profile')
    assert.equal(refused.status, 400)
    assert.match(refused.text, /id="primary_phone-fault">Must be a phone number/)
    assert.match(refused.text, /value="030 901820"/)
    assert.match(refused.text, /value="Grace Hopper"/)
    await user.user.update({ full_name: 'Ada King' })
    const stale = await browser.submit(page, { full_name: 'Grace Hopper' }, '/profile')
    assert.match(stale.text, /changed elsewhere/)
    assert.equal((await user.user.get()).full_name, 'Ada King')
    const zone = await browser.submit(stale, { time_zone: 'Mars/Olympus' }, '/profile')
    assert.match(zone.text, /id="time_zone-fault">Must be a time zone/)
  })

  test('times are in the zone of the browser until the user chooses another one', async () => {
    const user = await foyer.newUser()
    const zoneOf = async (browser: Browser) => {
      const { text } = await browser.get('/account/sessions')
      return /<time [^>]*>[^<]*\d\d:\d\d ([^<]+)</.exec(text)?.[1]
    }
    assert.equal(await zoneOf(await signedInBrowser(foyer.authUrl, user.email)), 'UTC')
    const browser = newBrowser(foyer.authUrl)
    // The script of the pages adds the zone to the form.
    const form = { email: user.email, password, browser_time_zone: 'Asia/Tokyo' }
    await browser.submit(await browser.get('/sign-in'), form, '/sign-in')
    const attributes = browser.cookie('foyer-time-zone')?.attributes ?? []
    assert.ok(attributes.includes('httponly') && attributes.includes('samesite=lax'))
    assert.equal(await zoneOf(browser), 'GMT+9')
    const page = await browser.get('/account/profile')
    await browser.submit(page, { time_zone: 'Asia/Kolkata' }, '/profile')
    assert.equal(await zoneOf(browser), 'GMT+5:30')
    await browser.submit(await browser.get('/account/profile'), { time_zone: 'UTC' }, '/profile')
    assert.equal(await zoneOf(browser), 'UTC')
    // What is no zone is ignored.
    const other = await signedInBrowser(foyer.authUrl, (await foyer.newUser()).email)
    for (const zone of ['Mars/Olympus', '<b>', 'x'.repeat(100), '../etc']) {
      other.plant(`foyer-time-zone=${zone}; Path=/`)
      const { status, text } = await other.get('/account/sessions')
      assert.equal(status, 200)
      assert.match(text, /\d\d:\d\d UTC</)
    }
  })
})
