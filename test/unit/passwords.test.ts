import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { passwordFault, verifyPassword } from '../../src/identity/users/credentials/passwords.ts'
import { password } from '../support/users.ts'

describe('passwords', () => {
  const faultOf = (chosen: string) =>
    passwordFault(chosen, { email: 'ada.l@example.com', fullName: 'Ada Lovelace' })?.[0]

  test('a password has at least eight characters and at most 256', () => {
    assert.equal(faultOf('horse ä'), 'page.error.password_short')
    assert.equal(faultOf('pferd ä!'), undefined)
    assert.equal(faultOf('🐎🐎🐎🐎'), 'page.error.password_short')
    assert.equal(faultOf('🐎🔋🐎🔋🐎🔋🐎🔋'), undefined)
    assert.equal(faultOf('long words '.repeat(23)), undefined)
    assert.equal(faultOf('x'.repeat(257)), 'page.error.password_long')
  })

  test('a password needs no digits, capitals or punctuation', () => {
    for (const plain of ['correct horse', 'zwei lange worte', 'ぱすわーどですよね', '73019468250'])
      assert.equal(faultOf(plain), undefined, plain)
  })

  test('a common password is refused, however it is written', () => {
    for (const common of ['password1', 'PassWord1', 'ｐａｓｓｗｏｒｄ１', 'iloveyou', 'schalke04'])
      assert.equal(faultOf(common), 'page.error.password_common', common)
  })

  test('the user’s name, the email address, the service’s name and blanks are refused as a password', () => {
    const known = ['ADA.L@example.com', 'Ada Lovelace', 'adalovelace', 'foyerfoyer', ' '.repeat(9)]
    for (const one of known) assert.equal(faultOf(one), 'page.error.password_same', one)
  })

  test('a user without a password hash matches no password', async () => {
    assert.equal(await verifyPassword('', null), false)
    assert.equal(await verifyPassword(password, null), false)
  })
})
