/**
 * Reads from a Host header what a deployment is found by: its name in `dep-….localhost:4101`, or a domain of a company's own.
 * `domain` is what follows the name in every endpoint. The port is not looked at, for a proxy in front may be reached at another.
 */
import { domainPattern } from '@service/foundation/domain-name.ts'

export function endpointHosts(domain: string): { keyIn(host: string): string | undefined } {
  const [name = ''] = domain.split(':', 1)
  const suffix = `.${name.toLowerCase()}`
  return {
    keyIn(host) {
      const [, hostname] = /^([A-Za-z0-9.-]{1,253}?)\.?(?::\d{1,5})?$/.exec(host) ?? []
      if (hostname === undefined) return undefined
      const lower = hostname.toLowerCase()
      if (!lower.endsWith(suffix)) return domainPattern.test(lower) ? lower : undefined
      const name = lower.slice(0, -suffix.length)
      return /^[a-z0-9-]{1,63}$/.test(name) ? name : undefined
    },
  }
}
