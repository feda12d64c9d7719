import type { AddressInfo, Server } from 'node:net'
import type { Disposer } from '../disposer.ts'
import { type Metrics, makeOperatorServer } from '../metrics/metrics.ts'

/** Opens the port on which the operator's metrics are served, and returns their address. */
export async function openOperatorPort(
  metrics: Metrics,
  { metricsHost, metricsPort }: { metricsHost: string; metricsPort: number },
  disposer: Disposer,
): Promise<string> {
  const operator = makeOperatorServer(metrics)
  disposer.add('operator port', () => {
    const closed = new Promise<void>((resolve) => void operator.close(() => resolve()))
    // One that was opened and has asked for nothing yet counts as busy.
    operator.closeAllConnections()
    return closed
  })
  await listen(operator, metricsHost, metricsPort)
  return `${urlOf(operator)}/metrics`
}

/** Resolves once it listens; rejects where it cannot. */
function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => resolve())
  })
}

export function urlOf(server: { address(): AddressInfo | string | null }): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server is not listening on a port.')
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
}
