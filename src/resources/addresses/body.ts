import { nullableFlag, nullableText } from '../../platform/http/api/schema.ts'
import { askedAs, draftOf, readBy } from '../../platform/text/draft.ts'
import { maxFullNameLength } from '../../platform/text/full-name.ts'
import { cleanPasted } from '../../platform/text/pasted.ts'

// How the documentation describes the properties, in requests and in responses.

export const name = { description: 'Full name of the recipient', examples: ['Ada Lovelace'] }
export const line = (nth: string, examples: string[]) => ({ description: `${nth} line`, examples })
export const city = { description: 'City name', examples: ['London'] }
export const state = { description: 'Name of the state or province' }
export const postalCode = { description: 'Postal code', examples: ['SW1Y 4LB'] }

// Lengths are in code points of the normalised text.

// The country of an address chooses the labels of its fields, and which of them are required.

export const AddressBody = draftOf('AddressBody', {
  full_name: askedAs(
    { autocomplete: 'name' },
    nullableText({ maxLength: maxFullNameLength, ...name }),
  ),
  default: askedAs(
    { label: 'page.label.default_address' },
    nullableFlag({ description: '`true` makes this the default address' }),
  ),
  address_1: askedAs(
    { autocomplete: 'address-line1' },
    nullableText({ maxLength: 128, ...line('First', ['12 St James’s Square']) }),
  ),
  address_2: askedAs(
    { autocomplete: 'address-line2' },
    nullableText({ maxLength: 128, ...line('Second', []) }),
  ),
  address_3: askedAs(
    { autocomplete: 'address-line3' },
    nullableText({ maxLength: 128, ...line('Third', []) }),
  ),
  city: askedAs({ autocomplete: 'address-level2' }, nullableText({ maxLength: 64, ...city })),
  state_province: askedAs(
    { autocomplete: 'address-level1' },
    nullableText({ maxLength: 64, ...state }),
  ),
  postal_code: askedAs(
    { autocomplete: 'postal-code' },
    readBy(cleanPasted, nullableText({ maxLength: 16, ...postalCode })),
  ),
  country_code: askedAs(
    {
      label: 'page.label.country',
      hint: 'page.hint.use_country',
      autocomplete: 'country',
      required: true,
    },
    readBy(
      cleanPasted,
      nullableText({
        description: 'Two-letter country code (ISO 3166-1 alpha-2, or XK) in upper or lower case',
        examples: ['GB'],
      }),
    ),
  ),
})
