/** Domains of the public DNS, and the texts that their owners publish there. */
import { Resolver } from 'node:dns/promises'

/** In lower case, of at least two labels. */
export const domainPattern = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** The texts of the DNS at this name: none where the DNS says that there are none. Rejects where it could not be asked. */
export type ResolveText = (name: string) => Promise<readonly string[]>

/** NXDOMAIN, and a name without records of the kind. All else, such as SERVFAIL or no response, says nothing about the name. */
const absentCodes = ['ENOTFOUND', 'ENODATA']

/** Two attempts of two seconds at each name server: those given as `address:port`, or the machine's. */
export const makeResolveText =
  (servers: readonly string[] = []): ResolveText =>
  async (name) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    if (servers.length > 0) resolver.setServers(servers)
    try {
      const found = await resolver.resolveTxt(name)
      return found.map((chunks) => chunks.join(''))
    } catch (error) {
      if (absentCodes.includes((error as NodeJS.ErrnoException).code ?? '')) return []
      throw error
    }
  }
