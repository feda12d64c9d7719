import { setTimeout as sleep } from 'node:timers/promises'
import { libpod } from './create-call.ts'
import { containerPath, expected, type Machine } from './machine.ts'

const removeMs = 60_000
const lookAgainMs = 100
const mostLooks = 100

/** Ends it at once, and waits until it is gone. The caller knows that it is ours. */
export async function removeContainer(machine: Machine, name: string, signal: AbortSignal): Promise<void> {
  const { client } = machine
  // By Docker's interface Podman would first wait for ten seconds.
  const call = (await machine.isPodman(signal))
    ? { path: `${libpod}${containerPath(name)}`, query: { force: 'true', timeout: '0', v: 'true' } }
    : { path: containerPath(name), query: { force: 'true', v: 'true' } }
  const answer = await client.ask({ method: 'DELETE', ...call, signal, limitMs: removeMs })
  if (answer.status === 404) return
  // 409: somebody else is at it already.
  if (answer.status !== 409) expected(answer)
  for (let looks = 0; looks < mostLooks && (await machine.look(name, signal)); looks++) await sleep(lookAgainMs)
}
