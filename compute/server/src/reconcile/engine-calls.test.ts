import { defaultLimits } from '@service/compute-domain/deployments/limits.ts'
import { type Engine, EngineFault, type InstanceOrder } from '@service/compute-engines/engine.ts'
import { manualClock } from '@service/compute-engines/simulated/clock.ts'
import { SimulatedEngine } from '@service/compute-engines/simulated/simulated-engine.ts'
import { simulatedInstancesInMemory } from '@service/compute-engines/simulated/simulated-instances.ts'
import { testSealer } from '@service/compute-testing/deployments/sealer.ts'
import { alteredEngine } from '@service/compute-testing/engine/altered-engine.ts'
import { aSpec } from '@service/compute-testing/placement/placer.ts'
import { anAllocation } from '@service/compute-testing/reconcile/allocation.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { expect, test } from 'vitest'
import { sealEnv } from '../deployments/sealed-env.ts'
import type { Claim } from './claim.ts'
import { makeEngineCalls } from './engine-calls.ts'

const reservedAt = new Date()
const never = new AbortController().signal

const allocation = anAllocation({ reservedAt })
const claim: Pick<Claim, 'id' | 'companyId' | 'spec' | 'envSealed' | 'imageDigest'> = {
  id: 'dep_1',
  companyId: 'cmp_invented',
  spec: aSpec({ env: ['TOKEN'] }),
  imageDigest: null,
  envSealed: sealEnv(testSealer, 'dep_1', { TOKEN: 'a secret' }),
}

const hang = () => new Promise<never>(() => {})
const calm = new SimulatedEngine({
  hubId: 'se-1',
  nodes: [],
  instances: simulatedInstancesInMemory(),
  clock: manualClock(reservedAt),
})

const callsOf = (engine: Partial<Engine>, limits = defaultLimits) =>
  makeEngineCalls({
    engineOf: () => alteredEngine(calm, engine),
    now: () => new Date(),
    limits,
    log: makeLogger({ level: 'silent', form: 'json' }),
    sealer: testSealer,
    engineTimeoutMs: 30,
  })

test('an engine that hangs, is gone, or fails in a way of its own is silent', async () => {
  const gone = async () => Promise.reject(new EngineFault('unreachable', 'Gone.'))
  const nonsense = async () => Promise.reject(new TypeError('undefined is not a container'))
  for (const inspect of [hang, gone, nonsense]) {
    expect(await callsOf({ inspect }).inspect(claim, allocation, never)).toEqual({ kind: 'silent' })
  }
  expect(await callsOf({ remove: hang }).remove(allocation, never)).toEqual({ kind: 'silent' })
  expect(await callsOf({ stop: hang }, { ...defaultLimits, stopGraceMs: 10 }).stop(allocation, never)).toEqual({
    kind: 'silent',
  })
  expect(await callsOf({ apply: gone }).apply(claim, allocation, never, () => {})).toEqual({ kind: 'silent' })
})

test('only the engine gets the values of environment variables', async () => {
  const orders: InstanceOrder[] = []
  const apply: Engine['apply'] = async (order) => {
    orders.push(order)
    throw new EngineFault('start-refused', 'Not today.')
  }
  await callsOf({ apply }).apply(claim, allocation, never, () => {})
  await callsOf({ apply }).apply({ ...claim, envSealed: null }, allocation, never, () => {})
  expect(orders.map(({ env }) => env)).toEqual([{ TOKEN: 'a secret' }, {}])
  const ofAnother = { ...claim, id: 'dep_2' }
  await expect(callsOf({ apply }).apply(ofAnother, allocation, never, () => {})).rejects.toThrow('does not open')
})

test('a hub without a configured engine is silent', async () => {
  const calls = makeEngineCalls({
    engineOf: () => undefined,
    now: () => new Date(),
    limits: defaultLimits,
    log: makeLogger({ level: 'silent', form: 'json' }),
    sealer: testSealer,
    engineTimeoutMs: 30,
  })
  expect(await calls.inspect(claim, allocation, never)).toEqual({ kind: 'silent' })
})

test('an instance that does not exist is absent, and stopping it succeeds at once', async () => {
  expect(await callsOf({}).inspect(claim, allocation, never)).toEqual({ kind: 'absent' })
  expect(await callsOf({}).stop(allocation, never)).toEqual({ kind: 'ended', instance: undefined })
})

test('a refusal of the order is reported with its message', async () => {
  const apply = async () => Promise.reject(new EngineFault('image-denied', 'The image is private.'))
  expect(await callsOf({ apply }).apply(claim, allocation, never, () => {})).toEqual({
    kind: 'refused',
    fault: 'image-denied',
    message: 'The image is private.',
  })
})

test('a later attempt runs the image that the first one ran, and is refused by name where it is gone', async () => {
  const imageDigest = `sha256:${'a'.repeat(64)}`
  const pinned = `ghcr.io/acme/model@${imageDigest}`
  const orders: string[] = []
  const apply: Engine['apply'] = async ({ image }) => {
    orders.push(image)
    throw new EngineFault('image-not-found', 'The registry has no image of that name and tag.')
  }
  const ofTag = (image: string) => ({ ...claim, spec: { ...claim.spec, image }, imageDigest })
  const messages: unknown[] = []
  for (const image of ['ghcr.io/acme/model:1', pinned, 'localhost/model:1']) {
    messages.push(await callsOf({ apply }).apply(ofTag(image), allocation, never, () => {}))
  }
  expect(orders).toEqual([pinned, pinned, 'localhost/model:1'])
  const message = expect.stringContaining(`no longer has the image that the deployment began with, ${pinned}`)
  expect(messages[0]).toEqual({ kind: 'refused', fault: 'image-not-found', message })
  expect(messages[1]).toMatchObject({ message: 'The registry has no image of that name and tag.' })
})

test('each phase of a start has a time limit, and the phase that was too slow is named', async () => {
  const limits = { ...defaultLimits, pullMs: 20, startMs: 20 }
  expect(await callsOf({ apply: hang }, limits).apply(claim, allocation, never, () => {})).toEqual({
    kind: 'timed-out',
    phase: 'pulling',
  })
  const starts: Engine['apply'] = (_order, _signal, onProgress) => {
    onProgress?.('starting')
    return hang()
  }
  expect(await callsOf({ apply: starts }, limits).apply(claim, allocation, never, () => {})).toEqual({
    kind: 'timed-out',
    phase: 'starting',
  })
})

test('a start that is no longer wanted is broken off', async () => {
  const wanted = new AbortController()
  const applying = callsOf({ apply: hang }).apply(claim, allocation, wanted.signal, () => {})
  wanted.abort()
  expect(await applying).toBeUndefined()
})
