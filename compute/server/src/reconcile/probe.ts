/** Whether an instance is up: it returns 2xx or 3xx at its health path, or listens on its port where it has no such path. */
import { request } from 'node:http'
import type { InstanceAddress } from '@service/compute-domain/deployments/instance-address.ts'
import type { Seen } from '@service/compute-domain/deployments/snapshot.ts'
import { acceptsConnections, type ProbeOptions } from './probe-port.ts'

export async function probe(
  address: InstanceAddress,
  healthPath: string | null,
  options: ProbeOptions,
): Promise<Pick<Seen, 'portOpen' | 'unhealthy'>> {
  if (healthPath === null) return { portOpen: await acceptsConnections(address, options) }
  const status = await healthStatus(address, healthPath, options)
  if (status !== null && status >= 200 && status < 400) return { portOpen: true }
  return { portOpen: false, unhealthy: { path: healthPath, status } }
}

/** The status of a GET, whose redirects are not followed; null where there is no response in time. */
async function healthStatus(
  address: InstanceAddress,
  path: string,
  { signal, limitMs, engine }: ProbeOptions,
): Promise<number | null> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
  const stream = address.through === undefined ? undefined : await engine?.connect?.(address, until).catch(() => null)
  if (stream === null || (stream === undefined && address.through !== undefined)) return null
  return new Promise((resolve) => {
    const asked = request({
      host: address.host,
      port: address.port,
      path,
      signal: until,
      headers: { host: 'localhost', 'user-agent': 'service-health', accept: '*/*', connection: 'close' },
      ...(stream ? { createConnection: () => stream } : { agent: false }),
    })
    const settle = (status: number | null) => {
      asked.destroy()
      stream?.destroy()
      resolve(status)
    }
    asked.on('response', ({ statusCode }) => settle(statusCode ?? null))
    asked.on('error', () => settle(null))
    asked.on('close', () => settle(null))
    asked.end()
  })
}
