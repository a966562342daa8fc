import { ref } from '../../platform/http/api/schema.ts'
import type { PersonalData } from '../../platform/privacy.ts'
import { Type } from '../../platform/schema/type.ts'
import { addressResource } from './resource.ts'
import { readSort } from './sort.ts'
import * as store from './store.ts'

/** The addresses of a user, as the interface shows them. */
export const addressData: PersonalData = {
  tables: ['addresses', 'tombstones'],
  section: {
    name: 'addresses',
    schema: Type.Array(ref('Address')),
    async read(db, userId, view) {
      const addresses = await store.findAddresses(db, userId)
      return addresses.sort(readSort()).map((address) => addressResource(address, view))
    },
  },
  erase: (tx, { id }) => store.removeAll(tx, id),
}
