/** New connections and a long stream to a pod: by the engine's port-forward alone, and through the gateway. */
import { Agent, request } from 'node:http'
import type { Duplex } from 'node:stream'
import { testImage } from '@service/compute-testing/engine/container-service.ts'
import { startCompute } from '../../deploy/measured-compute.ts'
import type { Section } from '../../harness/bench.ts'
import { percentile } from '../../harness/intervals.ts'
import { type Sampling, sampleSize } from '../../harness/options.ts'
import { openMeasuredCluster } from '../measured-cluster.ts'

const megabytes = 200
const streams = 3
const serve = [
  ...['/bin/sh', '-c'],
  `echo ok > /www/index.html; dd if=/dev/zero of=/www/zeros bs=1M count=${megabytes}; exec httpd -f -p 8080 -h /www`,
]

export async function reach(sampling: Sampling): Promise<Section> {
  const title = 'Reaching a pod: the gateway over a raw port-forward'
  const measured = await openMeasuredCluster()
  if (typeof measured === 'string') return { title, figures: [], notes: [`Not measured: ${measured}.`] }
  const { cluster, ground } = measured
  const count = sampleSize(sampling, { byDefault: 100, full: 500 })
  const times: Record<'raw' | 'ours', number[]> = { raw: [], ours: [] }
  const rates: Record<'raw' | 'ours', number[]> = { raw: [], ours: [] }
  try {
    const service = await startCompute(ground)
    try {
      const headers = { authorization: `Bearer ${service.secret}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ gpu_type: 'H100', count: 1, image: testImage, port: 8080, command: serve })
      const response = await fetch(`${service.baseUrl}/v1/compute/deploy`, { method: 'POST', headers, body })
      const { endpoint } = (await response.json()) as { endpoint: string }
      type Pods = { items: { metadata: { name: string; namespace: string } }[] }
      const { body: pods } = await cluster.ask<Pods>('GET', '/api/v1/pods?labelSelector=service.instance')
      const { name, namespace } = pods.items[0]!.metadata
      const engine = cluster.engine()
      const address = { host: `${name}.${namespace}`, port: 8080, through: 'cluster-1' }
      const connect = () => engine.connect!(address, AbortSignal.timeout(30_000))
      for (let round = 0; round < count + 5; round++) {
        const raw = await timed(async () => readAll(await connect(), '/'))
        const ours = await timed(() => get(service.gatewayUrl, endpoint, '/'))
        if (round < 5) continue
        times.raw.push(raw.ms)
        times.ours.push(ours.ms)
      }
      for (let round = 0; round < streams; round++) {
        const raw = await timed(async () => readAll(await connect(), '/zeros'))
        const ours = await timed(() => get(service.gatewayUrl, endpoint, '/zeros'))
        rates.raw.push((raw.bytes / raw.ms) * 0.001)
        rates.ours.push((ours.bytes / ours.ms) * 0.001)
      }
    } finally {
      await service.stop()
    }
  } finally {
    await measured.close()
  }
  const [raw, ours] = [percentile(rates.raw, 50), percentile(rates.ours, 50)]
  return {
    title,
    figures: [
      ...[50, 95].flatMap((p) => [
        { name: `raw, new connection and response, p${p}`, value: percentile(times.raw, p), unit: 'ms', n: count },
        { name: `gateway, the same, p${p}`, value: percentile(times.ours, p), unit: 'ms', n: count },
      ]),
      {
        name: 'gateway adds, p50',
        value: percentile(times.ours, 50) - percentile(times.raw, 50),
        unit: 'ms',
        n: count,
      },
      { name: 'raw stream', value: raw, unit: 'MB/s', n: streams },
      { name: 'gateway stream', value: ours, unit: 'MB/s', n: streams },
      { name: 'gateway stream over raw', value: ours / raw, n: streams },
    ],
    notes: [
      'Each request has a connection of its own, also behind the gateway. Bounds: 3 ms added, 0.7 of the raw stream.',
    ],
  }
}

async function timed(work: () => Promise<number>): Promise<{ ms: number; bytes: number }> {
  const begun = performance.now()
  const bytes = await work()
  return { ms: performance.now() - begun, bytes }
}

async function readAll(stream: Duplex, path: string): Promise<number> {
  stream.write(`GET ${path} HTTP/1.0\r\nConnection: close\r\n\r\n`)
  let bytes = 0
  let expected = Number.POSITIVE_INFINITY
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (bytes === 0) {
      const head = chunk.toString('latin1', 0, 2_000)
      expected = head.indexOf('\r\n\r\n') + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1])
    }
    bytes += chunk.length
    if (bytes >= expected) break // the API server takes a second to say that the other side has closed
  }
  return bytes
}

function get(gatewayUrl: string, endpoint: string, path: string): Promise<number> {
  const { port } = new URL(gatewayUrl)
  const agent = new Agent({ keepAlive: false })
  return new Promise((resolve, reject) => {
    const headers = { Host: endpoint, Connection: 'close' }
    request({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve(bytes)).on('error', reject)
    })
      .on('error', reject)
      .end()
  })
}
