import type { AddressClaim, UserClaims } from '../../identity/oauth/provider/claims.ts'
import type { Queryable } from '../../platform/database/db.ts'
import { languageOf } from '../../platform/i18n/catalogue.ts'
import { type Address, findAddresses } from '../addresses/addresses.ts'
import { countryName } from '../countries/names.ts'
import { printedLines } from '../countries/printed-lines.ts'
import * as store from './store.ts'

/**
 * Returns the claims of a user for applications (OpenID Connect Core 1.0, 5.1); undefined if the
 * user is disabled or deleted. The address is the default address, with the name of its country.
 */
export async function claimsOf(db: Queryable, userId: number): Promise<UserClaims | undefined> {
  const user = await store.findClaims(db, userId)
  if (user === undefined) return undefined
  const addresses = await findAddresses(db, userId)
  const address = addresses.find((one) => one.default)
  return {
    name: user.full_name,
    locale: user.language,
    email: user.email,
    email_verified: user.email_confirmed,
    phone_number: user.primary_phone,
    address: address === undefined ? null : addressClaim(address, user.language),
  }
}

/** Returns the address claim (OpenID Connect Core 1.0, 5.1.1), without empty members. */
function addressClaim(address: Address, language: string): AddressClaim {
  const street = [address.address_1, address.address_2, address.address_3].filter(Boolean)
  // The scope of the address gives no access to a name.
  const lines = printedLines({ ...address, full_name: null }, languageOf(language))
  const claim = {
    formatted: lines.join('\n'),
    street_address: street.join('\n'),
    locality: address.city,
    region: address.state_province,
    postal_code: address.postal_code,
    country: countryName(address.country_code, languageOf(language)),
  }
  return Object.fromEntries(Object.entries(claim).filter(([, value]) => Boolean(value)))
}
