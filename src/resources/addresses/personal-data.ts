import type { PersonalData } from '../../platform/privacy.ts'
import { Type } from '../../platform/schema/type.ts'
import { printedLines } from '../countries/printed-lines.ts'
import { AddressSchema, addressResource } from './resource.ts'
import { readSort } from './sort.ts'
import * as store from './store.ts'

/** An address in the interface, and its lines as its writer would write them. */
const ExportedAddress = Type.Object(
  {
    ...AddressSchema.properties,
    lines: Type.Array(Type.String(), { description: 'The lines on an envelope' }),
  },
  { additionalProperties: false },
)

/** The addresses of a user, as the interface shows them and as a letter would have them. */
export const addressData: PersonalData = {
  tables: ['addresses', 'tombstones'],
  section: {
    name: 'addresses',
    schema: Type.Array(ExportedAddress),
    async read(db, userId, view) {
      const addresses = await store.findAddresses(db, userId)
      return addresses.sort(readSort()).map((address) => ({
        ...addressResource(address, view),
        lines: printedLines(address, view.language),
      }))
    },
  },
  erase: (tx, { id }) => store.removeAll(tx, id),
}
