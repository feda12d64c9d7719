/** For tests: a name server on a port of this machine (UDP and TCP) that has the TXT records and IPv4 addresses it is given, and says that there is nothing else. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

const [text, ipv4] = [16, 1]
const noSuchName = 0x8003
const isThere = 0x8400
const cannotSay = 0x8002

export async function startNameServer() {
  const records = new Map<string, string>()
  const addresses = new Map<string, string>()
  let isFailing = false
  const socket = createSocket('udp4')
  const server = createServer((connection) => {
    connection.on('error', () => {})
    connection.on('data', (bytes) => {
      const response = responseTo(bytes.subarray(2)) // behind its length
      connection.write(Buffer.concat([Buffer.of(response.length >> 8, response.length & 0xff), response]))
    })
  })
  socket.on('message', (query, { address, port }) => socket.send(responseTo(query), port, address))

  function responseTo(query: Buffer): Buffer {
    const [name, end] = nameIn(query)
    const type = query.readUInt16BE(end)
    const found = isFailing ? undefined : recordOf(type, type === ipv4 ? addresses.get(name) : records.get(name))
    const head = Buffer.alloc(12)
    query.copy(head, 0, 0, 2)
    head.writeUInt16BE(isFailing ? cannotSay : found === undefined ? noSuchName : isThere, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(found === undefined ? 0 : 1, 6)
    const question = query.subarray(12, end + 4)
    return Buffer.concat([head, question, ...(found ? [found] : [])])
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${port}`,
    set: (name: string, value: string) => void records.set(name, value),
    leadTo: (name: string, address: string) => void addresses.set(name, address),
    remove: (name: string) => void records.delete(name),
    /** Whether it says SERVFAIL to everything. */
    setFailing: (value: boolean) => {
      isFailing = value
    },
    close: () => {
      server.close()
      return new Promise<void>((resolve) => socket.close(() => resolve()))
    },
  }
}

/** The name that is asked for, and where it ends. */
function nameIn(query: Buffer): [string, number] {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return [labels.join('.').toLowerCase(), at + 1]
}

/** Of the name in the question, good for no time. */
function recordOf(type: number, value: string | undefined): Buffer | undefined {
  if (value === undefined || (type !== text && type !== ipv4)) return undefined
  const data =
    type === text
      ? Buffer.concat([Buffer.of(value.length), Buffer.from(value, 'latin1')])
      : Buffer.from(value.split('.').map(Number))
  return Buffer.concat([Buffer.of(0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length), data])
}
