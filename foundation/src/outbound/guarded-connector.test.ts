import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readAddressRange } from './address.ts'
import { makeGuardedConnector } from './guarded-connector.ts'

test('a connection to a private address is closed before anything is sent', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const connectTo = (allowed: string) => {
    const ranges = [readAddressRange(allowed)!]
    const limits = { connectLimitMs: 5_000, maxBytes: 1_000 }
    const connector = makeGuardedConnector({ allowed: ranges, addressesOf: async () => [], ...limits })
    return new Promise<Socket | Error>((resolve) =>
      connector.connect({ hostname: '127.0.0.1', protocol: 'http:', port: String(port) }, (error, socket) =>
        resolve(error ?? socket),
      ),
    )
  }

  const accepted = once(server, 'connection')
  expect(await connectTo('10.0.0.0/8')).toMatchObject({ name: 'GuardFailure', word: 'address-refused' })
  const [socket] = (await accepted) as [Socket]
  const received: Buffer[] = []
  socket.on('data', (bytes) => received.push(bytes)).on('error', () => {})
  await once(socket, 'close')
  expect(received).toEqual([])

  const allowed = await connectTo('127.0.0.1')
  expect(allowed).toMatchObject({ remoteAddress: '127.0.0.1' })
  if (!(allowed instanceof Error)) allowed.destroy()
  server.close()
})
