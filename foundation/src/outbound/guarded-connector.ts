/**
 * Opens connections to judged addresses only. A name is resolved again for every connection and all its addresses are
 * judged; the socket is handed those very addresses, so no later reply of the name server can lead it elsewhere. For
 * an address in place of a name nothing is resolved, and so nothing asked here: `judgeUrl` has refused those. Whatever way
 * a connection came about, where it has really led is judged before anything of ours is sent.
 */
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import type { AddressRange } from './address.ts'
import { cutOffFloods } from './cut-off-floods.ts'
import { GuardFailure } from './failure.ts'
import { refusalOfAddress } from './judge-address.ts'
import type { Resolve } from './resolve-host.ts'

export type GuardedConnector = { connect: buildConnector.connector; openSockets(): number }

type Deps = {
  allowed: readonly AddressRange[]
  addressesOf: Resolve
  connectLimitMs: number
  /** That a connection may bring for one request. */
  maxBytes: number
}

/** The addresses of each family that are tried. A name may have hundreds; all are judged. */
const maxTried = 8
/** Node's own 250 ms is less than a round trip to the other side of the world. */
const perAddressMs = 1_000

export function makeGuardedConnector({ allowed, addressesOf, connectLimitMs, maxBytes }: Deps): GuardedConnector {
  const lookup: LookupFunction = (host, { all }, callback) => {
    judgedAddresses(host).then(
      (addresses) => {
        const [first] = addresses
        if (all || !first) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, ''),
    )
  }

  async function judgedAddresses(host: string) {
    const addresses = await addressesOf(host).catch(() => [])
    // One word for all of these: which one it is would tell what a name means inside our network.
    if (addresses.length === 0) throw new GuardFailure('host-unresolved', `${host} has no address.`)
    for (const address of addresses) {
      const refusal = refusalOfAddress(address, allowed)
      if (refusal) throw new GuardFailure('host-unresolved', `${host} leads to ${address}, ${refusal}.`)
    }
    return [6, 4].flatMap((family) =>
      addresses
        .filter((address) => isIP(address) === family)
        .slice(0, maxTried)
        .map((address) => ({ address, family })),
    )
  }

  let open = 0
  const connectUnchecked = buildConnector({
    lookup,
    timeout: connectLimitMs,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: perAddressMs,
    allowH2: false,
    rejectUnauthorized: true, // whatever NODE_TLS_REJECT_UNAUTHORIZED says
  })
  return {
    openSockets: () => open,
    connect: (options, callback) =>
      connectUnchecked(options, (error, socket) => {
        if (error) return callback(error, null)
        const refusal = socket.remoteAddress && refusalOfAddress(socket.remoteAddress, allowed)
        if (refusal !== undefined) {
          socket.destroy()
          return callback(
            new GuardFailure('address-refused', `Connected to ${socket.remoteAddress}: ${refusal}.`),
            null,
          )
        }
        cutOffFloods(socket, maxBytes)
        open++
        socket.once('close', () => open--)
        callback(null, socket)
      }),
  }
}
