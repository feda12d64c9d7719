/** How much weight a publisher's word carries: a share in (0, 1], by the host that published. */
import { outletByDomain } from './outlet-table.ts'

/** The authority of a publisher that nobody has rated: less than any rated one, and never nothing. */
export const defaultAuthority = 0.35

/** What an operator says of domains: it wins over the shipped table. Keys are lower-case domains, values in (0, 1]. */
export type AuthorityOverrides = ReadonlyMap<string, number>

/**
 * The rating of the nearest domain above the host that has one: `blogs.wsj.com` counts as `wsj.com`, unless
 * `blogs.wsj.com` has a row of its own. At each step the operator's rating is asked before the shipped one.
 */
export function authorityOf(host: string, overrides?: AuthorityOverrides): number {
  for (const domain of domainsAbove(host)) {
    const authority = overrides?.get(domain) ?? outletByDomain.get(domain)?.authority
    if (authority !== undefined) return authority
  }
  return defaultAuthority
}

/** `a.b.com` → `a.b.com`, `b.com`; the last label alone is nobody's. */
export function* domainsAbove(host: string): Generator<string> {
  let domain = host.toLowerCase()
  while (domain.includes('.')) {
    yield domain
    domain = domain.slice(domain.indexOf('.') + 1)
  }
}
