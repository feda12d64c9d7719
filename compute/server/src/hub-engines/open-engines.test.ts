/** Hubs whose engines are the same, or silent. */
import type { Engine } from '@service/compute-engines/engine.ts'
import { defineEngine, type EngineHost } from '@service/compute-engines/engine-factory.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import Type from 'typebox'
import { expect, test } from 'vitest'
import type { ConfiguredHub } from '../hubs/hubs.ts'
import { OpenEngines } from './open-engines.ts'

const closed: string[] = []

/** `silent` responds to nothing, at any time. */
const engineAt = (place: string, id: string): Engine =>
  ({
    kind: 'test',
    identify: (signal) =>
      id === 'silent'
        ? new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason))
          })
        : Promise.resolve(id === 'none' ? undefined : id),
    close: async () => void closed.push(place),
  }) satisfies Partial<Engine> as unknown as Engine

const factory = defineEngine({
  kind: 'test',
  simulated: false,
  concurrency: 1,
  settings: Type.Object({ place: Type.String(), id: Type.String() }),
  open: async (_hub, { place, id }) => ({ engine: engineAt(place, id), place }),
})

function open(...engines: readonly (readonly [place: string, id: string])[]): Promise<void> {
  const hubs = engines.map(
    ([place, id], index) =>
      ({
        hub: { id: `hub-${index}`, nodes: [], cpuOnly: true, engine: { kind: 'test', place, id } },
      }) as unknown as ConfiguredHub,
  )
  const log = makeLogger({ level: 'silent', form: 'json' })
  return new OpenEngines({ factories: { test: factory }, host: {} as EngineHost, log }).open(hubs)
}

test('two hubs cannot share an engine under two addresses, and opened engines are closed', async () => {
  closed.length = 0
  await expect(open(['/run/a.sock', 'A'], ['tcp://127.0.0.1:2375', 'A'])).rejects.toThrow(
    'The hubs hub-0 and hub-1 have the same engine, A under two addresses.',
  )
  expect(closed).toEqual(['/run/a.sock', 'tcp://127.0.0.1:2375'])
})

test('engines with different ids, or none, are distinct', async () => {
  await open(['a', 'A'], ['b', 'B'], ['c', 'none'], ['d', 'none'])
})

test('engines that do not respond delay the start by a second at most', async () => {
  const began = performance.now()
  await open(['a', 'A'], ['b', 'silent'], ['c', 'silent'])
  expect(performance.now() - began).toBeLessThan(3_000)
})
