/**
 * Where on this machine a container's port is published: an address of loopback that is its own, and no other container's
 * before or after it. So a client that still has it in mind when the container ends, restarts or is gone, reaches the same
 * container or nobody. An engine that chooses by itself may give the port to the next one who asks.
 *
 * It follows from the name, and nothing has to be kept: there are 200 thousand million of them. Beyond Linux loopback has
 * one address, and the port alone has to do.
 */
import { hash } from 'node:crypto'

export type OwnAddress = { host: string; port: number }

/** Below the ports that Linux gives to connections by itself, and above those of well-known services. */
const [firstPort, ports] = [20_000, 12_768]

/**
 * `tries` from 1: where somebody else listens at the first, perhaps on all addresses, the next one is another. With the one
 * `host` of a machine that is reached from elsewhere, too, the port alone has to do.
 */
export function ownAddress(
  name: string,
  tries: number,
  { platform = process.platform, host }: { platform?: NodeJS.Platform; host?: string } = {},
): OwnAddress {
  const bytes = Buffer.from(hash('sha256', `${name} ${tries}`), 'hex')
  const port = firstPort + (bytes.readUInt32BE(3) % ports)
  if (host !== undefined) return { host, port }
  if (platform !== 'linux') return { host: '127.0.0.1', port }
  const [first = 0, second = 0, third = 0] = bytes
  return { host: `127.${1 + (first % 254)}.${second}.${1 + (third % 254)}`, port }
}
