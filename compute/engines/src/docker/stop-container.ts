import { setTimeout as sleep } from 'node:timers/promises'
import type { Instance } from '../engine.ts'
import { containerPath, expected, type Machine } from './machine.ts'

/** What ending takes beyond the grace. */
const stopMs = 30_000
const pollEveryMs = 50
const settleWithinMs = 5_000

/**
 * Asks it to end, and stays until it has. One that its engine is just about to start again can slip through a stop, or
 * make Podman refuse it, so it is stopped until it stays ended.
 */
export async function stopContainer(
  machine: Machine,
  name: string,
  graceSeconds: number,
  signal: AbortSignal,
): Promise<Instance | undefined> {
  const [path, query] = [containerPath(name, '/stop'), { t: String(Math.ceil(graceSeconds)) }]
  const limitMs = graceSeconds * 1_000 + stopMs
  const until = performance.now() + graceSeconds * 1_000 + settleWithinMs
  for (;;) {
    const found = await machine.inspect(name, signal)
    if (!found || found === 'not-ours') return undefined
    const { state } = found.instance
    if (state === 'exited' || state === 'created') return asStopped(found.instance)
    const response = await machine.client.ask({ method: 'POST', path, query, signal, limitMs })
    if (performance.now() > until) {
      expected(response)
      return asStopped(found.instance)
    }
    await sleep(pollEveryMs)
  }
}

/** That it was killed says nothing of its memory, where it was ours to kill it. */
const asStopped = (instance: Instance): Instance =>
  instance.outOfMemory === 'suspected' ? { ...instance, outOfMemory: 'no' } : instance
