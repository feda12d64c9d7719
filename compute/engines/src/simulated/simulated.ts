/** The kind `simulated`: nothing runs, and where an instance stands follows from its order and the time. */
import Type from 'typebox'
import { defineEngine } from '../engine-factory.ts'
import { SimulatedEngine } from './simulated-engine.ts'

export type { Simulation } from './simulation.ts'

export const simulatedFactory = defineEngine({
  kind: 'simulated',
  simulated: true,
  concurrency: 512,
  settings: Type.Object({}, { additionalProperties: false }),

  async open({ id: hubId, nodes }, _settings, { simulation }) {
    return { engine: new SimulatedEngine({ hubId, nodes, ...simulation }), place: hubId }
  },
})
