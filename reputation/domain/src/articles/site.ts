/** The site that a host belongs to: its registrable domain by the public suffix list. */
import { getDomain } from 'tldts'

/** `news.bbc.co.uk` → `bbc.co.uk`; a host that has no registrable domain (an address, a bare suffix) is its own site. */
export function siteOf(host: string): string {
  const known = remembered.get(host)
  if (known !== undefined) return known
  const site = getDomain(host) ?? host
  // Feeds name the same few thousand hosts over and over; a stranger's endless ones must not fill the memory.
  if (remembered.size >= maxRemembered) remembered.clear()
  remembered.set(host, site)
  return site
}

const maxRemembered = 20_000
const remembered = new Map<string, string>()
