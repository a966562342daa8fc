import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { newIban, newUsAccount } from './bank-accounts.ts'
import { writings } from './card-numbers.ts'
import type { Service } from './program.ts'
import { type Caller, send } from './sweep.ts'

/** A bank account whose number must not be stored anywhere. */
export type Account = { readonly iban: string } | ReturnType<typeof newUsAccount>

/** Bank accounts, alternately with an IBAN and in the US. */
export const newAccounts = (count: number): Account[] =>
  Array.from({ length: count }, (_, index) => (index % 2 ? newUsAccount() : { iban: newIban() }))

/** The digits of an account, which must not be stored anywhere. */
export const digitsOf = (account: Account): string =>
  'iban' in account ? account.iban.slice(4) : account.account_number

/**
 * Sends numbers of bank accounts in their own property, and in every other property of the same
 * body. Every account is created, replaced and deleted again.
 */
export async function createAccounts(
  { port }: Service,
  { accessToken, ids }: Pick<Caller, 'accessToken' | 'ids'>,
  accounts: readonly Account[],
  answers: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const sendBody = async (method: string, path: string, body: object) => {
    const told = await send(port, '/v2', { method, path, headers, body: JSON.stringify(body) })
    appendFileSync(answers, told.text)
    return told
  }
  const holder = { full_name: 'Ada Lovelace' }
  const path = '/paymentmethods/bankaccount'
  for (const [index, account] of accounts.entries()) {
    const write = writings[index % 3 ? 'with spaces' : 'full-width'] ?? String
    const named = 'iban' in account ? { iban: write(account.iban) } : account
    const created = await sendBody('POST', path, { ...holder, ...named })
    assert.equal(created.status, 201, created.body)
    const { id } = JSON.parse(created.body) as { id: number }
    await sendBody('PUT', `/paymentmethods/${id}/bankaccount`, { full_name: 'Ada', ...named })
    await sendBody('DELETE', `/paymentmethods/${id}`, {})
    const text = 'iban' in account ? account.iban : account.account_number
    const wrong = text.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
    const refused = [
      { ...holder, ...named, full_name: `Ada ${text}` },
      { ...holder, ...named, routing_number: text },
      { ...holder, ...named, account_type: text },
      { ...holder, ...named, billing_address_id: text },
      { ...holder, ...named, default_seller_method: text },
      { ...holder, ...named, unheard_of: text },
      { ...holder, iban: `DE00${text}` },
      { ...holder, account_number: wrong },
      { ...holder, iban: { [text]: text }, account_number: [text] },
    ]
    for (const body of refused) {
      const { status } = await sendBody('POST', path, body)
      assert.equal(status, 400, JSON.stringify(body))
      const at = `/paymentmethods/${ids.bankAccountId}/bankaccount`
      assert.equal((await sendBody('PUT', at, body)).status, 400, JSON.stringify(body))
    }
  }
}
