import type { Engine, Instance } from '../engine.ts'
import type { Machine } from './machine.ts'

const inspectedAtOnce = 8

/**
 * Engines list in few words, so each container is looked at. Those that have ended are kept for their logs and may be
 * many; how they ended is remembered by the engine's own id, for they do not change any more.
 */
export function makeListInstances(machine: Machine, inspect: Engine['inspect']): Engine['list'] {
  let ended = new Map<string, Instance>()
  return async (signal) => {
    const left = await machine.list(signal)
    const found: Instance[] = []
    const foundEnded = new Map<string, Instance>()
    const inspectRest = async (): Promise<void> => {
      for (let listed = left.shift(); listed; listed = left.shift()) {
        const { id, name, hasEnded } = listed
        const instance = (hasEnded ? ended.get(id) : undefined) ?? (await inspect(name, signal))
        if (instance) found.push(instance)
        if (hasEnded && instance?.state === 'exited') foundEnded.set(id, instance)
      }
    }
    await Promise.all(Array.from({ length: inspectedAtOnce }, inspectRest))
    ended = foundEnded
    return found
  }
}
