import { brandOf } from '../../src/processor/brands.ts'
import {
  fingerprintOf,
  openFingerprintKey,
} from '../../src/resources/payment-methods/wallet/fingerprints.ts'
import { secretKey } from './foyer.ts'
import { sql } from './inside.ts'
import { cardShown, mandateOf } from './processor.ts'
import type { StripeFoyer } from './stripe-foyer.ts'

interface Row {
  readonly id: number
  readonly user_id: number
  readonly vault_token: string
  readonly fingerprint: Buffer
  readonly [column: string]: unknown
}

/** The differences between the cards in the rows and those of the processor, one line for each. */
export async function cardDifferences({ db, processor }: StripeFoyer): Promise<string[]> {
  const rows = await db.query<Row>(sql`
    select p.id, p.user_id, p.vault_token, p.fingerprint, p.full_name, p.brand, p.last4,
      p.expiry_month, p.expiry_year, p.wallet, p.networks, p.setup_id, p.mandate,
      p.network_transaction, c.customer_id
    from payment_methods p left join vault_customers c using (user_id, vault)
    where p.vault = 'stripe'`)
  return rows.flatMap((row) => {
    const there = shownAs(processor, row)
    if (there === undefined) return [`${row.vault_token} is not at the processor`]
    return Object.entries(there)
      .filter(([column, value]) => JSON.stringify(value) !== JSON.stringify(here(row)[column]))
      .map(([column, value]) => `${row.vault_token}: ${column} is ${row[column]}, not ${value}`)
  })
}

const here = (row: Row): Record<string, unknown> => ({
  ...row,
  fingerprint: row.fingerprint.toString('hex'),
})

/** What a row should contain for a card. */
function shownAs(processor: StripeFoyer['processor'], row: Row) {
  const method = processor.method(row.vault_token)
  if (method === undefined) return undefined
  const card = cardShown(method.card)
  const setup = processor.setups.find(({ id }) => id === row.setup_id)
  const isSetUp =
    setup?.status === 'succeeded' &&
    setup.usage === 'off_session' &&
    setup.method === method.id &&
    setup.customer === method.customer
  const wallet = { fingerprintKey: openFingerprintKey(secretKey) }
  return {
    full_name: method.name,
    brand: brandOf(card.brand),
    last4: card.last4,
    expiry_month: card.exp_month,
    expiry_year: card.exp_year,
    wallet: card.wallet?.type ?? null,
    networks: card.networks.available.map(brandOf),
    fingerprint: fingerprintOf(wallet, row.user_id, { identity: card.fingerprint }).toString('hex'),
    customer_id: method.customer,
    setup_id: isSetUp ? setup.id : null,
    mandate: isSetUp ? mandateOf(setup) : null,
    network_transaction: setup?.authentication?.transaction ?? null,
  }
}
