/** How many requests are allowed in a window. */
export interface Quota {
  readonly requests: number
  readonly windowMs: number
}

/** The quotas that operators set. `null` means no limit. */
export interface RateLimitSettings {
  /** Requests of one application, for all of its users. */
  readonly application: Quota | null
  /** Requests of one application for one user. */
  readonly user: Quota | null
  /** Requests without a valid token from one IPv4 address or one IPv6 /64. */
  readonly network: Quota | null
}

/** What a limit counts. The names appear in the `RateLimit` header. */
export const policyNames = ['application', 'user', 'network', 'site'] as const

export type PolicyName = (typeof policyNames)[number]

/** A site (IPv6 /48) has 65,536 networks. It may send this many times what one network may. */
const networksPerSite = 4

/** A quota with its name. */
export interface Policy extends Quota {
  readonly name: PolicyName
  /** The policy in the `RateLimit-Policy` header. */
  readonly description: string
}

/** The policies that have a quota. */
export function policiesOf(
  settings: RateLimitSettings,
): Readonly<Partial<Record<PolicyName, Policy>>> {
  const { network } = settings
  const site = network && { ...network, requests: networksPerSite * network.requests }
  const quotas: Readonly<Record<PolicyName, Quota | null>> = { ...settings, site }
  return Object.fromEntries(
    policyNames.flatMap((name) => {
      const quota = quotas[name]
      if (quota === null) return []
      const { requests, windowMs } = quota
      const description = `"${name}";q=${requests};w=${Math.ceil(windowMs / 1_000)}`
      return [[name, { name, requests, windowMs, description }]]
    }),
  )
}
