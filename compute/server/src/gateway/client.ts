import { BlockList, isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Request } from './message.ts'

/** The client of a request, as far as it is known. */
export type Client = { address: string; protocol: 'http' | 'https' }

/** `trustedProxies` are addresses or CIDR ranges whose `X-Forwarded-…` headers are believed; nobody else's are read. */
export function makeClientOf(
  trustedProxies: readonly string[],
): (request: Pick<Request, 'headers' | 'socket'>) => Client {
  const trusted = new BlockList()
  for (const range of trustedProxies) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    trusted.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return ({ socket, headers }) => {
    const peer = plain(socket.remoteAddress ?? '')
    const own = (socket as Partial<TLSSocket>).encrypted ? 'https' : 'http'
    if (trustedProxies.length === 0 || !isTrusted(peer)) return { address: peer, protocol: own }
    // Each proxy appends whom it saw, so the nearest that is no proxy of ours is the client; before it anything may stand.
    const seen = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((part) => plain(part.trim()))
    const address = seen.findLast((part) => isIP(part) === 0 || !isTrusted(part))
    const protocol = String(headers['x-forwarded-proto'] ?? '')
      .split(',')
      .at(-1)
      ?.trim()
    return {
      address: address !== undefined && isIP(address) !== 0 ? address : peer,
      protocol: protocol === 'https' || protocol === 'http' ? protocol : own,
    }
  }
}

/** An IPv4 address that a socket of both families writes as IPv6. */
const plain = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address)
