import { Resolver } from 'node:dns/promises'
import { isIPv6, type LookupFunction } from 'node:net'
import { isPublic } from './address.ts'
import { isLocalName, type OutgoingRules } from './target.ts'

/** Why there is no answer. */
export type OutgoingFault = 'url_not_allowed' | 'address_not_allowed' | 'name_not_found'

/** The request was not sent, because its target is not allowed or does not exist. */
export class OutgoingRefused extends Error {
  override name = 'OutgoingRefused'
  readonly fault: OutgoingFault
  constructor(fault: OutgoingFault) {
    super(`The request is not sent: ${fault}.`)
    this.fault = fault
  }
}

/** Resolves a name to addresses. */
export type Resolve = (name: string) => Promise<readonly string[]>

/**
 * Makes the function by which connections find addresses: only allowed ones. A connection goes to
 * exactly the addresses that it returns, and nothing is resolved a second time.
 */
export function checkedLookup(
  resolve: Resolve,
  { allowLoopback }: Pick<OutgoingRules, 'allowLoopback'>,
): LookupFunction {
  const find = async (name: string): Promise<readonly string[]> => {
    if (isLocalName(name)) {
      if (!allowLoopback) throw new OutgoingRefused('address_not_allowed')
      return ['127.0.0.1', '::1']
    }
    const addresses = await resolve(name)
    if (addresses.length === 0) throw new OutgoingRefused('name_not_found')
    // One address inside is enough to refuse: such a name is not meant for the public.
    if (!addresses.every(isPublic)) throw new OutgoingRefused('address_not_allowed')
    return addresses
  }
  return (name, options, done) => {
    find(name).then(
      (addresses) => {
        const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
        const [first] = all
        if (options.all === true) done(null, all)
        else done(null, first?.address ?? '', first?.family)
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    )
  }
}

const dnsTimeoutMs = 3_000

/**
 * Resolves a name by the name servers of the system. It does not use `getaddrinfo`, whose few
 * threads a slow name server could keep busy, and which would add the search domains of this
 * network.
 * @param servers other name servers, such as `127.0.0.1:5353`
 */
export async function resolveName(name: string, servers?: readonly string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  const failure = found.find((result) => result.status === 'rejected')
  const code = failure && (failure.reason as NodeJS.ErrnoException).code
  if (addresses.length === 0 && code !== 'ENOTFOUND' && code !== 'ENODATA' && failure)
    throw failure.reason
  return addresses
}
