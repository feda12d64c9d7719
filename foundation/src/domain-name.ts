/** Domains of the public DNS, and the texts that their owners publish there. */
import { Resolver } from 'node:dns/promises'

/** In lower case, of at least two labels. */
export const domainPattern = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** The texts of the DNS at this name; rejects where there are none, or no name server responds. */
export type ResolveText = (name: string) => Promise<readonly string[]>

/** Two attempts of two seconds at each name server: those given as `address:port`, or the machine's. */
export const makeResolveText =
  (servers: readonly string[] = []): ResolveText =>
  async (name) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    if (servers.length > 0) resolver.setServers(servers)
    const found = await resolver.resolveTxt(name)
    return found.map((chunks) => chunks.join(''))
  }
