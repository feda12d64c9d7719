/** For tests: a name server on a port of this machine that has the TXT records it is given, and says that there is nothing else. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const text = 16
const noSuchName = 0x8003
const isThere = 0x8400
const cannotSay = 0x8002

export async function startNameServer() {
  const records = new Map<string, string>()
  let isFailing = false
  const socket = createSocket('udp4')
  socket.on('message', (query, { address, port }) => {
    const [name, end] = nameIn(query)
    const found = query.readUInt16BE(end) === text && !isFailing ? records.get(name) : undefined
    const head = Buffer.alloc(12)
    query.copy(head, 0, 0, 2)
    head.writeUInt16BE(isFailing ? cannotSay : found === undefined ? noSuchName : isThere, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(found === undefined ? 0 : 1, 6)
    const question = query.subarray(12, end + 4)
    socket.send(Buffer.concat([head, question, ...(found === undefined ? [] : [recordOf(found)])]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set: (name: string, value: string) => void records.set(name, value),
    remove: (name: string) => void records.delete(name),
    /** Whether it says SERVFAIL to everything. */
    setFailing: (value: boolean) => {
      isFailing = value
    },
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
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
function recordOf(value: string): Buffer {
  const head = Buffer.from([0xc0, 12, 0, text, 0, 1, 0, 0, 0, 0, 0, value.length + 1, value.length])
  return Buffer.concat([head, Buffer.from(value, 'latin1')])
}
