import { anOrder, describeEngine, inTime } from '@service/compute-testing/engine/engine-contract.ts'
import { describe, expect, test } from 'vitest'
import type { Engine, InstanceOrder } from '../engine.ts'
import { manualClock, runningClock } from './clock.ts'
import type { HubConditions } from './hub-conditions.ts'
import { SimulatedEngine } from './simulated-engine.ts'
import { simulatedInstancesInMemory } from './simulated-instances.ts'

const hubId = 'se-1'
const nodes = [{ name: 'node-1', gpuType: 'H100', gpus: 8 }]

describeEngine('simulated', async () => {
  const conditions: HubConditions = new Map()
  const engine = new SimulatedEngine({
    hubId,
    nodes,
    instances: simulatedInstancesInMemory(),
    clock: runningClock({ speed: 5 }),
    conditions,
  })
  return {
    engine,
    workloads: {
      runs: { image: 'ghcr.io/acme/model:1' },
      ends: (exitCode) => ({ image: `sim/exit-${exitCode}` }),
      outgrowsItsMemory: { image: 'sim/oom' },
      faulty: {
        'image-malformed': { image: 'Not//an image' },
        'image-not-found': { image: 'sim/missing' },
        'image-denied': { image: 'sim/private' },
        'image-unavailable': { image: 'sim/unavailable' },
        'start-refused': { image: 'sim/refused' },
      },
    },
    fallSilent: async (how) => void conditions.set(hubId, how === 'gone' ? { unreachable: true } : { hung: true }),
    comeBack: async () => void conditions.delete(hubId),
    close: () => engine.close(),
  }
})

describe('a simulated hub', () => {
  const begun = new Date('2026-11-20T10:00:00.000Z')
  const at = (milliseconds: number) => new Date(begun.getTime() + milliseconds)
  const aHub = () => {
    const conditions: HubConditions = new Map()
    const [clock, instances] = [manualClock(begun), simulatedInstancesInMemory()]
    return { conditions, clock, instances, engine: new SimulatedEngine({ hubId, nodes, instances, clock, conditions }) }
  }

  /** Until the engine has it; what it waits for is the clock. */
  const begin = async (engine: Engine, order: InstanceOrder) => {
    const applied = engine.apply(order, inTime())
    await expect.poll(() => engine.list(inTime())).toHaveLength(1)
    return { applied }
  }

  test('pulls for 300 ms and starts for 200, by its own clock', async () => {
    const { engine, clock } = aHub()
    const order = anOrder({ image: 'sim/ok' })
    const phases: string[] = []
    const applied = engine.apply(order, inTime(), (phase) => phases.push(phase))
    await expect.poll(() => phases).toEqual(['pulling'])
    clock.advance(299)
    expect(await engine.inspect(order.name, inTime())).toMatchObject({ state: 'created', startedAt: null })
    clock.advance(1)
    await expect.poll(() => phases).toEqual(['pulling', 'starting'])
    clock.advance(200)
    expect(await applied).toMatchObject({ state: 'running', startedAt: at(500) })
  })

  test('pulls and starts as slowly as its conditions say', async () => {
    const { engine, clock, conditions } = aHub()
    conditions.set(hubId, { pullMs: 5_000, startMs: 1 })
    const { applied } = await begin(engine, anOrder({ image: 'sim/ok' }))
    clock.advance(5_001)
    expect(await applied).toMatchObject({ startedAt: at(5_001) })
  })

  test('has no room when it is full, except for what is there', async () => {
    const { engine, clock, conditions } = aHub()
    const order = anOrder({ image: 'sim/ok' })
    const { applied } = await begin(engine, order)
    clock.advance(500)
    await applied
    conditions.set(hubId, { full: true })
    expect(await engine.apply(order, inTime())).toMatchObject({ state: 'running' })
    await expect(engine.apply(anOrder({ image: 'sim/ok' }), inTime())).rejects.toMatchObject({ code: 'no-room' })
  })

  test('restarts a crashing container after pauses that grow to a minute, however much time passes unobserved', async () => {
    const { engine, clock } = aHub()
    const order = anOrder({ image: 'sim/crash' })
    const { applied } = await begin(engine, order)
    clock.advance(500)
    await applied
    const stateAfter = async (milliseconds: number) => {
      clock.advance(milliseconds)
      const { state, restarts } = (await engine.inspect(order.name, inTime()))!
      return [state, restarts]
    }
    expect(await stateAfter(249)).toEqual(['running', 0])
    expect(await stateAfter(1)).toEqual(['restarting', 0])
    expect(await stateAfter(100)).toEqual(['running', 1])
    expect(await stateAfter(250 + 199)).toEqual(['restarting', 1])
    expect(await stateAfter(1)).toEqual(['running', 2])
    expect((await stateAfter(24 * 3_600_000))[1]).toBeGreaterThan(1_400)
  })

  test('an instance that was stopped during its pull never ran', async () => {
    const { engine, clock } = aHub()
    const order = anOrder({ image: 'sim/slow-pull' })
    const { applied } = await begin(engine, order)
    clock.advance(1_000)
    expect(await engine.stop(order.name, 1, inTime())).toMatchObject({
      state: 'exited',
      startedAt: null,
      exitCode: null,
    })
    clock.advance(60_000)
    await applied
    expect(await engine.inspect(order.name, inTime())).toMatchObject({ state: 'exited', startedAt: null })
  })
})
