import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Outgoing } from '../../platform/http/outgoing/outgoing.ts'
import { declines } from '../../processor/refusals.ts'
import { type CardVault, cardDeclinedBy, VaultUnavailable } from '../../processor/vault.ts'
import type { Traffic } from './traffic.ts'

const declineCodes = Object.keys(declines) as readonly (keyof typeof declines)[]

/** How long a slow vault takes. */
const slowMs = 5_000

/** How the vault answers: as it is, slowly, with a code for each new or changed card, or not at all. */
export const vaultAnswers = ['accept', 'slow', ...declineCodes, 'unavailable'] as const
export type VaultAnswer = (typeof vaultAnswers)[number]

/** What developers make fail. */
export interface Faults {
  vaultAnswer: VaultAnswer
  /** How many of the next deliveries to webhooks are dropped. */
  dropsLeft: number
}

/** The faults of a service that works. */
export const noFaults = (): Faults => ({ vaultAnswer: 'accept', dropsLeft: 0 })

/** Makes a vault fail as `faults` says, before it is asked. */
export function failingVault(vault: CardVault, faults: Faults): CardVault {
  const fail = async (property: string) => {
    const { vaultAnswer } = faults
    if (vaultAnswer === 'slow') return pause(slowMs)
    if (vaultAnswer === 'unavailable')
      throw new VaultUnavailable(new Error('The vault is unavailable on the page /demo.'))
    if (vaultAnswer !== 'accept') throw cardDeclinedBy(declines[vaultAnswer], property)
  }
  return {
    ...vault,
    async keep(userId, reference, card) {
      await fail(card.token === undefined ? 'card_number' : 'card_token')
      return vault.keep(userId, reference, card)
    },
    async change(token, card) {
      await fail('expiry_year')
      await vault.change?.(token, card)
    },
  }
}

/**
 * Drops deliveries to webhooks as `faults` says, as if the connection had failed, and shows all of
 * them in the traffic.
 */
export const failingOutgoing = (
  outgoing: Outgoing,
  faults: Faults,
  { traffic, clock }: { readonly traffic: Traffic; readonly clock: Clock },
): Outgoing => ({
  async post(url, request) {
    const begun = performance.now()
    const add = (outcome: string) => {
      const ms = Math.round(performance.now() - begun)
      traffic.add({
        at: clock.now(),
        direction: 'sent',
        method: 'POST',
        target: url,
        outcome,
        ms,
      })
    }
    if (faults.dropsLeft > 0) {
      faults.dropsLeft--
      add('dropped')
      throw new Error('The delivery was dropped on the page /demo.')
    }
    try {
      const answer = await outgoing.post(url, request)
      add(String(answer.status))
      return answer
    } catch (error) {
      add('no answer')
      throw error
    }
  },
  close: () => outgoing.close(),
})
