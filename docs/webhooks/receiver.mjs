// A receiver to try things out with: node docs/webhooks/receiver.mjs SECRET [PORT]
import { createServer } from 'node:http'
import { verify } from './verify.mjs'

const [secret = '', port = '4500'] = process.argv.slice(2)
const seen = new Set()

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray())
  if (!verify(secret, request.headers, body)) {
    console.log('refused: the signature does not fit')
    return response.writeHead(401).end()
  }
  const delivery = request.headers['webhook-id']
  console.log(seen.has(delivery) ? 'known ' : 'new   ', delivery, body.toString())
  seen.add(delivery)
  response.writeHead(204).end() // first received, then worked on: see "What to answer"
})
server.listen(Number(port), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`))
