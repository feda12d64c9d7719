/** A thousand sessions at once, each from an address of its own, over HTTP: with one deployment, and with all they can make. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Agent, request } from 'undici'
import type { Section } from '../harness/bench.ts'
import { startOwnService } from './own-service.ts'

const count = 1_000
const connections = 4
const more = 19

type Session = { address: string; id: string | undefined }

export async function sessions(): Promise<Section> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const service = await startOwnService()
  const agent = new Agent({ connections })
  const all = Array.from(
    { length: count },
    (_, i): Session => ({ address: `10.${i >> 8}.${i & 255}.1`, id: undefined }),
  )
  const deploy = async (session: Session): Promise<number> => {
    const begunMs = performance.now()
    const { statusCode, headers, body } = await request(`${service.baseUrl}/sandbox/v1/compute/deploy`, {
      dispatcher: agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': session.address,
        ...(session.id && { 'x-service-sandbox': session.id }),
      },
      body: JSON.stringify({ gpu_type: 'H100', region: 'eu', carbon_aware: true, image: 'sim/ok' }),
    })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${statusCode}: ${text}`)
    session.id ??= String(headers['x-service-sandbox'])
    return performance.now() - begunMs
  }
  const warmUp = async () => {
    for (let i = 0; i < 50; i++) {
      const session: Session = { address: `10.99.${i}.1`, id: undefined }
      await deploy(session)
      const headers = { 'x-forwarded-for': session.address, 'x-service-sandbox': session.id ?? '' }
      const { body } = await request(`${service.baseUrl}/sandbox/v1/session`, {
        dispatcher: agent,
        method: 'DELETE',
        headers,
      })
      await body.dump()
    }
  }
  const eachOf = async (asked: readonly Session[]): Promise<number[]> => {
    const left = [...asked]
    const took: number[] = []
    const worker = async () => {
      for (let one = left.pop(); one; one = left.pop()) took.push(await deploy(one))
    }
    await Promise.all(Array.from({ length: connections }, worker))
    return took.sort((a, b) => a - b)
  }
  const heldMB = () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 1e6
  }
  try {
    await warmUp()
    const before = heldMB()
    const first = await eachOf(all)
    const one = heldMB()
    const took: number[] = []
    const spent = process.cpuUsage()
    for (let round = 0; round < more; round++) took.push(...(await eachOf(all)))
    const { user, system } = process.cpuUsage(spent)
    took.sort((a, b) => a - b)
    const full = heldMB()
    const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
    return {
      title: `${count} sessions, ${connections} requests at a time`,
      figures: [
        { name: 'memory of a session with a deployment', value: (one - before) / count, unit: 'MB', n: count },
        {
          name: `memory of a session with ${more + 1} deployments`,
          value: (full - before) / count,
          unit: 'MB',
          n: count,
        },
        { name: 'first deployment of a session, median', value: at(first, 0.5), unit: 'ms', n: first.length },
        { name: 'first deployment of a session, p99', value: at(first, 0.99), unit: 'ms', n: first.length },
        { name: 'further deployments, median', value: at(took, 0.5), unit: 'ms', n: took.length },
        { name: 'processor time of one, with who asks', value: (user + system) / 1_000 / took.length, unit: 'ms' },
        { name: 'further deployments, p99', value: at(took, 0.99), unit: 'ms', n: took.length },
      ],
      notes: ['Who asks and who responds share this process.'],
    }
  } finally {
    await agent.close()
    await service.stop()
  }
}
