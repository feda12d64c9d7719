/**
 * Where passkeys can be used. A passkey belongs to a host name (its RP ID), and signs for one origin of it; both are the
 * operator's public base URL. Without one there is only `localhost`, for the owner of another name may let it lead to this very
 * machine. Browsers refuse IP addresses, and pages that come without TLS from anywhere but `localhost`.
 */
import { isIP } from 'node:net'
import { Problem } from '../../problem.ts'

export type PasskeySite = { rpId: string; origin: string }

/** The address of the service as a request shows it. */
export type RequestAddress = { protocol: string; host: string; hostname: string }

/** The site, or in words why there is none. */
export function passkeySiteOf(request: RequestAddress, publicBaseUrl: string | undefined): PasskeySite | string {
  if (publicBaseUrl === undefined && nameOf(request.hostname) !== 'localhost') return ownNameNeeded(request)
  const { protocol, hostname, origin } = new URL(publicBaseUrl ?? `${request.protocol}://${request.host}`)
  const rpId = nameOf(hostname)
  if (isIP(rpId) !== 0)
    return 'Passkeys need a host name, and the address of this service has none: it is an IP address.'
  if (protocol !== 'https:' && rpId !== 'localhost' && !rpId.endsWith('.localhost'))
    return 'Passkeys need an address that begins with https.'
  return { rpId, origin }
}

export function requirePasskeySite(request: RequestAddress, publicBaseUrl: string | undefined): PasskeySite {
  const site = passkeySiteOf(request, publicBaseUrl)
  if (typeof site === 'string') throw new Problem({ code: 'passkeys-unavailable', status: 409 }, site)
  return site
}

function ownNameNeeded({ hostname, host, protocol }: RequestAddress): string {
  if (isIP(nameOf(hostname)) === 0)
    return 'Passkeys need the public base URL of this service, which its operator has not set.'
  const port = /:\d+$/.exec(host)?.[0] ?? ''
  return isLoopback(nameOf(hostname))
    ? `Passkeys need a host name: open this page at ${protocol}://localhost${port} in place of ${nameOf(hostname)}.`
    : 'Passkeys need a host name, and this page was opened by an IP address.'
}

const nameOf = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').toLowerCase()

const isLoopback = (address: string): boolean => address === '::1' || /^127\./.test(address)
