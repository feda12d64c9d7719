/**
 * Names to addresses. Which way is the operator's policy: where nothing inside may be reached, a name is what the name
 * servers say, and the machine's own files and search domains play no part; where something may, a name means what it
 * means on this machine (`localhost` too).
 *
 * The system's resolver runs in a pool of two threads for the whole process, so a name whose server does not reply
 * holds up all others; queries to the name servers do not wait for each other.
 */
import { lookup, Resolver } from 'node:dns/promises'

/** All addresses of a name, of both families; none, or a rejection, where there are none. */
export type Resolve = (name: string) => Promise<readonly string[]>

const queryLimitMs = 3_000

export const askNameServers: Resolve = (name) => askServers(name)

/** `servers` in place of those that the system names: `127.0.0.1:5353`. */
export async function askServers(name: string, servers?: readonly string[]): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 }) // a new one reads the system's list of servers again
  if (servers) resolver.setServers(servers)
  const limit = setTimeout(() => resolver.cancel(), queryLimitMs)
  try {
    const families = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []))
  } finally {
    clearTimeout(limit)
  }
}

export const askSystem: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address)

/** Shares one query among all callers that ask for a name at the same time, and keeps none of them past the limit. */
export function makeHostLookup(resolve: Resolve, limitMs: number): Resolve {
  const underWay = new Map<string, Promise<readonly string[]>>()
  return (name) => {
    let addresses = underWay.get(name)
    if (!addresses) {
      addresses = resolve(name).finally(() => underWay.delete(name))
      underWay.set(name, addresses)
    }
    return withinMs(addresses, limitMs)
  }
}

function withinMs<Value>(value: Promise<Value>, limitMs: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`No reply within ${limitMs} ms.`)), limitMs)
    value.then(resolve, reject).finally(() => clearTimeout(limit))
  })
}
