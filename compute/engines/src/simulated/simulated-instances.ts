import type { SimulatedInstance } from './simulated-instance.ts'

/** What is kept of the simulated instances of all hubs. */
export type SimulatedInstances = {
  /** Answers the one that is kept: this, or the one that was there under its name. */
  put(instance: SimulatedInstance): Promise<SimulatedInstance>
  get(hubId: string, name: string): Promise<SimulatedInstance | undefined>
  list(hubId: string): Promise<SimulatedInstance[]>
  /** Only the first stop counts. Answers what is kept then. */
  stop(hubId: string, name: string, at: Date): Promise<SimulatedInstance | undefined>
  delete(hubId: string, name: string): Promise<void>
}

/** For as long as the process lives. */
export function simulatedInstancesInMemory(): SimulatedInstances {
  const kept = new Map<string, SimulatedInstance>()
  const keyOf = (hubId: string, name: string) => `${hubId} ${name}`
  return {
    async put(instance) {
      const key = keyOf(instance.hubId, instance.name)
      const found = kept.get(key)
      if (found) return found
      kept.set(key, instance)
      return instance
    },
    async get(hubId, name) {
      return kept.get(keyOf(hubId, name))
    },
    async list(hubId) {
      return [...kept.values()].filter((instance) => instance.hubId === hubId)
    },
    async stop(hubId, name, at) {
      const found = kept.get(keyOf(hubId, name))
      if (!found || found.stoppedAt) return found
      const stopped = { ...found, stoppedAt: at }
      kept.set(keyOf(hubId, name), stopped)
      return stopped
    },
    async delete(hubId, name) {
      kept.delete(keyOf(hubId, name))
    },
  }
}
