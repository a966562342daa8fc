import { nullableFlag, nullableText } from '../../platform/http/api/schema.ts'
import { draftOf, readBy } from '../../platform/text/draft.ts'
import { maxFullNameLength } from '../../platform/text/full-name.ts'
import { cleanPasted } from '../../platform/text/pasted.ts'

// How the documentation describes the properties, in requests and in responses.

export const name = { description: 'Full name of the recipient', examples: ['Ada Lovelace'] }
export const line = (nth: string, examples: string[]) => ({ description: `${nth} line`, examples })
export const city = { description: 'City name', examples: ['London'] }
export const state = { description: 'Name of the state or province' }
export const postalCode = { description: 'Postal code', examples: ['SW1Y 4LB'] }

// Lengths are in code points of the normalised text.

export const AddressBody = draftOf('AddressBody', {
  full_name: nullableText({ maxLength: maxFullNameLength, ...name }),
  default: nullableFlag({ description: '`true` makes this the default address' }),
  address_1: nullableText({ maxLength: 128, ...line('First', ['12 St James’s Square']) }),
  address_2: nullableText({ maxLength: 128, ...line('Second', []) }),
  address_3: nullableText({ maxLength: 128, ...line('Third', []) }),
  city: nullableText({ maxLength: 64, ...city }),
  state_province: nullableText({ maxLength: 64, ...state }),
  postal_code: readBy(cleanPasted, nullableText({ maxLength: 16, ...postalCode })),
  country_code: readBy(
    cleanPasted,
    nullableText({
      description: 'Two-letter country code (ISO 3166-1 alpha-2, or XK) in upper or lower case',
      examples: ['GB'],
    }),
  ),
})
