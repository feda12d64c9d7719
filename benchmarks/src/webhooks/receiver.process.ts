/**
 * A receiver in a process of its own, so that its work is not counted as the sender's. The path says how it answers:
 * `/ok` at once, `/fail` with 500, `/hang` never. It remembers what arrived and tells when it is asked.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { preciseNowMs } from './precise-now.ts'

/** Times in milliseconds since 1970, to the microsecond. */
export type Arrival = { path: string; delivery: string; attempt: number; atMs: number }

let arrivals: Arrival[] = []

const server = createServer({ keepAliveTimeout: 60_000 }, (message, response) => {
  const { url: path = '', headers } = message
  message.resume().on('end', () => {
    arrivals.push({
      path,
      delivery: String(headers['x-service-delivery'] ?? ''),
      attempt: Number(headers['x-service-attempt'] ?? 0),
      atMs: preciseNowMs(),
    })
    if (path.startsWith('/hang')) return
    response.writeHead(path.startsWith('/fail') ? 500 : 200, { 'content-length': 2 })
    response.end('ok')
  })
})

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('message', () => {
  process.send?.(arrivals)
  arrivals = []
})
process.once('disconnect', () => process.exit(0))
