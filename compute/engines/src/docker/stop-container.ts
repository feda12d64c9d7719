import { setTimeout as sleep } from 'node:timers/promises'
import type { Instance } from '../engine.ts'
import { containerPath, expected, type Machine } from './machine.ts'

/** What ending takes beyond the grace. */
const stopMs = 30_000
const lookAgainMs = 50
const settleWithinMs = 5_000

/**
 * Asks it to end, and stays until it has. One that its engine is just about to start again can slip through a stop, so
 * it is stopped until it stays ended.
 */
export async function stopContainer(
  machine: Machine,
  name: string,
  graceSeconds: number,
  signal: AbortSignal,
): Promise<Instance | undefined> {
  const query = { t: String(Math.ceil(graceSeconds)) }
  for (const begun = performance.now(); ; await sleep(lookAgainMs)) {
    const found = await machine.look(name, signal)
    if (!found || found === 'not-ours') return undefined
    const { instance } = found
    const settled = instance.state === 'exited' || instance.state === 'created'
    if (settled || performance.now() - begun > graceSeconds * 1_000 + settleWithinMs) return asStopped(instance)
    const limitMs = graceSeconds * 1_000 + stopMs
    const path = containerPath(name, '/stop')
    const answer = await machine.client.ask({ method: 'POST', path, query, signal, limitMs })
    if (answer.status !== 404) expected(answer)
  }
}

/** That it was killed says nothing of its memory, where it was ours to kill it. */
const asStopped = (instance: Instance): Instance =>
  instance.outOfMemory === 'suspected' ? { ...instance, outOfMemory: 'no' } : instance
