import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Arrival } from './receiver.process.ts'

export type Receiver = {
  url: string
  /** What has arrived since the last time of asking, in the order of arrival. */
  takeArrivals(): Promise<Arrival[]>
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const child = fork(new URL('./receiver.process.ts', import.meta.url), { serialization: 'advanced' })
  const [port] = (await once(child, 'message')) as [number]
  return {
    url: `http://127.0.0.1:${port}`,
    async takeArrivals() {
      child.send('arrivals')
      const [arrivals] = (await once(child, 'message')) as [Arrival[]]
      return arrivals
    },
    async close() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
