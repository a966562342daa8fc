import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../support/foyer.ts'
import { signedInBrowser } from '../../support/sign-in.ts'

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
    assert.match(saved.text, /value="\+4930901820"/)
    assert.match(saved.text, /<option value="Asia\/Tokyo" selected>/)
    const { full_name, email_optin, primary_phone } = await user.user.get()
    assert.deepEqual([full_name, email_optin, primary_phone], ['Grace Hopper', true, '+4930901820'])
    // Times are in the user’s time zone, and follow the text that says how long ago they were.
    const sessions = await browser.get('/account/sessions')
    assert.match(sessions.text, /<time datetime="[^"]+">(?:now|\d+ minutes? ago) \([^)]+ GMT\+9\)/)

    const cleared = { ...change, primary_phone: '', full_name: '', time_zone: '' }
    await browser.submit(saved, cleared, '/profile')
    const after = await user.user.get()
    assert.deepEqual([after.full_name, after.primary_phone], [null, null])
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
})
