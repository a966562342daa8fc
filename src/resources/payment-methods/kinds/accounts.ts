import cardValidator from 'card-validator'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Message } from '../../../platform/i18n/catalogue.ts'
import { addFault, type Draft } from '../../../platform/text/draft.ts'
import { holdsIban, ibanDigitsFit, ibanFormOf } from '../../../platform/text/iban/iban.ts'
import { withoutSeparators } from '../../../platform/text/pasted.ts'
import type { Account, AccountType } from '../../../processor/account-vault.ts'
import type { DefaultsInput } from '../wallet/defaults.ts'

/** The input to create or replace a bank account: an IBAN, or an account in the US. */
export interface BankAccountInput extends DefaultsInput {
  full_name: string | null
  iban: string | null
  routing_number: string | null
  account_number: string | null
  account_type: AccountType | null
  billing_address_id: number | null
}

/** A bank account that follows the rules. Only the vault may see `account`. */
export interface CheckedAccount {
  readonly holder: string
  /** Undefined if the input has no number, so that the account in the vault stays the same. */
  readonly account: Account | undefined
}

/** The properties of an account in the US. */
const american = ['routing_number', 'account_number', 'account_type'] as const

/**
 * Checks a bank account: the holder, and the country, length, form and check digits of the IBAN (ISO
 * 13616), or the check digit of the routing number (ABA) and the length of the account number.
 * @param options.mayKeep whether the number may be omitted to keep the current account
 * @param options.residence the country in which the seller lives. If unknown, the country of the
 * bank counts
 * @throws {Refused} validation_failed, with all faults
 */
export async function checkAccount(
  { given, faults: unreadable }: Draft<BankAccountInput>,
  { mayKeep, residence }: { readonly mayKeep: boolean; readonly residence: string | undefined },
): Promise<CheckedAccount> {
  const faults = new Map<string, Message[]>()
  for (const [property, messages] of unreadable) faults.set(property, [...messages])
  const add = (property: keyof BankAccountInput, fault: Message | undefined): void => {
    if (fault !== undefined) addFault(faults, property, fault)
  }
  const iban = bare(given.iban)
    ?.toUpperCase()
    .replace(/^IBAN:?/, '')
  const routingNumber = bare(given.routing_number)
  const number = bare(given.account_number)
  // Separators alone are no number.
  const cleaned = { ...given, iban, routing_number: routingNumber, account_number: number }
  const requireProperty = (property: keyof BankAccountInput): void => {
    if (!cleaned[property] && !unreadable.has(property)) add(property, ['rule.required'])
  }
  const isAmerican = american.some((name) => given[name] != null || unreadable.has(name))
  if (given.iban && isAmerican) add('iban', ['bankaccount.both'])
  else if (iban) add('iban', await ibanFault(iban))
  else if (isAmerican) american.forEach(requireProperty)
  else if (given.iban || !mayKeep) requireProperty('iban')
  if (routingNumber) add('routing_number', routingFault(routingNumber))
  if (number) add('account_number', numberFault(number))
  requireProperty('full_name')
  if (given.default_buyer_method) add('default_buyer_method', ['paymentmethod.buyer_method'])
  const { full_name: holder, account_type: accountType } = given
  if (holder && namesAccount(holder, iban ?? number)) add('full_name', ['bankaccount.holder'])
  if (faults.size > 0 || !holder) throw new Refused(refusals.validation_failed, { faults })
  if (iban) {
    const account = { number: iban, routingNumber: null, accountType: null, holder }
    return { holder, account: { ...account, ...placesOf(iban.slice(0, 2), residence) } }
  }
  if (!number || !routingNumber || !accountType) return { holder, account: undefined }
  const account = { number, routingNumber, accountType, holder }
  return { holder, account: { ...account, ...placesOf('US', residence) } }
}

/** Whether an input names another account, or tries to. */
export const namesAnother = ({ given, faults }: Draft<BankAccountInput>): boolean =>
  ['iban' as const, ...american].some((name) => given[name] != null || faults.has(name))

const bare = (number: string | null | undefined): string | undefined =>
  number == null ? undefined : withoutSeparators(number)

const placesOf = (country: string, residence = country) => ({ country, residence })

/**
 * The end of a number that may be shown: four characters, or fewer of a short number, so that four
 * stay hidden.
 */
export const shownEnd = (number: string): string =>
  number.slice(-Math.min(4, Math.max(1, number.length - 4)))

/**
 * The fault of an IBAN: its country, its length, its form, or its check digits. The last are also
 * those that the banks of some countries put into account numbers, as far as `ibantools` knows them.
 */
async function ibanFault(iban: string): Promise<Message | undefined> {
  const country = iban.slice(0, 2)
  const form = ibanFormOf(country)
  if (form === undefined) return ['bankaccount.iban.country']
  const { length, pattern, shown } = form
  if (iban.length !== length) return ['bankaccount.iban.length', { country, length }]
  if (!pattern.test(iban)) return ['bankaccount.iban.form', { country, form: shown }]
  // The rules of all countries are large, and most requests do not need them.
  const { ValidationErrorsIBAN, validateIBAN } = await import('ibantools')
  const { errorCodes } = validateIBAN(iban)
  const isWrong = errorCodes.includes(ValidationErrorsIBAN.WrongAccountBankBranchChecksum)
  return isWrong || !ibanDigitsFit(iban) ? ['bankaccount.iban.check'] : undefined
}

/** The weights of the check digit of a routing number (ABA). */
const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]

function routingFault(number: string): Message | undefined {
  // The first two digits are a district of the Federal Reserve, or of what is derived from one.
  const isRouting = /^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(number)
  const sum = weights.reduce((total, weight, at) => total + weight * Number(number[at]), 0)
  const isValid = isRouting && sum % 10 === 0 && Number(number) !== 0
  return isValid ? undefined : ['bankaccount.routing_number']
}

function numberFault(number: string): Message | undefined {
  if (!/^\d{5,17}$/.test(number)) return ['bankaccount.number']
  // People may enter a card number by mistake. Account numbers are rarely that long.
  const isCard = number.length > 14 && cardValidator.number(number).isValid
  return isCard ? ['rule.card_number'] : undefined
}

/** Whether a name contains an IBAN or the number of the account. */
const namesAccount = (name: string, number: string | undefined): boolean =>
  holdsIban(name) ||
  (number !== undefined && number !== '' && withoutSeparators(name).toUpperCase().includes(number))
