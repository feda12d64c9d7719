import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineResponse } from './client.ts'
import { libpod } from './create-call.ts'
import { containerPath, expected, type Machine } from './machine.ts'

const removeMs = 60_000
const pollEveryMs = 100
const goneWithinMs = 10_000

/**
 * Ends it at once, and waits until it is gone. Somebody else may be at it, or it may be ending by itself, which makes
 * Podman refuse at times; then it is tried again. The caller knows that it is ours.
 */
export async function removeContainer(machine: Machine, name: string, signal: AbortSignal): Promise<void> {
  const begun = performance.now()
  for (;;) {
    const response = await remove(machine, name, signal)
    if (response.status === 404 || !(await machine.inspect(name, signal))) return
    if (performance.now() - begun > goneWithinMs) expected(response)
    await sleep(pollEveryMs)
  }
}

async function remove(machine: Machine, name: string, signal: AbortSignal): Promise<EngineResponse> {
  // By Docker's interface Podman would first wait for ten seconds.
  const call = (await machine.isPodman(signal))
    ? { path: `${libpod}${containerPath(name)}`, query: { force: 'true', timeout: '0', v: 'true' } }
    : { path: containerPath(name), query: { force: 'true', v: 'true' } }
  return machine.client.ask({ method: 'DELETE', ...call, signal, limitMs: removeMs })
}
