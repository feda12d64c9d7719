/** The kind `simulated`: nothing runs, and where an instance stands follows from its order and the time. */
import Type from 'typebox'
import { defineEngine } from '../engine-factory.ts'
import { limitsPerGpu } from '../limits-per-gpu.ts'
import { SimulatedEngine } from './simulated-engine.ts'

export type { Simulation } from './simulation.ts'

export const simulatedFactory = defineEngine({
  kind: 'simulated',
  simulated: true,
  concurrency: 512,
  settings: Type.Object({}, { additionalProperties: false }),

  // As much as a large server has for each of its GPUs.
  limitsPerGpu: () => limitsPerGpu({ cpusPerGpu: 16, memoryPerGpuMb: 192 * 1_024, diskPerGpuMb: 1_000 * 1_024 }),

  async open({ id: hubId, nodes }, _settings, { simulation }) {
    return { engine: new SimulatedEngine({ hubId, nodes, ...simulation }), place: hubId }
  },
})
