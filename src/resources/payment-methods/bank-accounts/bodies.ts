import { nullableEnum, nullableText } from '../../../platform/http/api/schema.ts'
import {
  accountNumber,
  askedAs,
  draftOf,
  readBy,
  withReadOnly,
} from '../../../platform/text/draft.ts'
import { maxFullNameLength } from '../../../platform/text/full-name.ts'
import { cleanPasted } from '../../../platform/text/pasted.ts'
import { accountTypes } from '../../../processor/account-vault.ts'
import { billing, flags, readOnly } from '../wallet/bodies.ts'

/** The longest number that is read: an IBAN with its separators. */
const maxLength = 64

export const BankAccountBody = withReadOnly(
  readOnly,
  draftOf('BankAccountBody', {
    full_name: askedAs(
      { label: 'page.label.account_holder', autocomplete: 'name', required: true },
      nullableText({
        maxLength: maxFullNameLength,
        description: 'Name of the account holder',
        examples: ['Ada Lovelace'],
      }),
    ),
    iban: askedAs(
      { label: 'page.label.iban', hint: 'page.hint.iban', isSecret: true },
      readBy(
        cleanPasted,
        nullableText({
          format: accountNumber,
          maxLength,
          description:
            'The IBAN, with or without spaces. It is never stored. If all numbers are omitted when replacing details, the account stays the same.',
          examples: ['DE89 3704 0044 0532 0130 00'],
        }),
      ),
    ),
    routing_number: askedAs(
      { label: 'page.label.routing_number', inputmode: 'numeric' },
      readBy(
        cleanPasted,
        nullableText({
          maxLength,
          description:
            'The routing number (ABA) of an account in the US. Send it with `account_number` and `account_type`, instead of an IBAN.',
          examples: ['110000000'],
        }),
      ),
    ),
    account_number: askedAs(
      { label: 'page.label.account_number', inputmode: 'numeric', isSecret: true },
      readBy(
        cleanPasted,
        nullableText({
          format: accountNumber,
          maxLength,
          description: 'The account number of an account in the US. It is never stored.',
          examples: ['000123456789'],
        }),
      ),
    ),
    account_type: askedAs(
      { label: 'page.label.account_type' },
      nullableEnum(accountTypes, {
        description: 'The type of an account in the US',
      }),
    ),
    ...billing,
    ...flags,
  }),
)
