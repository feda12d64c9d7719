/** What a deployment could be, with next to no work of its own: a short response, or a long one. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { streamBytes } from './stream.ts'

const part = Buffer.alloc(64 * 1024, 'x')

const server = createServer((request, response) => {
  if (request.url !== '/stream') return void response.end('{"ok":true}')
  let left = streamBytes / part.length
  response.writeHead(200, { 'Content-Length': streamBytes })
  const fill = () => {
    while (left > 0) {
      left -= 1
      if (!response.write(part)) return void response.once('drain', fill)
    }
    response.end()
  }
  fill()
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit(0))
