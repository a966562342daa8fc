import type { PersonalData } from '../../../platform/privacy.ts'
import { Type } from '../../../platform/schema/type.ts'
import {
  isoTime,
  isoTimeOrNull,
  timeOrNullSchema,
  timeSchema,
} from '../../../platform/text/iso-time.ts'
import { removeFactors } from '../../access/access.ts'
import * as store from './store.ts'

const schema = Type.Object(
  {
    authenticator: Type.Union([
      Type.Object({
        confirmed_at: Type.Unsafe<string | null>({
          ...timeOrNullSchema,
          description: 'Null if the user has not finished adding the app.',
        }),
      }),
      Type.Null(),
    ]),
    passkeys: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        credential_id: Type.String(),
        transports: Type.Array(Type.String()),
        backed_up: Type.Boolean(),
        second_factor: Type.Boolean({
          description: 'False if the browser added the passkey by itself after a sign-in.',
        }),
        created_at: timeSchema,
        last_used_at: timeOrNullSchema,
      }),
    ),
    recovery_codes_left: Type.Integer(),
    open_passkey_challenges: Type.Integer(),
  },
  { description: 'The second factors, without their secrets and keys.' },
)

/** The second factors of a user. */
export const secondFactorData: PersonalData = {
  tables: ['totp_secrets', 'recovery_codes', 'passkeys', 'passkey_challenges'],
  section: {
    name: 'second_factors',
    schema,
    async read(db, userId) {
      const totp = await store.findTotpTime(db, userId)
      const passkeys = await store.listPasskeys(db, userId)
      return {
        authenticator: totp === undefined ? null : { confirmed_at: isoTimeOrNull(totp.confirmed) },
        passkeys: passkeys.map((row) => ({
          id: row.id,
          name: row.name,
          credential_id: row.credential_id,
          transports: row.transports,
          backed_up: row.backed_up,
          second_factor: row.second_factor,
          created_at: isoTime(row.created),
          last_used_at: isoTimeOrNull(row.used),
        })),
        recovery_codes_left: await store.countRecoveryCodes(db, userId),
        open_passkey_challenges: await store.countChallenges(db, userId),
      }
    },
  },
  erase: async (tx, { id }) => {
    await removeFactors(tx, id)
  },
}
