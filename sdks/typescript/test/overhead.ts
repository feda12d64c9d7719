/** What a call costs beside a bare `fetch` that reads the same body: `node sdks/typescript/test/overhead.ts` */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import vectorFile from '../../conformance/vectors.json' with { type: 'json' }
import { Compute } from '../src/index.ts'

const runs = 5
const callsPerRun = 1_000

async function measure(): Promise<void> {
  const server = new Worker(new URL(import.meta.url))
  const [port] = (await once(server, 'message')) as [number]
  const baseUrl = `http://127.0.0.1:${port}`
  const { deployments } = new Compute({ apiKey: vectorFile.api_key, baseUrl })
  const headers = { Authorization: `Bearer ${vectorFile.api_key}` }
  const bare = async () => (await fetch(`${baseUrl}/v1/compute/deployments/dep_1`, { headers })).json()
  const ours = () => deployments.get('dep_1')

  await medians(bare, ours) // warms both up
  for (let run = 0; run < runs; run++) {
    const [bareMs, oursMs] = await medians(bare, ours)
    console.log(
      `p50: bare ${bareMs.toFixed(3)} ms, client ${oursMs.toFixed(3)} ms, more ${(oursMs - bareMs).toFixed(3)} ms`,
    )
  }
  await server.terminate()
}

/** Of calls that alternate, so that a busy machine slows both. */
async function medians(...calls: [() => Promise<unknown>, () => Promise<unknown>]): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let call = 0; call < callsPerRun; call++) {
    for (const which of [0, 1] as const) {
      const begun = performance.now()
      await calls[which]()
      times[which].push(performance.now() - begun)
    }
  }
  return [medianOf(times[0]), medianOf(times[1])]
}

function medianOf(times: number[]): number {
  return times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN
}

function serve(): void {
  const body = JSON.stringify(vectorFile.bodies.deployment)
  const server = createServer((_, response) => response.setHeader('Content-Type', 'application/json').end(body))
  server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port))
}

if (isMainThread) await measure()
else serve()
