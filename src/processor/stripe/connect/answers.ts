import type { Static } from 'typebox'
import { Type } from '../../../platform/schema/type.ts'
import type { Seller, VaultAccount } from '../../account-vault.ts'
import { id, orNull, reader } from '../stripe-answers.ts'

/** A name of the processor: a requirement, a reason, a status or a currency. */
const word = Type.String({ pattern: '^[\\w.\\[\\]-]{1,255}$' })

const account = Type.Object({
  id,
  default_currency: Type.Optional(orNull(word)),
  payouts_enabled: Type.Boolean(),
  capabilities: Type.Optional(orNull(Type.Object({ transfers: Type.Optional(word) }))),
  requirements: Type.Optional(
    orNull(
      Type.Object({
        currently_due: Type.Optional(orNull(Type.Array(word))),
        disabled_reason: Type.Optional(orNull(word)),
      }),
    ),
  ),
})

/** A bank account, or a debit card that somebody else has added. */
const external = Type.Object({
  id,
  object: word,
  currency: word,
  default_for_currency: Type.Optional(orNull(Type.Boolean())),
  fingerprint: Type.Optional(orNull(Type.String({ minLength: 1, maxLength: 255 }))),
  status: Type.Optional(orNull(word)),
  metadata: Type.Optional(orNull(Type.Record(Type.String(), Type.String()))),
})

export type AccountAnswer = Static<typeof account>
export type ExternalAnswer = Static<typeof external>

export const readAccount = reader(account)
export const readExternal = reader(external)
export const readExternals = reader(
  Type.Object({ data: Type.Array(external), has_more: Type.Boolean() }),
)
export const readToken = reader(Type.Object({ id }))
export const readDeleted = reader(Type.Object({ id, deleted: Type.Boolean() }))

export const sellerOf = ({
  payouts_enabled,
  capabilities,
  requirements,
}: AccountAnswer): Seller => ({
  transfersEnabled: capabilities?.transfers === 'active',
  payoutsEnabled: payouts_enabled,
  requirements: requirements?.currently_due ?? [],
  disabledReason: requirements?.disabled_reason ?? null,
})

export const referenceIn = ({ metadata }: ExternalAnswer): string | undefined =>
  metadata?.foyer_reference

/** The vault's id of a bank account names the account that it belongs to. */
export const tokenOf = (account: string, external: string): string => `${account}/${external}`

/** @returns the id of the connected account, and that of its external account */
export function partsOf(token: string): readonly [account: string, external: string] {
  const [account = '', external = ''] = token.split('/')
  return [account, external]
}

export const vaultAccountOf = (account: string, external: ExternalAnswer): VaultAccount => ({
  token: tokenOf(account, external.id),
  reference: referenceIn(external),
  status: external.status ?? 'new',
})
