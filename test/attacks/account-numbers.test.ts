import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Account, createAccounts, digitsOf, newAccounts } from '../support/bank-sweep.ts'
import { findNumbers } from '../support/card-numbers.ts'
import { demoDirectory } from '../support/demo-directory.ts'
import { Processor } from '../support/processor.ts'
import { readDemo, Service } from '../support/program.ts'
import { repetitions } from '../support/soak.ts'
import { envOf } from '../support/stripe-foyer.ts'

const path = '/paymentmethods/bankaccount'
const holder = { full_name: 'Ada Lovelace' }

test('an account number is sent to the processor in one request, and is stored nowhere in Foyer', async (t) => {
  const processor = await Processor.start()
  t.after(() => processor.stop())
  const dataDir = await demoDirectory()
  const service = await Service.start({
    ...envOf(processor),
    STRIPE_CONNECT: 'full',
    CARD_LIMIT_USER: 'off',
    CARD_LIMIT_NETWORK: 'off',
    CARD_LIMIT_APPLICATION: 'off',
    CARD_LIMIT_CARD: 'off',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'trace',
    PROBE_PORT: 'off',
  })
  const answers = join(dataDir, 'foyer-answers')
  const accounts = newAccounts(repetitions({ short: 10, soak: 200 }))
  const { users } = readDemo(dataDir)
  const sent = new Set<Account>(accounts)
  // A connected account is in one country, so each kind of account has its own user.
  const kinds = [
    accounts.filter((one) => 'iban' in one),
    accounts.filter((one) => !('iban' in one)),
  ]
  for (const [index, [first, ...rest]] of kinds.entries()) {
    assert.ok(first)
    const accessToken = users[index]?.access_token ?? ''
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    const add = async (account: Account) => {
      const body = JSON.stringify({ ...holder, ...account })
      const response = await fetch(service.baseUrl + path, { method: 'POST', headers, body })
      return { status: response.status, text: await response.text() }
    }
    const told = await add(first)
    assert.equal(told.status, 201, told.text)
    const { id } = JSON.parse(told.text) as { id: number }
    await createAccounts(
      service,
      { accessToken, ids: { bankAccountId: String(id) } },
      rest,
      answers,
    )
    // The processor fails, refuses, and repeats the number in its messages.
    for (const step of ['tokens.create', 'external_accounts.create'] as const) {
      const [account] = newAccounts(index + 1).slice(-1)
      assert.ok(account)
      sent.add(account)
      const message = `Invalid: ${digitsOf(account)}`
      const errors = [
        { type: 'api_error', message },
        { type: 'invalid_request_error', message, param: digitsOf(account) },
        { type: 'invalid_request_error', message, code: 'parameter_unknown' },
        { type: message, message, code: digitsOf(account) },
      ]
      for (const [at, error] of errors.entries()) {
        processor.fail(step, { kind: 'refused', status: at === 0 ? 500 : 400, error })
        const { status, text } = await add(account)
        assert.ok([400, 503].includes(status), text)
        assert.ok(!text.includes(digitsOf(account)), text)
        processor.heal()
      }
    }
  }
  await service.stop()
  const numbers = [...sent].map(digitsOf)
  const steps = new Set<string>()
  for (const { step, headers, body } of processor.received)
    if (numbers.some((number) => `${body} ${JSON.stringify(headers)}`.includes(number)))
      steps.add(String(step))
  assert.deepEqual([...steps], ['tokens.create'])
  writeFileSync(join(dataDir, 'foyer-log'), service.output)
  assert.deepEqual(await findNumbers(dataDir, new Set(numbers)), [])
  // The search finds a number that is stored.
  writeFileSync(join(dataDir, 'control'), numbers[0] ?? '')
  assert.equal((await findNumbers(dataDir, new Set(numbers))).length, 1)
})
