/**
 * What every engine has to keep to, as tests. An engine says which of its images do what, and how it is made to fall
 * silent; the rest is the same for all of them.
 */

import { bytesPerGb, noResources } from '@service/compute-domain/resources/model/resources.ts'
import type {
  Engine,
  EngineFaultCode,
  Instance,
  InstanceOrder,
  LogLine,
  OrderedLogin,
} from '@service/compute-engines/engine.ts'
import { pinnedImage } from '@service/compute-engines/image-reference.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

type Workload = Pick<InstanceOrder, 'image'> & Partial<Pick<InstanceOrder, 'command' | 'args' | 'port'>>

export type EngineUnderTest = {
  engine: Engine
  workloads: {
    /** Runs until it is stopped, and has written at least one line by then. */
    runs: Workload
    /** Ends soon after it was started. */
    ends(exitCode: number): Workload
    /** Is killed by the kernel soon after it was started. */
    outgrowsItsMemory: Workload
    /** Writes each of its arguments on a line and ends. Absent: nothing runs. */
    says?(words: readonly string[]): Workload
    /** A job whose image only this login may fetch. Absent: no image is fetched. */
    private?: Workload & { login: Pick<OrderedLogin, 'username' | 'password'> }
    /** Refused with that fault. */
    faulty: Readonly<Partial<Record<EngineFaultCode, Workload>>>
  }
  /** Of the two streams that a container writes, it knows which a line is of. Absent: it does. */
  tellsStreamsApart?: false
  /** What an instance uses. Absent: it does. */
  tellsUsage?: false
  fallSilent(how: 'gone' | 'hung'): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

let orders = 0

export function anOrder(fields: Partial<InstanceOrder> & Workload): InstanceOrder {
  const name = `svc-${process.pid}x${++orders}-1`
  return {
    name,
    deploymentId: `dep_${orders}`,
    companyId: 'cmp_a',
    attempt: 1,
    command: null,
    args: null,
    registryLogin: null,
    env: {},
    port: null,
    resources: noResources,
    gpuType: 'H100',
    nodes: [{ name: 'node-1', gpus: 1 }],
    job: false,
    ...fields,
  }
}

export const inTime = (): AbortSignal => AbortSignal.timeout(60_000)

function testEngineContract(open: () => Promise<EngineUnderTest>): void {
  let under: EngineUnderTest
  let engine: Engine
  let workloads: EngineUnderTest['workloads']

  beforeAll(async () => {
    under = await open()
    engine = under.engine
    workloads = under.workloads
  })
  afterAll(() => under?.close())
  beforeEach(async () => {
    for (const { name } of await engine.list(inTime())) await engine.remove(name, inTime())
  })

  const inspect = (name: string) => engine.inspect(name, inTime())
  const becomes = (name: string, fields: object) => expect.poll(() => inspect(name)).toMatchObject(fields)
  const faultOf = (work: Promise<unknown>) =>
    work.then(
      () => 'no fault',
      (error) => error.code,
    )
  async function logsOf(name: string, options: Partial<Parameters<Engine['logs']>[1]> = {}): Promise<LogLine[]> {
    return allOf(engine.logs(name, { follow: false, since: null, tail: null, ...options }, inTime()))
  }

  test('a probe reports version and nodes', async () => {
    const report = await engine.probe(inTime())
    expect(report.version).toMatch(/\w/)
    expect(report.nodes.length).toBeGreaterThan(0)
  })

  test('an ordered instance runs, and has its deployment and company', async () => {
    const phases: string[] = []
    const order = anOrder({ ...workloads.runs, attempt: 3 })
    const before = Date.now()
    const applied = await engine.apply(order, inTime(), (phase) => phases.push(phase))
    expect(applied).toMatchObject({
      name: order.name,
      deploymentId: order.deploymentId,
      companyId: order.companyId,
      attempt: 3,
      state: 'running',
      finishedAt: null,
      exitCode: null,
      outOfMemory: 'no',
      restarts: 0,
    })
    expect(applied.startedAt?.getTime()).toBeGreaterThan(before - 5_000)
    expect(phases.at(-1)).toBe('starting')
    expect(await inspect(order.name)).toEqual(applied)
    expect(await engine.list(inTime())).toEqual([applied])
  })

  test('repeating an order leads to the same instance', async () => {
    const order = anOrder(workloads.runs)
    const applied = await Promise.all([1, 2, 3].map(() => engine.apply(order, inTime())))
    const again = await engine.apply(order, inTime())
    expect(applied.map(({ startedAt }) => startedAt)).toEqual([1, 2, 3].map(() => again.startedAt))
    expect(await engine.list(inTime())).toHaveLength(1)
  })

  test('inspecting, stopping and removing an absent instance succeeds', async () => {
    expect(await inspect('svc-nothing-1')).toBeUndefined()
    expect(await engine.stop('svc-nothing-1', 1, inTime())).toBeUndefined()
    await engine.remove('svc-nothing-1', inTime())
    expect(await faultOf(logsOf('svc-nothing-1'))).toBe('not-found')
    expect(await faultOf(engine.usage('svc-nothing-1', inTime()))).toBe('not-found')
  })

  test('a stopped instance stays ended and known when stopped or ordered again', async () => {
    const order = anOrder(workloads.runs)
    const { startedAt } = await engine.apply(order, inTime())
    const stopped = (await engine.stop(order.name, 1, inTime())) as Instance
    expect(stopped).toMatchObject({ state: 'exited', startedAt, outOfMemory: 'no', address: null })
    expect(stopped.finishedAt!.getTime()).toBeGreaterThanOrEqual(startedAt!.getTime())
    expect(stopped.exitCode).toEqual(expect.any(Number))
    const { finishedAt } = stopped
    expect(await engine.stop(order.name, 1, inTime())).toMatchObject({ state: 'exited', finishedAt })
    expect(await engine.apply(order, inTime())).toMatchObject({ state: 'exited', finishedAt })
    expect(await engine.list(inTime())).toMatchObject([{ name: order.name, state: 'exited' }])
  })

  test('a removed instance is gone, and its order makes another', async () => {
    const order = anOrder(workloads.runs)
    await engine.apply(order, inTime())
    await engine.remove(order.name, inTime())
    await engine.remove(order.name, inTime())
    expect(await inspect(order.name)).toBeUndefined()
    expect(await engine.list(inTime())).toEqual([])
    expect(await engine.apply(order, inTime())).toMatchObject({ state: 'running' })
  })

  test('a job ends with its exit code and is not started again', async () => {
    const order = anOrder({ ...workloads.ends(3), job: true })
    await engine.apply(order, inTime())
    await becomes(order.name, { state: 'exited', exitCode: 3, restarts: 0, outOfMemory: 'no' })
    const { startedAt, finishedAt } = (await inspect(order.name))!
    expect(finishedAt!.getTime()).toBeGreaterThanOrEqual(startedAt!.getTime())
    const again = await engine.apply(order, inTime())
    expect(again).toMatchObject({ state: 'exited', exitCode: 3, finishedAt })
  })

  test('a service that fails is started again, until it is stopped', async () => {
    const order = anOrder(workloads.ends(1))
    await engine.apply(order, inTime())
    await expect.poll(async () => (await inspect(order.name))?.restarts).toBeGreaterThanOrEqual(3)
    const stopped = await engine.stop(order.name, 1, inTime())
    expect(stopped?.state).toBe('exited')
    await new Promise((resolve) => setTimeout(resolve, 300)) // the pause after a third restart is over by then
    expect(await inspect(order.name)).toMatchObject({ state: 'exited', restarts: stopped?.restarts })
  })

  test('an instance that outgrows its memory is known or suspected to have done so', async () => {
    const order = anOrder({ ...workloads.outgrowsItsMemory, job: true })
    await engine.apply(order, inTime())
    await becomes(order.name, { state: 'exited', exitCode: 137, outOfMemory: expect.stringMatching(/yes|suspected/) })
  })

  test('arguments reach the command as they were ordered', async () => {
    if (!workloads.says) return
    const words = ['a', 'b c', '$(HOME) $HOME', '', '--d="e"', '世界']
    const order = anOrder({ ...workloads.says(words), job: true })
    await engine.apply(order, inTime())
    await becomes(order.name, { state: 'exited', exitCode: 0 })
    expect((await logsOf(order.name)).map(({ text }) => text)).toEqual(words.map((word) => `[${word}]`))
  })

  test('an order for less than there is runs, and one for more than any machine has finds no room', async () => {
    const { cpus, memoryBytes, diskBytes } = { cpus: 0.5, memoryBytes: bytesPerGb / 8, diskBytes: bytesPerGb / 8 }
    const modest = anOrder({ ...workloads.runs, resources: { cpus, memoryBytes, diskBytes } })
    expect(await engine.apply(modest, inTime())).toMatchObject({ state: 'running' })
    expect(await engine.apply(modest, inTime())).toMatchObject({ state: 'running' })
    if (!workloads.says) return
    for (const wish of [{ cpus: 5_000 }, { memoryBytes: 2 ** 50 }]) {
      const order = anOrder({ ...workloads.runs, resources: { ...noResources, ...wish } })
      expect(await faultOf(engine.apply(order, inTime()))).toBe('no-room')
      expect(await inspect(order.name)).toBeUndefined()
    }
  })

  test('a private image runs with the login of its company, and is there for nobody else', async () => {
    if (!workloads.private) return
    const { login, ...workload } = workloads.private
    const as = (companyId: string, registryLogin: OrderedLogin | null) =>
      faultOf(engine.apply(anOrder({ ...workload, companyId, registryLogin, job: true }), inTime()))
    expect(await as('cmp_a', null)).toBe('image-denied')
    expect(await as('cmp_a', { ...login, id: 'rgl_1', password: 'wrong' })).toBe('image-denied')
    expect(await as('cmp_a', { ...login, id: 'rgl_2' })).toBe('no fault')
    expect(await as('cmp_a', { ...login, id: 'rgl_2' })).toBe('no fault')
    expect(await as('cmp_b', null)).toBe('image-denied')
    expect(await as('cmp_b', { ...login, id: 'rgl_3', password: 'wrong' })).toBe('image-denied')
    const registryLogin = { ...login, id: 'rgl_4' }
    const order = anOrder({ ...workload, companyId: 'cmp_b', registryLogin, job: true })
    await expect.poll(async () => (await engine.apply(order, inTime())).imageDigest).toMatch(/^sha256:[0-9a-f]{64}$/)
    const { imageDigest } = await engine.apply(order, inTime())
    const pinned = { ...order, image: pinnedImage(workload.image, imageDigest!) }
    expect(await faultOf(engine.apply({ ...pinned, name: `${order.name}1` }, inTime()))).toBe('no fault')
    const gone = { ...order, image: pinnedImage(workload.image, `sha256:${'0'.repeat(64)}`) }
    expect(await faultOf(engine.apply({ ...gone, name: `${order.name}2` }, inTime()))).toBe('image-not-found')
  })

  test('an order that cannot be met is refused with its reason, each time, and leaves nothing that runs', async () => {
    for (const [code, workload] of Object.entries(workloads.faulty)) {
      const order = anOrder(workload)
      expect([code, await faultOf(engine.apply(order, inTime()))]).toEqual([code, code])
      expect([code, await faultOf(engine.apply(order, inTime()))]).toEqual([code, code])
      expect((await inspect(order.name))?.state ?? 'created').toBe('created')
      await engine.remove(order.name, inTime())
    }
  })

  test('logs are read whole, from a time, or from the end', async () => {
    const order = anOrder({ ...workloads.ends(1), job: true })
    await engine.apply(order, inTime())
    await becomes(order.name, { state: 'exited' })
    const lines = await logsOf(order.name)
    expect(lines.map(({ stream }) => stream)).toEqual([
      'stdout',
      under.tellsStreamsApart === false ? 'stdout' : 'stderr',
    ])
    expect(lines.every(({ text }) => text.length > 0 && !text.includes('\n'))).toBe(true)
    expect(await logsOf(order.name, { tail: 1 })).toEqual(lines.slice(1))
    expect(await logsOf(order.name, { tail: 10 })).toEqual(lines)
    expect(await logsOf(order.name, { since: new Date(lines[1]!.at.getTime() + 5_000) })).toEqual([])
    expect(await logsOf(order.name, { since: new Date(lines[0]!.at.getTime() - 5_000) })).toEqual(lines)
  })

  test('logs that are followed end with the instance', async () => {
    const order = anOrder(workloads.runs)
    await engine.apply(order, inTime())
    await expect.poll(async () => (await logsOf(order.name)).length).toBeGreaterThan(0)
    const followed = logsOf(order.name, { follow: true })
    await engine.stop(order.name, 1, inTime())
    expect((await followed).length).toBeGreaterThan(0)
  })

  test('logs that are followed end with their reader', async () => {
    const order = anOrder(workloads.runs)
    await engine.apply(order, inTime())
    const reader = new AbortController()
    for await (const _line of engine.logs(order.name, { follow: true, since: null, tail: null }, reader.signal)) {
      reader.abort()
    }
  })

  test('usage is reported while it runs', async () => {
    const order = anOrder(workloads.runs)
    await engine.apply(order, inTime())
    if (under.tellsUsage === false) {
      expect(await engine.usage(order.name, inTime())).toBeUndefined()
      return
    }
    await expect.poll(async () => (await engine.usage(order.name, inTime()))?.memoryBytes).toBeGreaterThan(0)
    expect((await engine.usage(order.name, inTime()))?.cpuSeconds).toBeGreaterThanOrEqual(0)
    await engine.stop(order.name, 1, inTime())
    expect(await engine.usage(order.name, inTime())).toBeUndefined()
  })

  test('a watcher gets hints of changes, and can stop at any time', async () => {
    const order = anOrder({ ...workloads.ends(0), job: true })
    const watcher = new AbortController()
    const seen = new Set<string>()
    const watched = (async () => {
      for await (const { name } of engine.watch(watcher.signal)) seen.add(name)
    })()
    await engine.apply(order, inTime())
    await expect.poll(() => [...seen]).toContain(order.name)
    watcher.abort()
    await watched
  })

  test.each(['gone', 'hung'] as const)(
    'an engine that is %s is unreachable, and what runs there runs on',
    async (how) => {
      const order = anOrder(workloads.runs)
      const { startedAt } = await engine.apply(order, inTime())
      await under.fallSilent(how)
      try {
        const soon = () => AbortSignal.timeout(1_000)
        const calls = [
          engine.probe(soon()),
          engine.inspect(order.name, soon()),
          engine.list(soon()),
          engine.apply(order, soon()),
          engine.apply(anOrder(workloads.runs), soon()),
          engine.stop(order.name, 0, soon()),
          engine.remove(order.name, soon()),
          engine.usage(order.name, soon()),
        ]
        expect(await Promise.all(calls.map(faultOf))).toEqual(calls.map(() => 'unreachable'))
        await allOf(engine.watch(soon()))
      } finally {
        await under.comeBack()
      }
      // What was asked while it hung may still be done, and must not matter to what is asked from now on.
      if (how === 'gone') expect(await inspect(order.name)).toMatchObject({ state: 'running', startedAt })
      await expect.poll(() => faultOf(engine.probe(inTime()))).toBe('no fault')
    },
  )
}

export function describeEngine(name: string, open: () => Promise<EngineUnderTest>, runs = true): void {
  describe.runIf(runs)(`the contract of engines: ${name}`, () => testEngineContract(open))
}

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
