/** For tests: servers that control every byte of their responses, and are all closed at once. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

export type SocketServers = {
  readonly servers: Server[]
  /** Connections that are open. */
  readonly sockets: Set<Socket>
  /** Starts a server that calls `respond` with what comes in on a connection; returns its address. */
  start(respond: (socket: Socket, request: string) => void): Promise<string>
  closeAll(): void
}

export function makeSocketServers(): SocketServers {
  const servers: Server[] = []
  const sockets = new Set<Socket>()
  return {
    servers,
    sockets,
    async start(respond) {
      const server = createServer((socket) => {
        sockets.add(socket)
        socket.on('error', () => {}).on('close', () => sockets.delete(socket))
        socket.on('data', (request) => respond(socket, request.toString('latin1')))
      })
      servers.push(server)
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    closeAll() {
      for (const socket of sockets) socket.destroy()
      for (const server of servers.splice(0)) server.close()
    },
  }
}
