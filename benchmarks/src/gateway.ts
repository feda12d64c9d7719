/**
 * The gateway against what is behind it: the same requests and the same stream, straight there and through the gateway, alternately.
 * Load, gateway and backend are a process each, and share the machine's processors: a share of requests a second says how
 * much of those the gateway takes. Its own processor time for each request depends less on what else runs.
 */
import { type ChildProcess, fork } from 'node:child_process'
import type { Measured } from './gateway/gateway.process.ts'
import { streamRate } from './gateway/stream.ts'
import type { Bench, Figure, Section } from './harness/bench.ts'
import { type LoadResult, runHttpLoad } from './harness/http-load.ts'
import { median } from './harness/intervals.ts'
import { nextMessage } from './harness/next-message.ts'

const parts = ['requests', 'stream'] as const
const rounds = 5
/** Of one round, each way. */
const seconds = 2

export const bench: Bench = {
  name: 'gateway',
  summary: 'Small requests and one long stream through the gateway, and straight to what is behind it, alternately.',
  parts,
  async *run({ wanted }): AsyncIterable<Section> {
    const backend = fork(new URL('./gateway/backend.process.ts', import.meta.url))
    const gateway = fork(new URL('./gateway/gateway.process.ts', import.meta.url))
    try {
      const behind = (await nextMessage(backend)) as number
      gateway.send(behind)
      const { port, host } = (await nextMessage(gateway)) as Measured
      const ways = { direct: behind, gateway: port }
      if (wanted('requests')) yield await requests(ways, host, gateway)
      if (wanted('stream')) yield await stream(ways, host)
    } finally {
      await Promise.all([ended(gateway), ended(backend)])
    }
  },
}

type Ways = { direct: number; gateway: number }

async function requests(ways: Ways, host: string, process: ChildProcess): Promise<Section> {
  const load = (port: number, connections: number): Promise<LoadResult> =>
    runHttpLoad({
      baseUrl: `http://127.0.0.1:${port}`,
      requests: [`GET /small HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\n\r\n`],
      connections,
      seconds,
    })
  const figures: Figure[] = []
  for (const connections of [1, 16]) {
    const measured: { direct: LoadResult; gateway: LoadResult; usedMs: number }[] = []
    for (let round = 0; round < rounds; round++) {
      const direct = await load(ways.direct, connections)
      const before = await processorMs(process)
      const gateway = await load(ways.gateway, connections)
      measured.push({ direct, gateway, usedMs: ((await processorMs(process)) - before) / gateway.completed })
    }
    const group = `${connections} ${connections === 1 ? 'connection' : 'connections'}`
    const failed = measured.reduce((sum, { direct, gateway }) => sum + direct.failed + gateway.failed, 0)
    const of = (read: (one: (typeof measured)[number]) => number) => median(measured.map(read))
    figures.push(
      { name: 'straight', group, value: of(({ direct }) => direct.perSecond), unit: '1/s', n: rounds },
      { name: 'through the gateway', group, value: of(({ gateway }) => gateway.perSecond), unit: '1/s', n: rounds },
      { name: 'share', group, value: of(({ direct, gateway }) => gateway.perSecond / direct.perSecond) },
      { name: 'added, p50', group, value: of(({ direct, gateway }) => gateway.p50Ms - direct.p50Ms), unit: 'ms' },
      { name: 'added, p99', group, value: of(({ direct, gateway }) => gateway.p99Ms - direct.p99Ms), unit: 'ms' },
      { name: 'processor time of a request', group, value: of(({ usedMs }) => usedMs), unit: 'ms' },
      { name: 'failed', group, value: failed, unit: 'count' },
    )
  }
  return { title: 'Small requests on kept connections', figures }
}

async function stream(ways: Ways, host: string): Promise<Section> {
  const measured: { direct: number; gateway: number }[] = []
  for (let round = 0; round < rounds; round++)
    measured.push({ direct: await streamRate(ways.direct, host), gateway: await streamRate(ways.gateway, host) })
  const group = 'stream'
  const figures: Figure[] = [
    { name: 'straight', group, value: median(measured.map(({ direct }) => direct)), unit: 'MB/s', n: rounds },
    {
      name: 'through the gateway',
      group,
      value: median(measured.map(({ gateway }) => gateway)),
      unit: 'MB/s',
      n: rounds,
    },
    { name: 'share', group, value: median(measured.map(({ direct, gateway }) => gateway / direct)) },
  ]
  return { title: 'One response of 200 MB', figures }
}

const processorMs = async (gateway: ChildProcess): Promise<number> => {
  gateway.send('processor')
  return (await nextMessage(gateway)) as number
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.disconnect()
  })
