/** The `engine` of a hub in the hub file: the name of a kind, or an object with its `kind` and the kind's own settings. */
import type { HubEngine } from '@service/compute-domain/hubs/model/hub.ts'
import type { EngineFactories, EngineFactory } from '@service/compute-engines/engine-factory.ts'
import { describeFaults } from '@service/foundation/http/fault-words.ts'
import type { ProblemDetail } from '@service/foundation/problem.ts'
import { Compile, type Validator } from 'typebox/compile'

export type ReadEngine = { engine: HubEngine; simulated: boolean; faults: readonly ProblemDetail[] }

/** `path` is where the engine stands in the file. */
export function readHubEngine(value: unknown, path: string, factories: EngineFactories): ReadEngine {
  const { kind, ...settings } = blockOf(value)
  const faulty = (faults: readonly ProblemDetail[]) => ({ engine: { kind: '' }, simulated: false, faults })
  if (typeof kind !== 'string') {
    return faulty([{ path, message: 'must be the name of an engine, or an object that names one as its `kind`' }])
  }
  const factory = Object.hasOwn(factories, kind) ? factories[kind] : undefined
  if (!factory) return faulty([{ path, message: `must be one of ${Object.keys(factories).sort().join(', ')}` }])
  const validator = validatorOf(factory)
  if (!validator.Check(settings)) return faulty(describeFaults(validator.Errors(settings), path, []))
  const faults = factory.faultsIn(settings).map((fault) => ({ ...fault, path: `${path}.${fault.path}` }))
  return { engine: { ...settings, kind }, simulated: factory.simulated, faults }
}

function blockOf(value: unknown): Record<string, unknown> {
  if (typeof value === 'string') return { kind: value }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

const validators = new WeakMap<EngineFactory, Validator>()

function validatorOf(factory: EngineFactory): Validator {
  const known = validators.get(factory) ?? Compile(factory.settings)
  validators.set(factory, known)
  return known
}
