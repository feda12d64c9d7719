import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createSocketServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { connectTo } from './connect.ts'
import type { ClusterAccess } from './kubeconfig.ts'

const servers: { close(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listen(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const accessTo = (server: string, proxy?: string): ClusterAccess => ({
  ...{ server: new URL(server), ca: undefined, servername: undefined, insecure: false, user: { kind: 'none' } },
  proxy: proxy === undefined ? undefined : new URL(proxy),
})

test('a proxy is asked for a way to the server, with its login', async () => {
  const port = await listen(createServer((_request, response) => response.end('hello')))
  const heads: string[] = []
  const proxy = createServer()
  proxy.on('connect', (request, socket) => {
    heads.push(`${request.url} ${request.headers['proxy-authorization']}`)
    const far = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      far.pipe(socket).pipe(far)
    })
  })
  const proxyPort = await listen(proxy)
  const access = accessTo('http://cluster.invalid:6443', `http://me:secret%21@127.0.0.1:${proxyPort}`)
  const socket = await connectTo(access, { headers: {} })
  socket.write('GET / HTTP/1.0\r\n\r\n')
  let response = ''
  for await (const chunk of socket.setEncoding('utf8')) response += chunk
  expect(response).toContain('hello')
  expect(heads).toEqual([`cluster.invalid:6443 Basic ${Buffer.from('me:secret!').toString('base64')}`])
})

test.each([
  ['refuses', 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', 'The proxy responded 407'],
  ['is none', `${'x'.repeat(20_000)}`, 'The proxy responded no HTTP'],
])('a proxy that %s is said to', async (_what, words, message) => {
  const port = await listen(createSocketServer((socket) => void socket.on('error', () => {}).end(words)))
  await expect(connectTo(accessTo('https://a.invalid', `http://127.0.0.1:${port}`), { headers: {} })).rejects.toThrow(
    message,
  )
})

test('a server that speaks no TLS, and one that hangs up, are refused', async () => {
  const plain = await listen(createServer((_request, response) => response.end()))
  await expect(connectTo(accessTo(`https://127.0.0.1:${plain}`), { headers: {} })).rejects.toThrow()
  const gone = await listen(createSocketServer((socket) => void socket.destroy()))
  await expect(connectTo(accessTo(`https://127.0.0.1:${gone}`), { headers: {} })).rejects.toThrow()
})
