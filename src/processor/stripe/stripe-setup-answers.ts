import type { Static } from 'typebox'
import { Type } from '../../platform/schema/type.ts'
import type { Setup } from '../vault.ts'
import { id, idOf, orNull, reader } from './stripe-answers.ts'
import { declineOfCode } from './stripe-errors.ts'

const code = Type.Optional(orNull(Type.String({ maxLength: 255 })))

const reference = orNull(Type.Union([id, Type.Object({ id })]))

const attempt = Type.Object({
  payment_method_details: Type.Optional(
    Type.Object({
      card: Type.Optional(
        orNull(
          Type.Object({
            three_d_secure: Type.Optional(
              orNull(
                Type.Object({
                  transaction_id: Type.Optional(
                    orNull(Type.String({ pattern: '^[A-Za-z0-9+/=_-]{1,64}$' })),
                  ),
                }),
              ),
            ),
          }),
        ),
      ),
    }),
  ),
})

const setupIntent = Type.Object({
  id,
  status: Type.Enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'succeeded',
    'canceled',
  ]),
  usage: Type.String({ maxLength: 32 }),
  customer: orNull(id),
  payment_method: reference,
  client_secret: Type.Optional(
    orNull(Type.String({ pattern: '^seti_[A-Za-z0-9]{1,200}_secret_[A-Za-z0-9_]{1,200}$' })),
  ),
  mandate: reference,
  latest_attempt: Type.Optional(orNull(Type.Union([id, attempt]))),
  last_setup_error: Type.Optional(orNull(Type.Object({ code, decline_code: code }))),
  metadata: Type.Optional(orNull(Type.Record(Type.String(), Type.String()))),
})

export type SetupAnswer = Static<typeof setupIntent>

export const readSetup = reader(setupIntent)
export const readSetups = reader(
  Type.Object({ data: Type.Array(setupIntent), has_more: Type.Boolean() }),
)

/** What a SetupIntent says of a card that somebody else has given to the customer before. */
export const foreign = 'attached before'

/** Returns the setup of an answer. One of a card that somebody else has given has no reference. */
export function setupOf(answer: SetupAnswer): Setup {
  const { latest_attempt: attempt, last_setup_error: error, metadata } = answer
  const card = typeof attempt === 'object' ? attempt?.payment_method_details?.card : undefined
  return {
    id: answer.id,
    reference: metadata?.foyer_card === foreign ? null : (metadata?.foyer_reference ?? null),
    status: answer.status,
    clientSecret: answer.client_secret ?? null,
    token: idOf(answer.payment_method) ?? null,
    agreement: {
      setupId: answer.id,
      mandate: idOf(answer.mandate) ?? null,
      networkTransaction: card?.three_d_secure?.transaction_id ?? null,
    },
    decline: error ? declineOfCode(error.decline_code, error.code) : undefined,
  }
}
