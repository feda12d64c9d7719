import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createSocketServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { makeClusterClient } from './client.ts'
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

test('the credentials of a new kubeconfig go to its own server, though the ones of the old are still awaited', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-access-'))
  const path = join(folder, 'config')
  const seen: string[] = []
  const listenAs = (name: string) =>
    listen(
      createServer((request, response) => {
        seen.push(`${request.headers.authorization} at ${name}`)
        response.end('{}')
      }),
    )
  /** Its plugin waits until it is let go. */
  const accessOf = (name: string, port: number): ClusterAccess => {
    const credential = JSON.stringify({ status: { token: name } })
    const script = `while [ ! -e ${name} ]; do sleep 0.02; done; echo '${credential}'`
    const plugin = { command: '/bin/sh', args: ['-c', `cd '${folder}'; ${script}`], env: {}, folder }
    const apiVersion = 'client.authentication.k8s.io/v1'
    const user = { kind: 'exec' as const, plugin: { ...plugin, apiVersion, installHint: undefined } }
    return { ...accessTo(`http://127.0.0.1:${port}`), user }
  }
  const accesses = [accessOf('old', await listenAs('old')), accessOf('new', await listenAs('new'))]
  const soon = AbortSignal.timeout(9_000)
  const nowMs = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now')
  writeFileSync(path, 'old')
  const client = makeClusterClient(() => accesses.shift()!, path)
  try {
    const first = client.ask({ method: 'GET', path: '/first', signal: soon })
    writeFileSync(path, 'newer')
    clock.mockImplementation(() => nowMs() + 5_000)
    const second = client.ask({ method: 'GET', path: '/second', signal: soon })
    writeFileSync(join(folder, 'old'), '')
    // Time for the old plugin to end while the new one waits: nothing of it is seen from here.
    await new Promise((resolve) => setTimeout(resolve, 300))
    writeFileSync(join(folder, 'new'), '')
    await Promise.all([first, second])
    expect(seen).toEqual(['Bearer new at new', 'Bearer new at new'])
  } finally {
    clock.mockRestore()
    client.close()
    rmSync(folder, { recursive: true })
  }
})
