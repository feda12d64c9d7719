/**
 * Whether a machine has what an instance asks for: as many processors and as much memory as it asks for in all, and as much
 * disk that is free now. Neither engine keeps disk for a container, so that is no promise.
 */
import { bytesPerGb, type Resources } from '@service/compute-domain/resources/model/resources.ts'
import { EngineFault } from '../engine.ts'
import { makeFreeDisk } from './disk-room.ts'
import { expected, type Machine } from './machine.ts'
import { fieldsOf } from './response-fields.ts'

const infoMs = 20_000

/** Throws `no-room` with what there is. */
export function makeRequireRoom(machine: Machine): (asked: Resources, signal: AbortSignal) => Promise<void> {
  const freeDisk = makeFreeDisk(machine)
  return async ({ cpus, memoryBytes, diskBytes }, signal) => {
    if (cpus !== null || memoryBytes !== null) {
      const response = await machine.client.ask({ method: 'GET', path: '/info', signal, limitMs: infoMs })
      const info = fieldsOf(expected(response))
      const [hasCpus, hasBytes] = [info.number('NCPU'), info.number('MemTotal')]
      if (cpus !== null && cpus > hasCpus) throw noRoom(`has ${hasCpus} CPU cores`, 'cpu', cpus)
      if (memoryBytes !== null && memoryBytes > hasBytes) {
        throw noRoom(`has ${inGb(hasBytes)} GB of memory`, 'memory_gb', inGb(memoryBytes))
      }
    }
    const free = diskBytes === null ? undefined : await freeDisk(signal)
    if (diskBytes !== null && free !== undefined && free < diskBytes) {
      throw noRoom(`has ${inGb(free)} GB of free disk`, 'disk_gb', inGb(diskBytes))
    }
  }
}

const noRoom = (has: string, field: string, asked: number): EngineFault =>
  new EngineFault('no-room', `The machine of the hub ${has}; ${field} asks for ${asked}.`)

const inGb = (bytes: number): number => Math.floor((bytes / bytesPerGb) * 10) / 10
