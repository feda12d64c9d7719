/** For tests: a gateway over a real database, deployments in it as the reconciler would leave them, and apps behind. */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, request as send } from 'node:http'
import { type AddressInfo, connect, createServer as createSocketServer, type Server, type Socket } from 'node:net'
import type { EndpointAccess } from '@service/compute-domain/deployments/endpoint-access.ts'
import { announce } from '@service/compute-server/deployments/announce.ts'
import { type GatewayDeps, type GatewayOptions, openGateway } from '@service/compute-server/gateway/gateway.ts'
import { makeGatewayMetrics } from '@service/compute-server/gateway/gateway-metrics.ts'
import type { Address } from '@service/compute-server/gateway/route.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { sql } from 'kysely'

type Deps = Partial<Pick<GatewayDeps, 'connectThrough' | 'keys' | 'visits' | 'signInUrl'>>

export async function startGateway(db: Database, options: Partial<GatewayOptions> = {}, deps: Deps = {}) {
  const metrics = makeMetrics('test_')
  const gateway = await openGateway(
    {
      db,
      log: makeLogger({ level: 'warn', form: 'json' }),
      metrics: makeGatewayMetrics(metrics),
      uptimeMs: () => performance.now(),
      connectThrough: async () => Promise.reject(new Error('No engine is there.')),
      keys: { authenticate: async () => undefined },
      visits: { enter: async () => undefined, holds: async () => false },
      signInUrl: (name) => `http://localhost:4100/endpoint-visit?name=${name}`,
      ...deps,
    },
    {
      host: '127.0.0.1',
      port: 0,
      domain: 'localhost:4101',
      trustedProxies: [],
      connectMs: 5_000,
      firstByteMs: 60_000,
      idleMs: 300_000,
      ...options,
    },
  )
  return {
    url: gateway.url,
    redirectPort: gateway.redirectPort,
    close: () => gateway.close(),
    port: Number(new URL(gateway.url).port),
    metrics,
    /** Requests and WebSockets in progress, as the figures tell. */
    async inFlight(): Promise<number> {
      const [, count] = /^test_gateway_requests_in_flight (\d+)$/m.exec(await metrics.text()) ?? []
      return Number(count)
    },
  }
}

let made = 0

export type TestDeployment = { id: string; name: string; host: string }

/** As it is in the database once it runs at `address`. */
export async function aDeployment(
  db: Database,
  {
    address = null,
    status = 'running',
    reason = null,
    simulated = false,
    access = 'public',
    companyId = 'cmp_1',
  }: DeploymentState = {},
): Promise<TestDeployment> {
  made += 1
  const id = `dep_${String(made).padStart(10, '0')}${randomBytes(8).toString('hex')}`
  const name = `dep-${randomBytes(5).toString('hex')}`
  await sql`
    insert into deployments (deployment_id, company_id, endpoint_name, spec, simulated, cpu_only, desired, status,
                             status_since, reason, created_at, attempt)
    values (${id}, ${companyId}, ${name}, ${JSON.stringify({ access })}::jsonb, ${simulated}, true, 'running', ${status}, now(), ${reason}, now(), 0)`.execute(
    db.connection,
  )
  const deployment = { id, name, host: `${name}.localhost` }
  if (address) await runAt(db, deployment, address)
  return deployment
}

type DeploymentState = {
  address?: Address | null
  status?: string
  reason?: string | null
  simulated?: boolean
  access?: EndpointAccess
  companyId?: string
}

/** A new attempt runs there, and whatever ran before is written off. */
export async function runAt(db: Database, { id }: TestDeployment, address: Address): Promise<void> {
  await db.transaction(async (tx) => {
    await sql`update allocations set state = 'lost' where deployment_id = ${id}`.execute(tx)
    await sql`update deployments set attempt = attempt + 1, status = 'running' where deployment_id = ${id}`.execute(tx)
    await sql`
      insert into allocations (allocation_id, deployment_id, company_id, attempt, hub_id, gpu_type, gpus, nodes,
                               instance_name, state, price_usd_per_gpu_hour, reserved_at, address)
      select 'all_' || deployment_id || attempt, deployment_id, company_id, attempt, 'hub', 'H100', 1, '[]',
             deployment_id || '-' || attempt, 'running', 1.5, now(), ${JSON.stringify(address)}::jsonb
        from deployments where deployment_id = ${id}`.execute(tx)
    await announce(tx, [id])
  })
}

export async function setStatus(db: Database, { id }: TestDeployment, status: string, reason: string | null = null) {
  await db.transaction(async (tx) => {
    await sql`update deployments set status = ${status}, reason = ${reason} where deployment_id = ${id}`.execute(tx)
    await announce(tx, [id])
  })
}

export type TestApp = { address: Address; server: Server; close(): Promise<void> }

/** A web server, as a container would be one. */
export async function startApp(listener: RequestListener, setUp?: (server: ReturnType<typeof createServer>) => void) {
  const server = createServer(listener)
  setUp?.(server)
  return listening(server, () => server.closeAllConnections())
}

/** A server that sends given bytes. */
export async function startSocketApp(onSocket: (socket: Socket) => void): Promise<TestApp> {
  const sockets = new Set<Socket>()
  const server = createSocketServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    onSocket(socket)
  })
  return listening(server, () => {
    for (const socket of sockets) socket.destroy()
  })
}

async function listening(server: Server, cut: () => void): Promise<TestApp> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: { host: '127.0.0.1', port },
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cut()
      }),
  }
}

export type Response = { status: number; headers: IncomingMessage['headers']; rawHeaders: string[]; body: string }

type Ask = { host: string; method?: string; path?: string; headers?: Record<string, string | string[]>; body?: string }

export function ask(port: number, { host, method = 'GET', path = '/', headers = {}, body }: Ask): Promise<Response> {
  return new Promise((resolve, reject) => {
    const outgoing = send({ port, method, path, headers: { host, ...headers }, agent: false }, (incoming) => {
      read(incoming).then(
        (text) =>
          resolve({
            status: incoming.statusCode!,
            headers: incoming.headers,
            rawHeaders: incoming.rawHeaders,
            body: text,
          }),
        reject,
      )
    })
    outgoing.once('error', reject).end(body)
  })
}

export async function read(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts).toString()
}

/** Sends bytes as they are and reads until the other side closes, or says nothing more for `quietMs`. */
export function exchangeBytes(port: number, bytes: string, quietMs = 300): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    let timer = setTimeout(() => socket.destroy(), quietMs + 500) // nothing has come at all
    socket.setEncoding('latin1')
    socket.on('data', (part: string) => {
      text += part
      clearTimeout(timer)
      timer = setTimeout(() => socket.destroy(), quietMs) // nothing more comes
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(text)
    })
    socket.write(bytes, 'latin1')
  })
}

/** Also where it ends with a reset. */
export const ended = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()))
