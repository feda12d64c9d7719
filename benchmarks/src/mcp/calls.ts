import { type Agent, connectAgent } from '@service/foundation-testing/mcp/agent.ts'
import type { Figure, Section } from '../harness/bench.ts'
import { percentile } from '../harness/intervals.ts'
import { layGrounds, runLoad, startService } from '../screening/service/measured-service.ts'

/** At a time, of each kind. */
const agentCount = 8
const connections = 8
const roundSeconds = 3
const names = Array.from({ length: 500 }, (_, i) => `Jane Mustermann ${i}`)

type Called = { timesMs: number[]; refused: number; seconds: number }

export async function calls(listFolders: readonly string[], count: number): Promise<Section> {
  const figures: Figure[] = []
  for (const ground of await layGrounds(listFolders)) {
    const service = await startService(ground)
    const agents = await Promise.all(
      Array.from({ length: agentCount }, () => connectAgent(service.baseUrl, service.secret)),
    )
    try {
      const ordinary = () => runLoad({ ...service, names, connections, seconds: roundSeconds })
      await Promise.all([callTool(agents, 200), ordinary()]) // warms the code up
      const alone = await ordinary()
      const calledAlone = await callTool(agents, count)
      let isCalling = true
      const calling = callTool(agents, count).finally(() => {
        isCalling = false
      })
      const beside: Awaited<ReturnType<typeof ordinary>>[] = []
      while (isCalling) beside.push(await ordinary())
      const called = await calling
      figures.push(...figuresOf(ground.engine, calledAlone, called), ...ordinaryFigures(ground.engine, alone, beside))
    } finally {
      await Promise.all(agents.map((agent) => agent.close()))
      await service.stop()
      await ground.remove()
    }
  }
  return {
    title: `${count} calls of screen_name over MCP by ${agentCount} agents, beside ${connections} connections that screen`,
    figures,
    notes: [
      'The baseline is the same alone. Service, agents and ordinary callers are a process each, on the cores there are.',
    ],
  }
}

async function callTool(agents: readonly Agent[], count: number): Promise<Called> {
  const timesMs: number[] = []
  let [next, refused] = [0, 0]
  const begun = performance.now()
  const worker = async (agent: Agent) => {
    while (next < count) {
      const name = names[next++ % names.length]!
      const before = performance.now()
      const result = await agent.call('screen_name', { name })
      timesMs.push(performance.now() - before)
      if (result.refused) refused += 1
    }
  }
  await Promise.all(agents.map(worker))
  return { timesMs, refused, seconds: (performance.now() - begun) / 1_000 }
}

function figuresOf(group: string, alone: Called, beside: Called): Figure[] {
  const n = beside.timesMs.length
  const latency = (p: number): Figure => ({
    name: `call of a tool p${p}`,
    group,
    value: percentile(beside.timesMs, p),
    unit: 'ms',
    n,
    baseline: percentile(alone.timesMs, p),
  })
  return [
    latency(50),
    latency(99),
    { name: 'calls per second', group, value: n / beside.seconds, unit: '1/s', n, baseline: n / alone.seconds },
    { name: 'calls refused', group, value: alone.refused + beside.refused, unit: 'count', n: 2 * n },
  ]
}

type Load = Awaited<ReturnType<typeof runLoad>>

function ordinaryFigures(group: string, alone: Load, beside: readonly Load[]): Figure[] {
  const n = beside.reduce((sum, { completed }) => sum + completed, 0)
  const mean = (of: (load: Load) => number) => beside.reduce((sum, load) => sum + of(load), 0) / beside.length
  return [
    { name: 'ordinary screening p50', group, value: mean(({ p50Ms }) => p50Ms), unit: 'ms', n, baseline: alone.p50Ms },
    { name: 'ordinary screening p99', group, value: mean(({ p99Ms }) => p99Ms), unit: 'ms', n, baseline: alone.p99Ms },
    {
      name: 'ordinary screenings per second',
      group,
      value: mean(({ perSecond }) => perSecond),
      unit: '1/s',
      n,
      baseline: alone.perSecond,
    },
    {
      name: 'ordinary screenings other than 200',
      group,
      value: alone.failed + beside.reduce((sum, { failed }) => sum + failed, 0),
      unit: 'count',
      n,
    },
  ]
}
