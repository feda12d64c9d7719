/**
 * Reads the name of a deployment from a Host header: `dep-….localhost:4101`. `domain` is what follows the name in every
 * endpoint. The port is not looked at, for a proxy in front may be reached at another.
 */
export function endpointHosts(domain: string): { nameIn(host: string): string | undefined } {
  const [name = ''] = domain.split(':', 1)
  const suffix = `.${name.toLowerCase()}`
  return {
    nameIn(host) {
      const [, hostname] = /^([A-Za-z0-9.-]{1,253}?)\.?(?::\d{1,5})?$/.exec(host) ?? []
      if (hostname === undefined) return undefined
      const lower = hostname.toLowerCase()
      if (!lower.endsWith(suffix)) return undefined
      const name = lower.slice(0, -suffix.length)
      return /^[a-z0-9-]{1,63}$/.test(name) ? name : undefined
    },
  }
}
