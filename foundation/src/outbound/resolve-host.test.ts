/** Against a name server of our own, on a real socket. */
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askServers, askSystem } from './resolve-host.ts'

type Family = 'A' | 'AAAA'
/** Addresses in bytes, an error's number (3: no such name), or nothing at all. */
type Reply = readonly (readonly number[])[] | number | undefined

let server: Socket
let replyTo: (family: Family) => Reply
beforeEach(async () => {
  server = createSocket('udp4', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5 // the name, its closing zero, type and class
    const reply = replyTo(query.readUInt16BE(end - 4) === 28 ? 'AAAA' : 'A')
    if (reply !== undefined) server.send(message(query, end, reply), port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => server.close())

/** A message of RFC 1035: the header, the question again, and one record for each address. */
function message(query: Buffer, end: number, reply: Exclude<Reply, undefined>): Buffer {
  const records = typeof reply === 'number' ? [] : reply
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180 | (typeof reply === 'number' ? reply : 0), 2)
  header.writeUInt16BE(records.length, 6)
  header.writeUInt32BE(0, 8)
  const type = query.subarray(end - 4, end)
  const pointerToName = [0xc0, 12]
  const secondsToLive = [0, 0, 0, 60]
  const encoded = records.map((bytes) =>
    Buffer.from([...pointerToName, ...type, ...secondsToLive, 0, bytes.length, ...bytes]),
  )
  return Buffer.concat([header, query.subarray(12, end), ...encoded])
}

const ask = () => askServers('receiver.example', [`127.0.0.1:${server.address().port}`])
const v4 = [93, 184, 215, 14]
const v6 = [0x26, 0x06, 0x47, ...Array<number>(12).fill(0), 1]

test('the addresses of both families are found', async () => {
  replyTo = (family) => (family === 'A' ? [v4, [10, 0, 0, 1]] : [v6])
  expect(await ask()).toEqual(['93.184.215.14', '10.0.0.1', '2606:4700::1'])
})

test('one family is enough if the other has none, fails, or gets no reply', async () => {
  for (const other of [[], 2, 3, 5]) {
    replyTo = (family) => (family === 'A' ? [v4] : other)
    expect(await ask()).toEqual(['93.184.215.14'])
    replyTo = (family) => (family === 'A' ? other : [v6])
    expect(await ask()).toEqual(['2606:4700::1'])
  }
  replyTo = (family) => (family === 'A' ? [v4] : undefined)
  const begun = performance.now()
  expect(await ask()).toEqual(['93.184.215.14'])
  expect(performance.now() - begun).toBeLessThan(4_000)
})

test('an unknown name has no addresses', async () => {
  replyTo = () => 3
  expect(await ask()).toEqual([])
})

test('a server that never replies is waited for three seconds', async () => {
  replyTo = () => undefined
  const begun = performance.now()
  expect(await ask()).toEqual([])
  expect(performance.now() - begun).toBeLessThan(4_000)
})

test('many addresses are all returned', async () => {
  replyTo = (family) => (family === 'A' ? Array.from({ length: 70 }, (_, n) => [93, 184, 0, n]) : [])
  expect(await ask()).toHaveLength(70)
})

test('the name of this machine is resolved by the system', async () => {
  expect(await askSystem('localhost')).toContain('127.0.0.1')
})
