/**
 * Where images may be fetched from. The engine asks whatever host a reference names, from within the operator's network,
 * so a reference is judged as any other address of a customer's: only the public internet, unless the operator names the
 * registry.
 *
 * It is a judgement of the moment. The engine resolves the name again, and follows where the registry sends it for a
 * login or a layer; only a list without `*`, or a firewall, is proof against a registry that means ill.
 */
import { EngineFault } from '@service/compute-engines/engine.ts'
import { refusalOfAddress } from '@service/foundation/outbound/judge-address.ts'
import { judgeUrl } from '@service/foundation/outbound/judge-url.ts'
import { askNameServers, makeHostLookup, type Resolve } from '@service/foundation/outbound/resolve-host.ts'

/** In place of a host: any that is on the public internet. */
const anyPublic = '*'

/** Throws `image-denied`; `image-unavailable` where the name leads nowhere at present. */
export type CheckRegistry = (registry: string) => Promise<void>

const resolveMs = 4_000
const guarded = { allowed: [], allowHttp: false }

/** `named` are hosts, with the port where they have one, in lower case; or `*`. */
export function makeCheckRegistry(named: readonly string[], resolve: Resolve = askNameServers): CheckRegistry {
  const addressesOf = makeHostLookup(resolve, resolveMs)
  return async (registry) => {
    if (named.includes(registry.toLowerCase())) return
    if (!named.includes(anyPublic)) {
      throw denied(`Images are fetched from ${named.join(', ') || 'no registry'} alone, and not from ${registry}.`)
    }
    const { target, fault } = judgeUrl(`https://${hostOf(registry)}/`, guarded)
    if (!target) throw denied(`No image is fetched from ${registry}: a registry ${fault}.`)
    if (target.isLiteral) return
    const addresses = await addressesOf(target.host).catch(() => [])
    if (addresses.length === 0) throw new EngineFault('image-unavailable', `The registry ${registry} has no address.`)
    if (addresses.some((address) => refusalOfAddress(address, guarded.allowed))) {
      throw denied(`No image is fetched from ${registry}: a registry must not lead to an address inside a network.`)
    }
  }
}

const denied = (message: string): EngineFault => new EngineFault('image-denied', message)

/** Docker Hub is asked elsewhere than it is called. */
const hostOf = (registry: string): string => (registry === 'docker.io' ? 'registry-1.docker.io' : registry)

/** For the settings. */
export function readRegistry(text: string): { value: string } | { fault: string } {
  const value = text.toLowerCase()
  return value === anyPublic || /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/.test(value)
    ? { value }
    : { fault: 'must list hosts such as registry.example.com:5000, or * for all that are public' }
}
