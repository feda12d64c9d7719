/** Connections to the API server: one way for requests, watches and port-forwards, through a proxy or not. */
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Credentials } from './credentials.ts'
import type { ClusterAccess } from './kubeconfig.ts'

const connectMs = 5_000

/** Rejects after five seconds at the latest. */
export function connectTo(access: ClusterAccess, credentials: Credentials): Promise<Socket> {
  const { server, proxy } = access
  const [host, port] = [hostOf(server), portOf(server)]
  return new Promise((resolve, reject) => {
    const open: Socket[] = []
    const fail = (error: Error) => {
      clearTimeout(late)
      for (const socket of open) socket.destroy()
      reject(error)
    }
    const late = setTimeout(() => fail(new Error(`No connection within ${connectMs} ms.`)), connectMs)
    const done = (socket: Socket) => {
      clearTimeout(late)
      for (const each of open) each.off('error', fail).off('close', closed)
      resolve(socket.setNoDelay(true))
    }
    const closed = () => fail(new Error('The connection was closed.'))
    const keep = (socket: Socket) => {
      open.push(socket.once('error', fail).once('close', closed))
      return socket
    }
    const secure = (socket?: Socket) => {
      if (server.protocol === 'http:') return socket && done(socket)
      const name = access.servername ?? (isIP(host) ? undefined : host)
      const secured = connectTls({
        ...(socket ? { socket } : { host, port }),
        ...(access.ca !== undefined && { ca: access.ca }),
        ...(credentials.cert !== undefined && { cert: credentials.cert, key: credentials.key }),
        ...(name !== undefined && { servername: name }),
        ...(name === undefined && { host }),
        rejectUnauthorized: !access.insecure,
        ALPNProtocols: ['http/1.1'],
      })
      keep(secured).once('secureConnect', () => done(secured))
    }
    try {
      if (proxy) {
        const socket = keep(connectTcp({ host: hostOf(proxy), port: portOf(proxy) }))
        socket.once(
          'connect',
          () => void tunnel(socket, `${server.hostname}:${port}`, proxy).then(() => secure(socket), fail),
        )
      } else if (server.protocol === 'http:') {
        const socket = keep(connectTcp({ host, port }))
        socket.once('connect', () => secure(socket))
      } else secure()
    } catch (error) {
      fail(error as Error) // a key that does not fit its certificate, say
    }
  })
}

const maxHeadBytes = 16_384

/** Asks the proxy for a way to the target. */
function tunnel(socket: Socket, target: string, proxy: URL): Promise<void> {
  const login = Buffer.from(decodeURIComponent(`${proxy.username}:${proxy.password}`)).toString('base64')
  const authorization = proxy.username ? `Proxy-Authorization: Basic ${login}\r\n` : ''
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${authorization}\r\n`)
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0)
    const read = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0 && head.length < maxHeadBytes) return
      socket.off('data', read).pause()
      const status = /^HTTP\/1\.\d (\d{3})/.exec(head.subarray(0, 20).toString('latin1'))?.[1]
      if (end < 0 || status !== '200') return reject(new Error(`The proxy responded ${status ?? 'no HTTP'}.`))
      if (head.length > end + 4) socket.unshift(head.subarray(end + 4))
      resolve()
    }
    socket.on('data', read)
  })
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')
const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'http:' ? 80 : 443)
