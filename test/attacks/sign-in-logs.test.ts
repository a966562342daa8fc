import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { generateSync } from 'otplib'
import { challenge, unique, verifier, visit } from '../support/authorize.ts'
import { Browser, formsOf } from '../support/browser.ts'
import { codesIn } from '../support/factors.ts'
import { figure } from '../support/figure.ts'
import { issuerReady } from '../support/issuer-ready.ts'
import { readMessage } from '../support/mime.ts'
import { anyDatabase, readDemo, Service } from '../support/program.ts'
import { proveAt } from '../support/sign-in.ts'
import { retry503 } from '../support/wire.ts'

test('no log of any level contains what people type, get or are sent while they sign in', async () => {
  const place = await anyDatabase()
  const dataDir = place.DATA_DIR
  const settings = { ...place, DEMO: 'true', LOG_LEVEL: 'trace', PROBE_PORT: 'off' }
  const service = await Service.start(settings)
  const { application, auth_url } = readDemo(dataDir)
  await issuerReady(auth_url)
  const canary = `zaphod${unique().replace(/[-_]/g, 'x')}`
  const email = `${canary}@beeblebrox.example`
  const secret = `${canary} heart of gold`
  const secrets = [canary]
  const browser = new Browser(auth_url, { 'user-agent': `Firefox/1.0 ${canary}` })

  const signUp = { email, password: secret, full_name: `Full ${canary}` }
  const form = await retry503(() => browser.get(`/sign-up?return_to=/${canary}`))
  const signedUp = await retry503(() => browser.submit(form, signUp))
  assert.ok(signedUp.status < 400, signedUp.text)
  const confirm = await linkIn(dataDir, 'confirm-email')
  await browser.submit(await browser.get(confirm), { password: `${secret} wrong` })
  await browser.submit(await browser.get(confirm), { password: secret })
  const start = await proveAt(browser, '/account/security/totp', { secret })
  const begun = await browser.submit(start, {}, '/totp')
  const key = (/<span class="secret">([^<]*)</.exec(begun.text)?.[1] ?? '').replaceAll(' ', '')
  const code = generateSync({ secret: key })
  const codes = codesIn(await browser.submit(begun, { code }, '/confirm'))
  assert.equal(codes.length, 10)
  secrets.push(key, ...codes)

  const url = new URL(`${auth_url}/authorize`)
  url.search = String(
    new URLSearchParams({
      response_type: 'code',
      client_id: application.client_id,
      redirect_uri: application.redirect_uri,
      scope: 'openid email read:user',
      state: canary,
      nonce: canary,
      login_hint: email,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }),
  )
  const question = await visit(browser, url.href)
  secrets.push(question.url.split('/').at(-1) ?? '')
  const back = await browser.follow(await browser.submit(question, { decision: 'allow' }))
  const granted = new URL(back.url).searchParams.get('code') ?? ''
  const exchange = await fetch(`${auth_url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: granted,
      code_verifier: verifier,
      redirect_uri: application.redirect_uri,
      client_id: application.client_id,
      client_secret: application.client_secret,
    }),
  })
  const tokens = (await exchange.json()) as Record<string, string>
  assert.equal(exchange.status, 200, JSON.stringify(tokens))
  secrets.push(granted, verifier, application.client_secret)
  for (const name of ['access_token', 'id_token']) secrets.push(tokens[name] ?? '')

  const other = new Browser(auth_url)
  const signIn = { email, password: secret }
  await other.submit(await other.get('/sign-in'), { ...signIn, password: `${secret} wrong` })
  const step = await other.follow(await other.submit(await other.get('/sign-in'), signIn))
  secrets.push(new URL(step.url).searchParams.get('step') ?? '')
  await other.submit(step, { code: canary })
  await other.submit(step, { code: codes[0] ?? '' })
  const forgotten = await retry503(() => other.get('/forgotten-password'))
  const sent = await retry503(() => other.submit(forgotten, { email }))
  assert.ok(sent.status < 400, sent.text)
  const reset = await linkIn(dataDir, 'new-password')
  await other.submit(await other.get(reset), { password: `${secret} anew` })
  secrets.push(...[confirm, reset].map((link) => new URL(link).searchParams.get('token') ?? ''))
  for (const path of [`/${canary}`, `/sign-in?${canary}`, `/account/${canary}`, '/sign-in/passkey'])
    await other.get(path)
  await other.post('/sign-in', { csrf: canary, email, password: secret })
  await other.post('/sign-in', `%zz${canary}` as never)
  const csrf = formsOf(await other.get('/sign-in'))[0]?.fields.csrf ?? ''
  await other.post('/sign-in/passkey', { csrf, credential: `{"id":"${canary}"` })
  for (const { value } of [...browser.cookies, ...other.cookies]) secrets.push(value)
  assert.equal(await service.stop(), 0)

  const logged = service.output.split('\n').filter((line) => line.startsWith('{'))
  assert.ok(logged.length > 40, String(logged.length))
  const text = logged.join('\n')
  for (const one of secrets) {
    assert.ok(one.length >= 12, one)
    assert.ok(!text.includes(one), one)
  }
  const found = secrets.filter((one) => text.includes(one)).length
  figure(29, 'secrets in the log of a sign-in', found, { atMost: 0 }, secrets.length)
})

/** The link in an email, as soon as the email is written. */
async function linkIn(dataDir: string, path: string): Promise<string> {
  const folder = join(dataDir, 'mail')
  const deadline = AbortSignal.timeout(30_000)
  while (!deadline.aborted) {
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      if (!name.endsWith('.eml')) continue
      const { text } = await readMessage(readFileSync(join(folder, name), 'utf8'))
      const link = new RegExp(`\\S+/${path}\\?token=\\S+`).exec(text)?.[0]
      if (link !== undefined) return link
    }
    await pause(20)
  }
  throw new Error(`No email with a link to ${path} came within 30 s.`)
}
